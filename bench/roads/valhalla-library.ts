// Runs Valhalla's library on an extract, for comparison with our roads. Needs the optional package: npm install
// --no-save @valhallajs/valhallajs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Ask, tableBy } from '../../src/adapters/distances/valhalla.ts'
import type { Costing } from '../../src/domain/planning/costing.ts'
import type { Point } from '../../src/domain/orders/order.ts'

// Hidden from the compiler, which has to work without the package.
const PACKAGE: string = '@valhallajs/valhallajs'
/** Above the library's own limits, for tables of every size. */
const LIMITS = { max_matrix_location_pairs: 100_000_000, max_locations: 10_000 }

type Service = (query: object) => Promise<unknown>
interface Library {
  Actor: new (config: object) => { locate: Service; matrix: Service; route: Service }
  getConfig: (options: { tileDir: string }) => Promise<{ service_limits: Record<string, object> }>
}

export interface ValhallaRoads {
  table(points: readonly Point[], costing: Costing): ReturnType<typeof tableBy>
  close(): void
}

/** Builds the tiles of the extract in a temporary folder. Returns null if the package is not installed. */
export async function valhallaRoads(extract: string): Promise<ValhallaRoads | null> {
  let location: string
  try {
    location = import.meta.resolve(PACKAGE)
  } catch {
    return null
  }
  const library = (await import(PACKAGE)) as Library
  const folder = mkdtempSync(path.join(os.tmpdir(), 'roundsman-valhalla-'))
  const config = await library.getConfig({ tileDir: folder })
  for (const costing of ['auto', 'truck']) Object.assign(config.service_limits[costing] ?? {}, LIMITS)
  const configFile = path.join(folder, 'config.json')
  writeFileSync(configFile, JSON.stringify(config))
  const program = new URL('bin/valhalla-cli.js', location).pathname
  const build = [program, 'build_tiles', '-c', configFile, path.resolve(extract)]
  execFileSync(process.execPath, build, { cwd: folder, stdio: 'ignore' })
  const actor = new library.Actor(config)
  const ask: Ask = (service, body) => actor[service === 'sources_to_targets' ? 'matrix' : service](body)
  return {
    table: (points, costing) => tableBy(ask, points, { costing }),
    close: () => rmSync(folder, { recursive: true }),
  }
}
