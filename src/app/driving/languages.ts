// Reads the languages of the driver and of the business, from which the driver page chooses its language.
import type { DriverLanguages } from '../../domain/driver-words/languages.ts'
import type { Tx } from '../../store/database.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import { readRoute, type RouteRead } from '../../store/routes/routes.ts'
import { type Business, findBusiness } from '../../store/settings/businesses.ts'

export const languagesOf = (route: RouteRead | null, business: Business | null): DriverLanguages => ({
  driver: route?.driverLanguage ?? null,
  business: business?.customerLanguage ?? 'en',
})

export const readLanguages = async (tx: Tx, routeId: string): Promise<DriverLanguages> =>
  languagesOf(await readRoute(tx, routeId), await findBusiness(tx))

export const languagesOfDriver = async (tx: Tx, driverId: string): Promise<DriverLanguages> => ({
  driver: (await findDriver(tx, driverId))?.language ?? null,
  business: (await findBusiness(tx))?.customerLanguage ?? 'en',
})
