// An operator's change of a business that exists, with its row in the audit log.
import { type AuditEntry, audit } from '../../store/audit.ts'
import { findBusiness } from '../../store/businesses.ts'
import type { Tx } from '../../store/database.ts'
import type { App } from '../context.ts'
import { AppError } from '../errors.ts'

export async function asOperator<T>(
  app: App,
  businessId: string,
  entry: AuditEntry,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return app.db.asBusiness(businessId, async (tx) => {
    if (!(await findBusiness(tx, businessId))) throw unknown('business')
    const result = await work(tx)
    await audit(tx, byOperator(app, businessId), entry)
    return result
  })
}

export const unknown = (what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', `There is no ${what} with that id.`)

export const byOperator = (app: App, businessId: string) => ({
  businessId,
  actor: { kind: 'OPERATOR' as const, id: null },
  requestId: null,
  now: app.clock(),
  newId: app.newId,
})
