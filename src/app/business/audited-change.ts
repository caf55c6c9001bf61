// Changes a business's configuration for an operator or an office user, with a row in the audit log.
import { type PlainSentence, text } from '../../texts/text.ts'
import { audit } from '../../store/audit/audit.ts'
import { type AuditEntry, changesBetween } from '../../domain/audit.ts'
import { type Business, findBusiness } from '../../store/settings/businesses.ts'
import type { Tx } from '../../store/database.ts'
import { type App, type Context, makeContext, type WriteTx, writeTo } from '../context.ts'
import { AppError } from '../errors.ts'
import { versionConflictError } from '../version-conflict.ts'

/**
 * The app or a context. Changes through the app are recorded as an operator's, changes through a context as its
 * actor's.
 */
type By = App & Partial<Pick<Context, 'actor' | 'requestId' | 'write'>>
type AuditedBy = Pick<App, 'clock' | 'newId'> & Partial<Pick<Context, 'actor' | 'requestId'>>

/**
 * A change with its audit row. `from` reads the record before the change, and `to` is the record after it. The audit
 * row stores the differences between both.
 */
export type AuditedChange = AuditEntry & {
  from?: (tx: Tx) => Promise<object | null | undefined>
  to?: object
}

/**
 * Runs a change of configuration with its audit row in one transaction. Throws `missing` if the business doesn't exist.
 */
export async function changeWithAudit<T>(
  app: By,
  businessId: string,
  { from, to, ...entry }: AuditedChange,
  work: (tx: Tx, business: Business) => Promise<T>,
): Promise<T> {
  const write = app.write ?? (<R>(change: (tx: WriteTx) => Promise<R>) => writeTo(app, businessId, change))
  return write(async (tx) => {
    const business = await findBusiness(tx)
    if (!business) throw notFoundError('business')
    const before = await from?.(tx)
    const result = await work(tx, business)
    const changes = before && to ? changesBetween(before, to) : null
    audit(tx, operatorAuditContext(app, businessId), {
      ...entry,
      ...(changes && { detail: { ...entry.detail, changes } }),
    })
    return result
  })
}

/**
 * Returns why a change based on a version was not saved: another user changed the record first, or the record doesn't
 * exist.
 */
export const notSavedError = async (tx: Tx, change: AuditedChange, what: PlainSentence): Promise<AppError> =>
  (await change.from?.(tx)) ? versionConflictError(tx, change.entityId, text(what)) : notFoundError(change.entity)

export const notFoundError = (what: string): AppError =>
  new AppError('missing', 'NOT_FOUND', text('There is no {what} with that id.', { what }))

/** Returns the context of an audit row: the actor of `app`, or an operator if it has none. */
export const operatorAuditContext = (app: AuditedBy, businessId: string) => ({
  businessId,
  actor: app.actor ?? { kind: 'OPERATOR' as const, id: null },
  requestId: app.requestId ?? null,
  now: app.clock(),
  newId: app.newId,
})

/** Returns the context of an operator's command. */
export async function operatorContext(app: App, businessId: string): Promise<Context> {
  const inZone = (timeZone: string) =>
    makeContext(app, {
      businessId,
      timeZone,
      actor: { kind: 'OPERATOR', id: null },
      requestId: null,
      idempotency: null,
    })
  const business = await inZone('UTC').read((tx) => findBusiness(tx))
  if (!business) throw notFoundError('business')
  return inZone(business.timeZone)
}
