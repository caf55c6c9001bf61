// Changes a business's settings. Settings that are not named keep their values.
import { text } from '../../../texts/text.ts'
import { type Business, findBusiness, type Settings, updateSettings } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { isTimeZone } from '../../calendar.ts'
import type { App } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { versionConflictError } from '../../version-conflict.ts'
import { type AuditedChange, changeWithAudit, notFoundError } from '../audited-change.ts'

export const changeSettings = (app: App, businessId: string, settings: Partial<Settings>): Promise<Business> =>
  changeAndShow(app, businessId, { settings, version: null }, (business) => business)

/**
 * Saves the settings and returns the result of `show`, which is also stored for duplicate requests. If `version` is
 * set, saves only if nobody has changed the settings since that version.
 */
export async function changeAndShow<T>(
  app: App,
  businessId: string,
  { settings, version }: { settings: Partial<Settings>; version: number | null },
  show: (business: Business) => T,
): Promise<T> {
  if (settings.timeZone !== undefined && !isTimeZone(settings.timeZone))
    throw invalid('time_zone', 'must be an IANA time zone, such as America/New_York')
  const entry: AuditedChange = {
    action: 'settings.changed',
    entity: 'business',
    entityId: businessId,
    from: (tx: Tx) => findBusiness(tx),
    to: settings,
  }
  return changeWithAudit(app, businessId, entry, async (tx) => {
    if (!(await updateSettings(tx, settings, version)))
      throw await versionConflictError(tx, businessId, text('the settings'))
    const business = await findBusiness(tx)
    if (!business) throw notFoundError('business')
    return show(business)
  })
}
