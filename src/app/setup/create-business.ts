// Creates a business: whatever else there is belongs to one.
import type { App } from '../context.ts'
import { isTimeZone } from '../calendar.ts'
import { invalid } from '../errors.ts'
import { insertBusiness } from '../../store/businesses.ts'

export async function createBusiness(
  app: App,
  input: { name: string; timeZone: string },
): Promise<{ businessId: string }> {
  if (input.name.trim() === '') throw invalid('name', 'must not be empty')
  if (!isTimeZone(input.timeZone)) throw invalid('time-zone', 'must be an IANA time zone, such as America/New_York')
  const businessId = app.newId()
  await app.db.asBusiness(businessId, (tx) => insertBusiness(tx, { businessId, ...input }))
  return { businessId }
}
