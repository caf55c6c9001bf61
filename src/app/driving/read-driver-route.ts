// The route of the driver page: stops in order, with items and the customer's phone number.
import type { DriverRoute, RunStop } from '../../contract/driver.ts'
import { isRunning } from '../../domain/routes/route.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import { isOutcome } from '../../domain/routes/stop.ts'
import { type Business, findBusiness } from '../../store/settings/businesses.ts'
import type { Tx } from '../../store/database.ts'
import type { Proof } from '../../store/routes/proofs.ts'
import { reportedProblems } from '../../store/routes/driver-taps.ts'
import { readDayEnds } from '../../store/routes/hand-ins.ts'
import { milesOf } from '../../domain/planning/units.ts'
import { readRouteDetails } from '../../store/routes/order-details.ts'
import { readRoute, type Route } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { missing } from '../errors.ts'
import { codeDigest, doorCodes, doorNeeds } from '../orders/door-code.ts'
import { driverTextsByOrder } from './text-customer.ts'
import { pendingHandOvers } from './pending-hand-overs.ts'
import { languagesOf } from './languages.ts'
import { formatsToWire } from '../business/settings/formats.ts'
import { goodsToWire, itemsToWire } from '../orders/order-wire.ts'
import { streetsOfStops } from '../orders/street-of.ts'
import { problemToWire } from './report-problem.ts'
import { proofUrl } from './proofs/proof-links.ts'
import { routeDelayedUntil } from '../routes/retime.ts'
import { routeToWire, stopToWire } from '../routes/route-wire.ts'

export async function readDriverRoute(ctx: Context, routeId: string): Promise<DriverRoute> {
  const { run, route, stops } = await ctx.read((tx) => readStoredRoute(ctx, tx, routeId))
  const streets = await streetsOfStops(ctx, [{ route, stops }])
  return {
    ...run,
    stops: run.stops.map((stop) => ({ ...stop, street_hours: streets.get(stop.stop_uuid)?.street.open })),
  }
}

/** Returns everything but the hours of streets, which come from the road data, outside the transaction. */
async function readStoredRoute(
  ctx: Context,
  tx: Tx,
  routeId: string,
): Promise<{ run: DriverRoute; route: Route; stops: readonly StopRead[] }> {
  const business = await findBusiness(tx)
  const route = await readRoute(tx, routeId)
  if (!business || !route) throw missing('route with that uuid')
  const details = await readRouteDetails(tx, routeId)
  const stops = await readStops(tx, [routeId])
  const problems = await reportedProblems(tx, [routeId])
  const ended = (await readDayEnds(tx, [routeId])).get(routeId)
  const textsOf = await driverTextsByOrder(ctx, tx, routeId, business)
  const given = await pendingHandOvers(tx, route, ctx.now)
  const run: DriverRoute = {
    route: routeToWire(route),
    stops: stops.map((stop) => {
      const { proof: _proof, tracking_url: _link, ...wire } = stopToWire(ctx, stop)
      const order = details.get(stop.stopId)
      return {
        ...wire,
        customer_phone: isOver(route.status, stop) ? null : (order?.customerPhone ?? null),
        instructions: isOver(route.status, stop) ? null : (order?.instructions ?? null),
        customer_instructions: isOver(route.status, stop) ? null : (order?.customerInstructions ?? null),
        items: itemsToWire(order?.items ?? []),
        temperature_class: stop.temperatureClass,
        load_weight_lbs: stop.loadWeightLbs,
        ...goodsToWire(stop.rules),
        load_pieces: stop.rules?.loadPieces,
        ...doorChecksToWire(ctx, stop, business),
        photo_links: isOver(route.status, stop) ? undefined : photoLinks(ctx, stop),
        photos: stop.proofs.filter(({ kind, item }) => kind === 'PHOTO' && !item).length,
        texts: isOver(route.status, stop) ? [] : textsOf(stop.orderId, order),
        signed: stop.proofs.some(({ kind }) => kind === 'SIGNATURE'),
      }
    }),
    business: {
      name: business.name,
      time_zone: business.timeZone,
      ...formatsToWire(business),
      phone: business.contactPhone,
      undo_window_seconds: business.undoWindowSeconds,
      proof_required: business.proofRequired,
      proof_required_failed: business.proofRequiredFailed,
      failure_reasons: business.failureReasons,
      leaving_places: business.leavingPlaces,
      may_reorder: business.driversMayReorder,
      scan_loading: business.scanLoading,
      scan_door: business.scanDoor,
      currency: business.currency,
    },
    ...(given.length > 0 && { hands_over: given }),
    held_until: routeDelayedUntil(route, stops)?.toISOString() ?? null,
    problem: problemToWire(problems.get(routeId), stops),
    day_end: {
      driven_miles: ended?.drivenMeters == null ? null : milesOf(ended.drivenMeters),
      note: ended?.note ?? null,
      returns_place: ended?.returnsPlace ?? null,
      handed_in_at: ended?.handIn?.at ?? null,
    },
    languages: languagesOf(route, business),
    now: ctx.now.toISOString(),
  }
  return { run, route, stops }
}

/** Returns links without a host, because the page is on the same origin. */
function photoLinks(ctx: Context, { proofs }: StopRead): RunStop['photo_links'] {
  const photos = proofs.filter(({ kind }) => kind === 'PHOTO')
  const link = ({ proofId, item }: Proof) => ({
    proof_uuid: proofId,
    url: proofUrl(proofId, ctx.now, { ...ctx, publicUrl: '' }),
    ...(item && { item }),
  })
  return photos.length > 0 ? photos.map(link) : undefined
}

/** Returns the checks at the door. Members of checks that are not required are undefined. */
function doorChecksToWire(ctx: Context, { rules, orderId }: StopRead, business: Business) {
  const needs = doorNeeds(rules, business)
  const digests = needs.doorCode ? doorCodes(ctx, orderId).map((code) => codeDigest(orderId, code)) : undefined
  return { collect_amount: needs.collectAmount, id_check: needs.idCheck, code_digests: digests }
}

/**
 * Returns whether the delivery has ended for the driver, who then no longer gets phone numbers and gate codes. A skip
 * doesn't count, because it may still be undone.
 */
const isOver = (status: RouteStatus, stop: StopRead): boolean =>
  !isRunning(status) || (isOutcome(stop.status) && stop.status !== 'SKIPPED' && stop.settlesAt === null)
