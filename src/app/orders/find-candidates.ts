// Suggests locations for a delivery whose address was not found or is doubtful. Geocodes the address and similar
// addresses that differ from it in one part. A dispatcher chooses; this use case changes nothing.
import type { CandidatesOut } from '../../contract/office/orders.ts'
import { type Difference, isPoBox, similarAddresses } from '../../domain/addresses/similar-addresses.ts'
import { METERS_A_MILE } from '../../domain/formats.ts'
import { straightLineMeters } from '../../domain/geo/geo.ts'
import type { Address, Point } from '../../domain/orders/order.ts'
import { readDepots } from '../../store/fleet/fleet.ts'
import type { Context } from '../context.ts'
import type { Candidate } from '../ports/geocoder.ts'
import { requireOrder } from './edit-orders.ts'

/** Milliseconds for all geocoding of one request. */
const BUDGET_MS = 4_000
/** Candidates closer than this are the same location. */
const SAME_METERS = 30
/** Distance to the nearest depot above which a candidate is probably wrong. */
const FAR_MILES = 100

export const findCandidates = async (ctx: Context, orderId: string): Promise<CandidatesOut> =>
  findCandidatesOf(ctx, (await requireOrder(ctx, orderId)).address)

/** Like `findCandidates`, for an address. */
export async function findCandidatesOf(ctx: Context, address: Address): Promise<CandidatesOut> {
  if (isPoBox(address.line1)) return none('PO_BOX')
  if (ctx.geocoder.name === 'none') return none('NO_GEOCODER')
  const tried: { differs: Difference | null; address: Address }[] = [
    { differs: null, address },
    ...similarAddresses(address),
  ]
  const signal = AbortSignal.timeout(BUDGET_MS)
  const answers = await Promise.allSettled(tried.map((one) => ctx.geocoder.find(one.address, signal)))
  if (answers.every(({ status }) => status === 'rejected')) return none('GEOCODER_DOWN')
  const depots = await ctx.read((tx) => readDepots(tx))
  const candidates: CandidatesOut['candidates'] = []
  for (const [i, answer] of answers.entries()) {
    const differs = tried[i]?.differs ?? null
    if (answer.status === 'rejected') continue
    if (!answer.value.found) {
      if (differs === null) candidates.push(...severalOf(answer.value.candidates ?? [], depots))
      continue
    }
    const { point, precision, label } = answer.value
    // Skip an approximate result for a similar address, because it adds nothing to the result for the order's own
    // address.
    if (differs !== null && precision !== 'PLACED') continue
    if (candidates.some((other) => straightLineMeters(other, point) < SAME_METERS)) continue
    candidates.push({ ...point, label, precision, differs, far_miles: farFrom(point, depots) })
  }
  const several = candidates.filter(({ differs }) => differs === null).length > 1
  if (candidates.length > 0) return { cause: several ? 'SEVERAL' : 'NOT_SURE', town_miles: null, candidates }
  return noCandidatesWithCause(ctx, address, depots, signal)
}

/** Converts the geocoder's candidates for the order's own address, all of which fit it equally well. */
const severalOf = (several: readonly Candidate[], depots: readonly Point[]): CandidatesOut['candidates'] =>
  several.map(({ point, label }) => ({
    ...point,
    label,
    precision: 'PLACED',
    differs: null,
    far_miles: farFrom(point, depots),
  }))

const none = (cause: CandidatesOut['cause'], town_miles: number | null = null): CandidatesOut => ({
  cause,
  town_miles,
  candidates: [],
})

/**
 * Returns no candidates, but the cause: the address was not found, or its town is unknown or too far from every depot.
 */
async function noCandidatesWithCause(
  { geocoder }: Context,
  address: Address,
  depots: readonly Point[],
  signal: AbortSignal,
): Promise<CandidatesOut> {
  const { city, region } = address
  if (!city) return none('NOT_FOUND')
  if (geocoder.knowsTown) return none((await geocoder.knowsTown(address)) ? 'NOT_FOUND' : 'TOWN_UNKNOWN')
  const town = [city, region].filter(Boolean).join(', ')
  const answer = await geocoder.find(town, signal).catch(() => null)
  const miles = answer?.found ? farFrom(answer.point, depots) : null
  return miles === null ? none('NOT_FOUND') : none('OUT_OF_AREA', miles)
}

/** Returns the miles to the nearest depot if they exceed `FAR_MILES`, or null. */
function farFrom(point: Point, depots: readonly Point[]): number | null {
  const miles = Math.min(...depots.map((depot) => straightLineMeters(depot, point))) / METERS_A_MILE
  return Number.isFinite(miles) && miles > FAR_MILES ? Math.round(miles) : null
}
