// Creates a password link that an operator gives to a user who can't get email.
import { findUserByEmail } from '../../../store/users/users.ts'
import type { App } from '../../context.ts'
import { makeLink } from '../sign-in/links.ts'
import { operatorAuditContext } from '../../business/audited-change.ts'
import { AppError } from '../../errors.ts'

const LINK_HOURS = 24

export async function showResetLink(
  app: App,
  { email, removesTotp }: { email: string; removesTotp: boolean },
): Promise<{ url: string; expires_at: string }> {
  const user = await findUserByEmail(app.db, email)
  if (!user) throw new AppError('missing', 'NOT_FOUND', 'No user signs in with this email address.')
  const link = {
    email: user.email,
    userId: user.userId,
    role: null,
    depots: null,
    keepsTotp: !removesTotp,
    madeBy: null,
  }
  const { url, expiresAt } = await makeLink({ ...app, ...operatorAuditContext(app, user.businessId) }, link, LINK_HOURS)
  return { url, expires_at: expiresAt.toISOString() }
}
