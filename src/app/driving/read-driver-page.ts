// The content of a driver page: the routes of today and tomorrow with their progress.
import type { DriverLanguages } from '../../domain/driver-words/languages.ts'
import type { Formats } from '../../domain/formats.ts'
import { isRunning } from '../../domain/routes/route.ts'
import type { Tx } from '../../store/database.ts'
import { findDriver } from '../../store/fleet/fleet.ts'
import { type DriverPageRoute, readDriverPageRoutes } from '../../store/routes/driver-page-routes.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { driverPath } from '../routes/driver-link.ts'

export interface DriverPage {
  driver: string
  business: { name: string; timeZone: string; formats: Formats; phone: string | null }
  languages: DriverLanguages
  /** yyyy-MM-dd, in the business's time zone. */
  days: { today: string; tomorrow: string }
  today: OwnRoute[]
  tomorrow: OwnRoute[]
}

export interface OwnRoute extends Omit<DriverPageRoute, 'routeId' | 'linkNonce'> {
  /** Path of the route's page. Null unless the route is under way. */
  path: string | null
}

export async function readDriverPage(ctx: Context, tx: Tx, driverId: string): Promise<DriverPage> {
  const business = await findBusiness(tx)
  const driver = await findDriver(tx, driverId)
  if (!business || !driver) throw missing('driver with that uuid')
  const today = ctx.calendar.dayOf(ctx.now)
  const [yesterday, tomorrow] = [ctx.calendar.addDays(today, -1), ctx.calendar.addDays(today, 1)]
  const routes = await readDriverPageRoutes(tx, driverId, [yesterday, today, tomorrow])
  const shown = routes.map(({ routeId, linkNonce, ...route }) => ({
    ...route,
    path: linkNonce && isRunning(route.status) ? driverPath(ctx, routeId, linkNonce) : null,
  }))
  return {
    driver: driver.name,
    business: { name: business.name, timeZone: business.timeZone, formats: business, phone: business.contactPhone },
    languages: { driver: driver.language, business: business.customerLanguage },
    days: { today, tomorrow },
    // A route that continues after midnight stays in today's list until it ends.
    today: shown.filter(({ day, status }) => day === today || (day === yesterday && status === 'IN_PROGRESS')),
    tomorrow: shown.filter(({ day }) => day === tomorrow),
  }
}
