// Where an order is: the point sent, the point it already has, one that the business knows, or the geocoder's.
import { type Order, type OrderInput, type Placement, type Point, sameJson } from '../../domain/orders/order.ts'
import { confirmedLocation } from '../../store/addresses/confirmed-locations.ts'
import type { Context } from '../context.ts'

/** Contract: geocoding on arrival takes at most 2 s of the request. */
const ARRIVAL_BUDGET_MS = 2_000

export interface Placed {
  point: Point | null
  placement: Placement
}

/** What needs no asking: a pin moved in the office stays until the caller sends another point or address. */
export function placedAlready(input: OrderInput, current: Order | null): Placed | null {
  if (current && sameJson(current.givenPoint, input.givenPoint) && sameJson(current.address, input.address))
    return { point: current.point, placement: current.placement }
  return input.givenPoint && { point: input.givenPoint, placement: 'PLACED' }
}

/** Asks what the business knows, then the geocoder. Never throws: what cannot be asked now stays PENDING for the job. */
export async function geocode(ctx: Context, input: OrderInput): Promise<Placed> {
  const { geocoder, log } = ctx
  const door = await ctx.read((tx) => confirmedLocation(tx, input.address))
  if (door) return { point: door.point, placement: 'PLACED' }
  try {
    const answer = await geocoder.find(input.address, AbortSignal.timeout(ARRIVAL_BUDGET_MS))
    return answer.found ? { point: answer.point, placement: answer.precision } : { point: null, placement: 'UNPLACED' }
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the order waits for the job')
    return { point: null, placement: 'PENDING' }
  }
}
