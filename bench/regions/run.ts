// npm run bench regions -- [--sides 150,300]
// Measures the cost of adding a region. The regions are synthetic cities with this number of crossings per side, each
// crossing with 13 nodes and 3 houses with an address, added from a file like add-region does. A side of 1,414 has the
// crossings of a large US state. CPU seconds and memory are those of this process, and of PostgreSQL on Linux. The memory
// of this process is the maximum since it started, so measure one side per run.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { addRegion } from '../../src/adapters/regions/add-region.ts'
import { filesOf, pathOf } from '../../src/adapters/regions/region-folder.ts'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { openRegionAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import { migrate } from '../../src/store/migrate.ts'
import { startOwnDatabase } from '../proof/own-database.ts'
import { seeded } from '../random.ts'
import { kindOf } from '../roads/synthetic.ts'
import { openExtract } from './extract-writer.ts'
import { parseOptions } from '../given-options.ts'

const BLOCK_DEGREES = 0.001
const HOUSES = 3
const CORNERS = [
  [0, 0],
  [0, 0.0001],
  [0.0001, 0.0001],
  [0.0001, 0],
] as const
/** Unit of the times in /proc. */
const TICKS_A_SECOND = 100

const options = parseOptions({ sides: '150,300' })
const dir = mkdtempSync(path.join(os.tmpdir(), 'rm-bench-'))
const database = await startOwnDatabase({ hasty: true })
await migrate(database.url)
try {
  console.log(
    '| nodes | crossings | s | CPU s | CPU s of PostgreSQL | peak, MB | begin of each shown stage, s | on disk |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const side of options.sides.split(',').map(Number)) await measure(side)
} finally {
  await database.end()
  rmSync(dir, { recursive: true })
}

async function measure(side: number): Promise<void> {
  const file = path.join(dir, `city-${side}.osm.pbf`)
  const nodes = writeCity(file, side)
  const stages = new Map<string, string>()
  const [cpu, began, database0] = [process.cpuUsage(), performance.now(), await databaseCpuSeconds()]
  const seconds = (): string => ((performance.now() - began) / 1e3).toFixed(1)
  const { region } = await addRegion({
    dataDir: dir,
    file,
    clock: () => new Date(),
    progress: ({ stage }) => {
      if (!stages.has(stage)) stages.set(stage, seconds())
    },
    addresses: openRegionAddresses(database.url, extractEntries),
  })
  const all = seconds()
  const { user, system } = process.cpuUsage(cpu)
  const bytes = filesOf(region).map((name) => `${name.split('-')[0]} ${megabytes(pathOf(dir, region, name))} MB`)
  const columns = [
    nodes,
    side * side,
    all,
    ((user + system) / 1e6).toFixed(1),
    ((await databaseCpuSeconds()) - database0).toFixed(1),
    Math.round(process.resourceUsage().maxRSS / 1_024),
    [...stages].map((one) => one.join(' ')).join(', '),
    `extract ${megabytes(file)} MB, ${bytes.join(', ')}, database ${await databaseMegabytes()} MB`,
  ]
  console.log(`| ${columns.join(' | ')} |`)
}

/** Writes a city with `side` crossings per side. Returns the number of its nodes. */
function writeCity(file: string, side: number): number {
  const random = seeded(11)
  const extract = openExtract(file)
  const crossing = (row: number, column: number): number => row * side + column + 1
  const houses = side * side * HOUSES
  const corner = (house: number, k: number): number => side * side + house * CORNERS.length + k + 1
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      extract.node(crossing(row, column), 38 + row * BLOCK_DEGREES, -115 + column * BLOCK_DEGREES)
  for (let house = 0; house < houses; house++) {
    const [row, column] = [Math.floor(house / HOUSES / side), Math.floor(house / HOUSES) % side]
    const [lat, lng] = [
      38 + (row + 0.15) * BLOCK_DEGREES,
      -115 + (column + 0.2 + 0.25 * (house % HOUSES)) * BLOCK_DEGREES,
    ]
    CORNERS.forEach(([north, east], k) => extract.node(corner(house, k), lat + north, lng + east))
  }
  let wayId = 0
  for (const across of [true, false])
    for (let line = 0; line < side; line++) {
      const highway = kindOf(line)
      const tags = {
        highway,
        name: across ? `${line} Street` : `${line} Avenue`,
        ...(line % 3 === 0 && { oneway: 'yes' }),
      }
      for (let from = 0; from + 1 < side; from += 8) {
        const blocks = Array.from({ length: Math.min(9, side - from) }, (_, i) => from + i)
        if (highway === 'residential' && random() < 0.1) blocks.pop()
        if (blocks.length < 2) continue
        const refs = blocks.map((block) => (across ? crossing(line, block) : crossing(block, line)))
        extract.way(++wayId, line % 6 === 0 ? refs.reverse() : refs, tags)
      }
    }
  for (let house = 0; house < houses; house++) {
    const refs = [0, 1, 2, 3, 0].map((k) => corner(house, k))
    const row = Math.floor(house / HOUSES / side)
    const tags = {
      building: 'house',
      'addr:housenumber': `${1 + (house % (HOUSES * side))}`,
      'addr:street': `${row} Street`,
    }
    extract.way(++wayId, refs, { ...tags, 'addr:city': 'Gridville', 'addr:state': 'NV', 'addr:postcode': '89999' })
  }
  extract.close()
  return side * side * (1 + HOUSES * CORNERS.length)
}

function megabytes(file: string): number {
  return Math.round(statSync(file).size / 1e6)
}

async function databaseMegabytes(): Promise<number> {
  const [{ bytes } = { bytes: '0' }] = await query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return Math.round(Number(bytes) / 1e6)
}

/** Returns the processor time of PostgreSQL and its ended processes. NaN if the system is not Linux. */
async function databaseCpuSeconds(): Promise<number> {
  const [{ data_directory: folder } = { data_directory: '' }] = await query<{ data_directory: string }>(
    'show data_directory',
  )
  try {
    const [main = ''] = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
    // Field 14 to 17 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, after the name in parentheses.
    const stat = readFileSync(`/proc/${main}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
  } catch {
    return Number.NaN
  }
}

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}
