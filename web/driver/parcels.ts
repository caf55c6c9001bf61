// Pieces on other vehicles, cached on the phone for a yard without reception.
import type { OtherVehiclePieces } from '../../src/contract/driver.ts'
import { CACHE } from './keep-for-offline.ts'
import { request } from './server.ts'

const PATIENCE_MS = 8_000

/** Reads the pieces on other vehicles. If there is no response, returns the last known pieces. */
export async function fetchOtherParcels(token: string): Promise<OtherVehiclePieces> {
  const kept = 'caches' in window ? await caches.open(CACHE).catch(() => null) : null
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const asked = await request('GET /d/{token}/parcels', { params: { token }, signal }).catch(() => null)
  if (asked?.ok) await kept?.put(asked.url, asked.clone()).catch(() => {})
  const known = asked?.ok ? asked : await kept?.match(`/d/${token}/parcels`)
  return known ? ((await known.json()) as { data: OtherVehiclePieces }).data : []
}
