// Pages of depots, drivers and vehicles, oldest first. Each call reads the whole fleet, because it is small.
import type { DepotOut, DriverOut } from '../../contract/fleet.ts'
import type { VehicleOut } from '../../contract/vehicles.ts'
import type { PageQuery } from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import { type Page, readCursor, writeCursor } from '../cursor.ts'
import { readFleet } from './read-fleet.ts'

const DEFAULT_LIMIT = 50

export const listDepots = async (ctx: Context, query: PageQuery): Promise<Page<DepotOut>> =>
  pageOf(ctx, 'depots', (await readFleet(ctx)).depots, (depot) => depot.depot_uuid, query)

export const listDrivers = async (ctx: Context, query: PageQuery): Promise<Page<DriverOut>> =>
  pageOf(ctx, 'drivers', (await readFleet(ctx)).drivers, (driver) => driver.driver_uuid, query)

export const listVehicles = async (ctx: Context, query: PageQuery): Promise<Page<VehicleOut>> =>
  pageOf(ctx, 'vehicles', (await readFleet(ctx)).vehicles, (vehicle) => vehicle.vehicle_uuid, query)

/** Returns one page. The order of IDs is the order of creation. */
function pageOf<T>(
  ctx: Context,
  list: string,
  all: readonly T[],
  idOf: (item: T) => string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
): Page<T> {
  const after = cursor === undefined ? '' : (readCursor(ctx, list, cursor) as { after: string }).after
  const rest = all.filter((item) => idOf(item) > after).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  const items = rest.slice(0, limit)
  const last = rest.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? writeCursor(ctx, list, { after: idOf(last) }) : null }
}
