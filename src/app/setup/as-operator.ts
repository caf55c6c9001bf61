// A change of a business's set-up, by an operator or by someone of the office, with its row in the audit log.
import { type AuditEntry, audit } from '../../store/audit.ts'
import { findBusiness } from '../../store/businesses.ts'
import type { Tx } from '../../store/database.ts'
import type { App, Caller } from '../context.ts'
import { AppError } from '../errors.ts'

/** An operator, unless a context says who else: every use case of set-up takes either. */
type By = App & Partial<Pick<Caller, 'actor' | 'requestId'>>

export async function asOperator<T>(
  app: By,
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

export const byOperator = (app: By, businessId: string) => ({
  businessId,
  actor: app.actor ?? { kind: 'OPERATOR' as const, id: null },
  requestId: app.requestId ?? null,
  now: app.clock(),
  newId: app.newId,
})
