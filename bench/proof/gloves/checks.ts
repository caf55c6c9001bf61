// What the service has of a route, against what the driver meant.
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../../src/app/context.ts'
import { meantChecks, type Meaning, type MeantStop } from './meaning.ts'

/** How many taps the server has; of one stop, or all of the route. */
export async function countedTaps(app: App, businessId: string, routeId: string, stopId?: string): Promise<number> {
  const taps = await app.db.asBusiness(businessId, (tx) =>
    tx
      .selectFrom('driverTaps')
      .select('kind')
      .where('routeId', '=', routeId)
      .where('refused', 'is', null)
      .$if(stopId !== undefined, (query) => query.where('stopId', '=', stopId ?? null))
      .execute(),
  )
  return taps.length
}

export async function routeFaults(app: App, businessId: string, routeId: string, meaning: Meaning): Promise<string[]> {
  const { taps, stops, proofs, late } = await app.db.asBusiness(businessId, async (tx) => ({
    taps: await tx
      .selectFrom('driverTaps')
      .select(['kind', 'stopId', 'refused'])
      .where('routeId', '=', routeId)
      .orderBy('receivedAt')
      .execute(),
    stops: await tx
      .selectFrom('stops')
      .select(['stopId', 'status', 'checks', 'driverNotes', 'leftWhere', 'itemOutcomes'])
      .where('routeId', '=', routeId)
      .execute(),
    proofs: await tx.selectFrom('proofs').select(['stopId']).execute(),
    late: await tx.selectFrom('refusedProofs').select(['stopId']).where('routeId', '=', routeId).execute(),
  }))
  const faults: string[] = []
  const named = (some: readonly { kind: string }[]) => some.map(({ kind }) => kind).join(' ')
  const counted = named(taps.filter(({ refused }) => !refused))
  if (counted !== named(meaning.taps)) faults.push(`tapped ${named(meaning.taps)}, and the server has ${counted}`)
  const refused = named(taps.filter((tap) => tap.refused && tap.kind !== 'PHOTO'))
  if (refused !== named(meaning.refused))
    faults.push(`tapped ${named(meaning.refused)} of stops that were off, and the server refused ${refused}`)
  for (const meant of meaning.stops) {
    const { stopId, line1, state, photos, note, left, isOff } = meant
    const stop = stops.find((one) => one.stopId === stopId)
    const status = stop?.status
    if (stop && !isOff) {
      const is = [stop.checks, stop.driverNotes, stop.leftWhere, stop.itemOutcomes?.[0]?.damaged ?? 0]
      const was = [meantChecks(meant), note, left, state === 'DELIVERED' ? meant.damaged : 0]
      if (!isDeepStrictEqual(is, was))
        faults.push(`${line1}, ${state}, was said to have ${JSON.stringify(was)} and has ${JSON.stringify(is)}`)
    }
    if (status !== (isOff ? undefined : state)) faults.push(`${line1} was meant to be ${state} and is ${status}`)
    const kept = [...proofs, ...late].filter((proof) => proof.stopId === stopId).length
    if (kept !== photos) faults.push(`${line1} has ${kept} of ${photos} photos`)
  }
  return faults
}

/** What the tracking page says that is not so; null when nothing. */
export async function trackedFault(api: string, stop: MeantStop, { heading }: Meaning): Promise<string | null> {
  const { isOff, arrived } = stop
  const state = isOff ? 'SKIPPED' : stop.state
  const response = await fetch(new URL(`${stop.tracking}/now`, api))
  const { data } = (await response.json()) as { data: { html: string } }
  const said = data.html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const claims: [RegExp, boolean][] = [
    [/^Delivered at/, state === 'DELIVERED'],
    [/^We could not deliver/, state === 'FAILED'],
    [/^The driver is at your address/, !isOff && (arrived || state === 'DELIVERED' || state === 'FAILED')],
    [/on the way to you/, heading === stop && state === 'OPEN'],
    [/won’t come as planned/, state === 'SKIPPED'],
  ]
  const untrue = claims.find(([words, isSo]) => words.test(said) && !isSo)
  return untrue ? `the page of ${stop.line1}, ${stop.state}, says: ${said.slice(0, 80)}` : null
}
