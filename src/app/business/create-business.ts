// Creates a business. All other data belongs to a business.
import { audit } from '../../store/audit/audit.ts'
import { insertBusiness } from '../../store/settings/businesses.ts'
import { isTimeZone } from '../calendar.ts'
import { type App, writeTo } from '../context.ts'
import { invalid } from '../errors.ts'
import { defaultFormats } from './settings/formats.ts'
import { operatorAuditContext } from './audited-change.ts'

export async function createBusiness(
  app: Pick<App, 'db' | 'clock' | 'newId'>,
  input: { name: string; timeZone: string },
): Promise<{ businessId: string }> {
  if (input.name.trim() === '') throw invalid('name', 'must not be empty')
  if (!isTimeZone(input.timeZone)) throw invalid('time-zone', 'must be an IANA time zone, such as America/New_York')
  const businessId = app.newId()
  await writeTo(app, businessId, async (tx) => {
    await insertBusiness(tx, { businessId, ...input, ...defaultFormats(input.timeZone) })
    audit(tx, operatorAuditContext(app, businessId), {
      action: 'business.created',
      entity: 'business',
      entityId: businessId,
    })
  })
  return { businessId }
}
