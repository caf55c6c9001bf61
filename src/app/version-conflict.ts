// The error for the second of two users who change the same record: it names the first user and shows that nothing was
// saved.
import { type Parameter, text } from '../texts/text.ts'
import { lastChangeBy } from '../store/audit/audit.ts'
import type { Tx } from '../store/database.ts'
import { type AppError, conflicting } from './errors.ts'

/** `what` follows "changed" in the message, such as "the settings". */
export async function versionConflictError(tx: Tx, entityId: string, what: Parameter): Promise<AppError> {
  const last = await lastChangeBy(tx, [entityId])
  const by = last?.name ?? text('Someone else')
  const details = { by: last?.name ?? 'Someone else', at: last?.at.toISOString() ?? null }
  return conflicting(
    'CHANGED_MEANWHILE',
    text('{by} changed {what} meanwhile. Look again, then save.', { by, what }),
    details,
  )
}
