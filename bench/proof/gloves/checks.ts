// What the service has of a route, against what the driver meant.
import type { App } from '../../../src/app/context.ts'
import type { Meaning, MeantStop } from './meaning.ts'

/** How many taps the server has. */
export async function countedTaps(app: App, businessId: string, routeId: string): Promise<number> {
  const taps = await app.db.asBusiness(businessId, (tx) =>
    tx.selectFrom('driverTaps').select('kind').where('routeId', '=', routeId).where('refused', 'is', null).execute(),
  )
  return taps.length
}

export async function routeFaults(app: App, businessId: string, routeId: string, meaning: Meaning): Promise<string[]> {
  const { taps, stops, proofs } = await app.db.asBusiness(businessId, async (tx) => ({
    taps: await tx
      .selectFrom('driverTaps')
      .select(['kind', 'stopId', 'refused'])
      .where('routeId', '=', routeId)
      .orderBy('countedAt')
      .orderBy('receivedAt')
      .execute(),
    stops: await tx.selectFrom('stops').select(['stopId', 'status']).where('routeId', '=', routeId).execute(),
    proofs: await tx.selectFrom('proofs').select(['stopId']).execute(),
  }))
  const faults: string[] = []
  const counted = taps.map(({ kind, refused }) => kind + (refused ? ` (${refused})` : '')).join(' ')
  const meant = meaning.taps.map(({ kind }) => kind).join(' ')
  if (counted !== meant) faults.push(`tapped ${meant}, and the server has ${counted}`)
  for (const { stopId, line1, state, photos } of meaning.stops) {
    const status = stops.find((stop) => stop.stopId === stopId)?.status
    if (status !== state) faults.push(`${line1} was meant to be ${state} and is ${status}`)
    const kept = proofs.filter((proof) => proof.stopId === stopId).length
    if (kept !== photos) faults.push(`${line1} has ${kept} of ${photos} photos`)
  }
  return faults
}

/** What the tracking page says that is not so; null when nothing. */
export async function trackedFault(api: string, stop: MeantStop, { heading }: Meaning): Promise<string | null> {
  const response = await fetch(new URL(`${stop.tracking}/now`, api))
  const { data } = (await response.json()) as { data: { html: string } }
  const said = data.html.replaceAll(/<[^>]*>/g, ' ').trim()
  const claims: [RegExp, boolean][] = [
    [/^Delivered at/, stop.state === 'DELIVERED'],
    [/^We could not deliver/, stop.state === 'FAILED'],
    [/^The driver is at your address/, stop.arrived || stop.state === 'DELIVERED' || stop.state === 'FAILED'],
    [/on the way to you/, heading === stop && stop.state === 'OPEN'],
    [/won’t come as planned/, stop.state === 'SKIPPED'],
  ]
  const untrue = claims.find(([words, isSo]) => words.test(said) && !isSo)
  return untrue ? `the page of ${stop.line1}, ${stop.state}, says: ${said.slice(0, 80)}` : null
}
