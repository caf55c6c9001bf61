// Where an order is: the point sent, the point it already has, or the geocoder's, within two seconds.
import { type Order, type OrderInput, type Placement, type Point, sameJson } from '../../domain/order.ts'
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

/** Asks the geocoder. Never throws: what cannot be asked now stays PENDING for the job. */
export async function geocode({ geocoder, log }: Context, input: OrderInput): Promise<Placed> {
  try {
    const answer = await geocoder.find(input.address, AbortSignal.timeout(ARRIVAL_BUDGET_MS))
    return answer.found ? { point: answer.point, placement: answer.precision } : { point: null, placement: 'UNPLACED' }
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the order waits for the job')
    return { point: null, placement: 'PENDING' }
  }
}
