// Wires the configured road distances.
import { googleRoutes } from './adapters/distances/google-routes.ts'
import { osrm } from './adapters/distances/osrm.ts'
import { valhalla } from './adapters/distances/valhalla.ts'
import { openRegionRoads } from './adapters/regions/region-roads.ts'
import type { RoadDistances } from './app/ports/roads.ts'
import type { Config } from './config.ts'

/** Opens the configured road distances. Null if there is neither a provider nor a region. */
export function openDistances({
  distances,
  dataDir,
  streetHours,
}: Pick<Config, 'distances' | 'dataDir' | 'streetHours'>): RoadDistances | null {
  if (distances.kind === 'none') return null
  if (distances.kind === 'regions') {
    const regions = openRegionRoads(dataDir, undefined, { keepsHours: streetHours })
    return distances.required || regions.isThere() ? regions : null
  }
  if (distances.kind === 'google') return googleRoutes(distances.url, distances.key)
  return distances.kind === 'osrm' ? osrm(distances.url, distances.truckUrl) : valhalla(distances.url)
}
