// Creates a driver. When a route is sent, its link is texted to the driver's phone.
import { text } from '../../texts/text.ts'
import { type Driver, insertDriver } from '../../store/fleet/fleet.ts'
import type { PhonePlace } from '../../domain/settings/phone-region.ts'
import type { App } from '../context.ts'
import { invalid } from '../errors.ts'
import { phoneNumber, phoneRegionOf } from '../customers/messages/phone-number.ts'
import { changeWithAudit } from '../business/audited-change.ts'

export async function createDriver(
  app: App,
  businessId: string,
  input: Omit<Driver, 'driverId'>,
): Promise<{ driverId: string }> {
  const driverId = app.newId()
  return changeWithAudit(
    app,
    businessId,
    { action: 'driver.created', entity: 'driver', entityId: driverId },
    async (tx, business) => {
      requirePhoneNumber(input.phone, business)
      await insertDriver(tx, { driverId, ...input })
      return { driverId }
    },
  )
}

/** Throws `invalid` unless the text is a phone number, because the driver's link is sent only there. */
export function requirePhoneNumber(phone: string | null, place: PhonePlace, field = 'phone'): void {
  if (phone && !phoneNumber(phone, place))
    throw invalid(
      field,
      text('must be a phone number; one from outside {region} starts with + and its country code', {
        region: phoneRegionOf(place),
      }),
    )
}
