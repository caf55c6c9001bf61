// Creates a business. All other data belongs to a business.
import { audit } from '../../store/audit/audit.ts'
import { insertBusiness } from '../../store/settings/businesses.ts'
import { isTimeZone } from '../calendar.ts'
import { type App, writeTo } from '../context.ts'
import { invalid } from '../errors.ts'
import { usualFormats } from './settings/formats.ts'
import { byOperator } from './audited-change.ts'

export async function createBusiness(
  app: App,
  input: { name: string; timeZone: string },
): Promise<{ businessId: string }> {
  if (input.name.trim() === '') throw invalid('name', 'must not be empty')
  if (!isTimeZone(input.timeZone)) throw invalid('time-zone', 'must be an IANA time zone, such as America/New_York')
  const businessId = app.newId()
  await writeTo(app, businessId, async (tx) => {
    await insertBusiness(tx, { businessId, ...input, ...usualFormats(input.timeZone) })
    audit(tx, byOperator(app, businessId), {
      action: 'business.created',
      entity: 'business',
      entityId: businessId,
    })
  })
  return { businessId }
}
