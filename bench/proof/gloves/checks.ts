// Compares a route's data in the service, and the messages to receivers and customers, with the driver's intention.
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../src/app/context.ts'
import { isOutcome, intendedChecks, type IntendedState, type IntendedStop } from './meaning.ts'

/** Pictures that are recorded like taps, if they arrived too late at first. */
const PICTURES = ['PHOTO', 'SIGNATURE'] as const

/** Returns the number of taps on the server, of one stop or of the whole route. */
export async function countTaps(app: App, businessId: string, routeId: string, stopId?: string): Promise<number> {
  const taps = await app.db.asBusiness(businessId, (tx) =>
    tx
      .selectFrom('driverTaps')
      .select('kind')
      .where('routeId', '=', routeId)
      .where('refused', 'is', null)
      .where('kind', 'not in', PICTURES)
      .$if(stopId !== undefined, (query) => query.where('stopId', '=', stopId ?? null))
      .execute(),
  )
  return taps.length
}

/** Checks the route before the office resolves anything. */
export async function routeFaults(
  app: App,
  businessId: string,
  routeId: string,
  meaning: IntendedState,
): Promise<string[]> {
  const { taps, stops } = await app.db.asBusiness(businessId, async (tx) => ({
    taps: await tx
      .selectFrom('driverTaps')
      .select(['kind', 'stopId', 'refused'])
      .where('routeId', '=', routeId)
      .where('kind', 'not in', PICTURES)
      .orderBy('receivedAt')
      .execute(),
    stops: await tx.selectFrom('stops').select(['stopId', 'status']).where('routeId', '=', routeId).execute(),
  }))
  const faults: string[] = []
  const named = (some: readonly { kind: string }[]) => some.map(({ kind }) => kind).join(' ')
  const sorted = (some: readonly { kind: string }[]) => named(some).split(' ').sort().join(' ')
  const [inTime, late] = [meaning.taps.slice(0, meaning.cancelled?.taps), meaning.taps.slice(meaning.cancelled?.taps)]
  const counted = named(taps.filter(({ refused }) => !refused))
  if (counted !== named(inTime)) faults.push(`tapped ${named(inTime)}, and the server has ${counted}`)
  const refused = sorted(taps.filter((tap) => tap.refused))
  const tooLate = sorted([...meaning.refused, ...(meaning.cancelled ? late : [])])
  if (refused !== tooLate) faults.push(`tapped ${tooLate} too late, and the server refused ${refused}`)
  if (meaning.cancelled) return faults
  for (const { stopId, line1, state, isOff } of meaning.stops) {
    const status = stops.find((stop) => stop.stopId === stopId)?.status
    if (status !== (isOff ? undefined : state)) faults.push(`${line1} was meant to be ${state} and is ${status}`)
  }
  return faults
}

/**
 * Checks the final state of each delivery, on any route: its outcome, the answers at the door, its pictures, and the
 * messages about it.
 */
export async function finalFaults(app: App, businessId: string, meaning: IntendedState): Promise<string[]> {
  const { orders, stops, proofs, refused, events } = await app.db.asBusiness(businessId, async (tx) => ({
    orders: await tx.selectFrom('orders').select(['orderId', 'status', 'stopId']).execute(),
    stops: await tx
      .selectFrom('stops')
      .select(['stopId', 'orderId', 'checks', 'driverNotes', 'leftWhere', 'itemOutcomes'])
      .execute(),
    proofs: await tx.selectFrom('proofs').select(['stopId', 'kind']).execute(),
    refused: await tx.selectFrom('refusedProofs').select(['stopId', 'kind']).execute(),
    events: await tx
      .selectFrom('webhookDeliveries')
      .select(['event', 'orderId', 'facts'])
      .orderBy('position')
      .execute(),
  }))
  const late = meaning.cancelled ? meaning.taps.slice(meaning.cancelled.taps) : []
  return meaning.stops.flatMap((meant) => {
    const { stopId, orderId, line1, state, note, left, told } = meant
    const faults: string[] = []
    const order = orders.find((one) => one.orderId === orderId)
    const status = order?.status ?? 'OPEN'
    const heard = lastKnownOutcome(events.filter((one) => one.orderId === orderId))
    const outcome = status === 'DELIVERED' || status === 'FAILED' ? status : null
    if (heard !== outcome) faults.push(`is ${status}, but receivers got ${heard}`)
    if (told !== outcome) faults.push(`is ${status}, but its customer was notified of ${told}`)
    // If the driver's undo came too late, the order keeps its outcome until the office decides.
    if (isOutcome(meant) ? status !== state : outcome && !late.some((tap) => tap.stopId === stopId))
      faults.push(`was meant to be ${state} and is ${status}`)
    const stop = stops.find((one) => one.stopId === order?.stopId)
    if (stop && isOutcome(meant)) {
      const is = [stop.checks, stop.driverNotes, stop.leftWhere, stop.itemOutcomes?.[0]?.damaged ?? 0]
      const was = [intendedChecks(meant), note, left, state === 'DELIVERED' ? meant.damaged : 0]
      if (!isDeepStrictEqual(is, was)) faults.push(`must have ${JSON.stringify(was)}, but has ${JSON.stringify(is)}`)
    }
    const own = [stopId, ...stops.filter((one) => one.orderId === orderId).map((one) => one.stopId)]
    const count = (kind: string) =>
      [...proofs, ...refused].filter((proof) => proof.kind === kind && own.includes(proof.stopId)).length
    const back = late.filter((tap) => tap.kind === 'REMOVE_PHOTO' && tap.stopId === stopId).length
    if (count('PHOTO') !== meant.photos + back) faults.push(`has ${count('PHOTO')} of ${meant.photos + back} photos`)
    if (count('SIGNATURE') !== meant.signatures)
      faults.push(`has ${count('SIGNATURE')} of ${meant.signatures} signatures`)
    return faults.map((fault) => `${line1} ${fault}`)
  })
}

/** Returns the last outcome that receivers know, or a fault if they got one twice. */
function lastKnownOutcome(events: readonly { event: string; facts: unknown }[]): string | null {
  let known: string | null = null
  for (const { event, facts } of events) {
    const { status } = facts as { status: string }
    const isOutcomeEvent = event === 'stop.delivered' || event === 'stop.failed'
    if (isOutcomeEvent && known) return events.map((one) => one.event).join(', then ')
    if (isOutcomeEvent || event === 'stop.corrected') known = status === 'SKIPPED' ? null : status
    else if (event === 'stop.undone') known = null
  }
  return known
}

/** Returns the wrong statement of the tracking page, or null. */
export async function trackingPageFault(
  api: string,
  stop: IntendedStop,
  meaning: IntendedState,
): Promise<string | null> {
  const { heading, cancelled } = meaning
  const { arrived } = stop
  const isOff = stop.isOff || (cancelled !== null && !isOutcome(stop))
  const state = isOff ? 'SKIPPED' : stop.state
  const response = await fetch(new URL(`${stop.tracking}/now`, api))
  const { data } = (await response.json()) as { data: { html: string } }
  const said = data.html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const claims: [RegExp, boolean][] = [
    [/^Delivered (today|on \S+) at/, state === 'DELIVERED'],
    [/^We could not deliver/, state === 'FAILED'],
    [/^The driver is at your address/, !isOff && (arrived || state === 'DELIVERED' || state === 'FAILED')],
    [/on the way to you/, heading === stop && state === 'OPEN'],
    [/won’t come as planned/, state === 'SKIPPED'],
  ]
  const untrue = claims.find(([words, isSo]) => words.test(said) && !isSo)
  return untrue ? `the page of ${stop.line1}, ${stop.state}, says: ${said.slice(0, 80)}` : null
}
