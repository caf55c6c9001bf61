// Loads all zones of the business.
import type { ZoneOut } from '../../../src/contract/zones.ts'
import { call } from '../../api/client.ts'

/** Loads page after page. Each page starts after the last zone of the previous page. */
export async function allZones({ signal }: { signal: AbortSignal }): Promise<ZoneOut[]> {
  const zones: ZoneOut[] = []
  for (let last: ZoneOut | undefined; ; last = zones.at(-1)) {
    const query = last && { after_name: last.name, after_uuid: last.zone_uuid }
    const part = await call('GET /zones', { query, signal })
    if (part.length === 0) return zones
    zones.push(...part)
  }
}
