// Creates an office user.
import { text } from '../../../texts/text.ts'
import type { UserRole } from '../../../domain/users/permissions.ts'
import { insertUser } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'
import { conflicting } from '../../errors.ts'
import { hashPassword } from './passwords.ts'
import { type AuditedChange, changeWithAudit } from '../../business/audited-change.ts'

export async function createUser(
  app: App,
  businessId: string,
  {
    password,
    depots = null,
    ...input
  }: {
    email: string
    name: string
    role: UserRole
    depots?: readonly string[] | null
    password: string | { hash: string }
  },
): Promise<{ userId: string }> {
  const passwordHash = typeof password === 'string' ? await hashPassword(password) : password.hash
  const user = { userId: app.newId(), ...input, depots, passwordHash }
  const entry: AuditedChange = {
    action: 'user.created',
    entity: 'user',
    entityId: user.userId,
    detail: { role: input.role },
  }
  await changeWithAudit(app, businessId, entry, async (tx) => {
    if (!(await insertUser(tx, user)))
      throw conflicting('EMAIL_TAKEN', text('Someone signs in with {email} already.', { email: input.email }))
  })
  return { userId: user.userId }
}
