// npm run bench roads -- --extract FILE.osm.pbf (or --city 320) [--costing CAR] [--sides 61,300] [--legs 500] [--table
// FILE.json] [--hours] [--limits]
// Creates the road file of an extract, loads it and computes tables between random locations, each in CPU seconds of
// one thread. Compares with Valhalla's library if it is installed (valhalla-library.ts). --legs compares random legs
// with a plain search, --table compares times and distances with a real table.
// --hours gives streets of a synthetic city hours, and compares plans with and without these hours.
// --limits compares legs of a truck with its own size on the extract with a plain search. If --city is set, it compares tables on
// a city that has limits and hours with tables on a city that has no limits.
import { openingHoursReader } from '../../src/adapters/regions/opening-hours.ts'
import { extractEntries, readExtract } from '../../src/adapters/regions/read-extract.ts'
import { COSTINGS } from '../../src/domain/planning/costing.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { buildRoadFile } from '../../src/roads/build.ts'
import { type Drives, openDrives } from '../../src/roads/drives.ts'
import { spotsOf } from '../../src/roads/ends.ts'
import { networkFor } from '../../src/roads/graph/network.ts'
import { UNITS_A_DEGREE } from '../../src/roads/read/read-roads.ts'
import { readTogetherWith } from '../../src/roads/profile.ts'
import { cutIntoSegments, type Segments } from '../../src/roads/read/segments.ts'
import { legErrors, planAndDrive } from '../distances/measure.ts'
import { readRoadTable } from '../distances/road-table.ts'
import { seeded } from '../random.ts'
import { requirePathOption } from '../path-given.ts'
import { plainRoads, type RawMap } from './plain-drives.ts'
import { planWithHours } from './plan-with-hours.ts'
import { pricesOf } from './prices.ts'
import { syntheticRoads } from './synthetic.ts'
import { valhallaRoads } from './valhalla-library.ts'
import { checkTruckLegs, compareTables } from './vehicle-limits.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({
  extract: '',
  city: 0,
  costing: 'CAR',
  sides: '61,300,1000,3000',
  legs: 0,
  table: '',
  hours: false,
  limits: false,
  seed: 1,
})
if (options.limits) {
  if (options.city > 0) await compareTables(options.city, 300, 7)
  else if ((await checkTruckLegs(extractGiven(), options.legs || 2_000, options.seed)) > 0) process.exitCode = 1
  process.exit()
}
const costing = COSTINGS.find((one) => one === options.costing) ?? 'CAR'
const VEHICLES = 8
const SEEDS = [1, 2]
const random = seeded(options.seed)

const { roads, segments } = await timed('read the roads', async () => {
  const costings = readTogetherWith(costing)
  if (options.city === 0) return readExtract(extractGiven(), undefined, undefined, costings)
  const readHours = options.hours ? { readHours: await openingHoursReader(new Date()) } : {}
  const city = syntheticRoads(options.city, { ...readHours, costings })
  return { roads: city, segments: cutIntoSegments(city) }
})
let states = 0
const parts = await timed(`contracted for ${costing}`, () =>
  buildRoadFile(roads, segments, costing, {}, ({ of }) => {
    states = of
  }),
)
const bytes = parts.reduce((sum, part) => sum + part.length, 0)
console.log(`  ${states} states, ${segments.count} segments, a file of ${(bytes / 1e6).toFixed(1)} MB`)
console.log(`  at most ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB of memory`)
if (states === 0) throw new Error('the extract has no network of roads')
const whole = new Uint8Array(bytes)
let written = 0
for (const part of parts) {
  whole.set(part, written)
  written += part.length
}
const drives = await timed('loaded the file', () => openDrives(whole.buffer))

const sides = options.sides.split(',').map(Number)
const places = placesOn(segments, drives, Math.max(...sides))
drives.table(places.slice(0, 20))
for (const side of sides) {
  const { durations } = await timed(`table of ${side} × ${side}`, () => drives.table(places.slice(0, side)))
  const closed = durations.filter((leg) => leg === Infinity).length
  if (closed > 0) console.log(`  ${closed} of ${durations.length} legs have no route`)
}
if (options.extract) await besideValhalla(options.extract)
if (options.legs > 0) await checkLegs(options.legs)
if (options.table) compare(options.table)
if (options.hours) await planWithHours(drives, places, seeded(options.seed))

function extractGiven(): string {
  return requirePathOption('extract', options.extract, 'an OpenStreetMap extract (.osm.pbf)')
}

/** Computes the same tables with Valhalla's library, up to 300 locations, because larger ones take over a minute. */
async function besideValhalla(extract: string): Promise<void> {
  const valhalla = await valhallaRoads(extract)
  if (!valhalla) return console.log("  Valhalla's library is not installed: nothing to compare with")
  for (const side of sides.filter((each) => each <= 300))
    await timed(`table of ${side} × ${side} by Valhalla's library`, () =>
      valhalla.table(places.slice(0, side), costing),
    )
  valhalla.close()
}

/** Returns random locations on the roads. */
function placesOn({ count, firstPoint, lats, lngs }: Segments, on: Drives, wanted: number): Point[] {
  const found: Point[] = []
  while (found.length < wanted) {
    const point = firstPoint[Math.floor(random() * count)] ?? 0
    const away = () => (random() - 0.5) * 4e-4
    const at = {
      lat: (lats[point] ?? 0) / UNITS_A_DEGREE + away(),
      lng: (lngs[point] ?? 0) / UNITS_A_DEGREE + away(),
    }
    if (on.snap(at)) found.push(at)
  }
  return found
}

/** Compares each leg of the table and each drive with a plain search on the raw extract. */
async function checkLegs(legs: number): Promise<void> {
  const prices = pricesOf(networkFor(roads, segments, costing), segments.decimeters)
  const plain = plainRoads(await rawOf(extractGiven()), costing, prices)
  if (plain?.pieces !== segments.count) throw new Error(`${plain?.pieces} pieces of road for ${segments.count}`)
  const each = 50
  let [wrong, checked] = [0, 0]
  while (checked < legs) {
    const some = Array.from({ length: each + 1 }, () => places[Math.floor(random() * places.length)] as Point)
    const { durations, distances } = drives.table(some)
    const [first, ...rest] = some.map((point) => drives.snap(point))
    const plainTo = first && plain.from(spotsOf(first))
    for (const [i, to] of rest.entries()) {
      if (!plainTo || !to || checked === legs) continue
      checked++
      const [centiseconds, decimeters] = plainTo(spotsOf(to)) ?? [Infinity, Infinity]
      const expected = [centiseconds / 100, decimeters / 10].join()
      const drive = drives.drive(some[0] as Point, some[i + 1] as Point)
      const found = [durations[i + 1], distances[i + 1]].join()
      if (found === expected && expected === [drive?.seconds ?? Infinity, drive?.meters ?? Infinity].join()) continue
      wrong++
      console.log(`  WRONG: ${JSON.stringify([some[0], some[i + 1]])} is ${found} instead of ${expected}`)
    }
  }
  console.log(`${checked} random legs compared with a plain search: ${wrong} differ`)
  if (wrong > 0) process.exitCode = 1
}

async function rawOf(path: string): Promise<RawMap> {
  const ways: RawMap['ways'][number][] = []
  const relations: RawMap['relations'][number][] = []
  const nodes = new Map<number, Record<string, string>>()
  for await (const block of extractEntries(path, ['node', 'way', 'relation']))
    for (const entry of block) {
      const { tags = {} } = entry
      if (entry.type === 'node') nodes.set(entry.id, tags)
      else if (entry.type === 'way') ways.push({ id: entry.id, refs: entry.refs, tags })
      else relations.push({ members: entry.members, tags })
    }
  return { ways, relations, nodes }
}

function compare(path: string): void {
  const real = readRoadTable(path)
  const own = drives.table(real.points)
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  for (const kind of ['durations', 'distances'] as const) {
    const { median, ninetieth } = legErrors(own[kind], real[kind])
    console.log(
      `${kind} against ${real.points.length} real points: median ${percent(median)}, 90 % within ${percent(ninetieth)}`,
    )
  }
  const lost = own.durations.filter((leg, i) => leg === Infinity && Number.isFinite(real.durations[i])).length
  console.log(`  ${lost} legs have a route there but not here`)
  for (const [name, plan] of Object.entries({ 'the real table': real, 'own roads': { ...own, points: real.points } })) {
    const runs = SEEDS.map((seed) => planAndDrive(plan, real, VEHICLES, seed))
    const minutes = runs.reduce((sum, run) => sum + run.realMinutes, 0) / runs.length
    console.log(`planned on ${name} for ${VEHICLES} vehicles: ${minutes.toFixed(1)} real minutes`)
  }
}

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  console.log(`${what}: ${((user + system) / 1e6).toFixed(2)} CPU s`)
  return result
}
