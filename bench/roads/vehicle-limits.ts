// Checks drives of a truck with its own size. Random legs on an extract are compared with a plain search that knows the truck.
// Tables on a synthetic city with limits and hours are compared with tables on a city that has none.
import { openingHoursReader } from '../../src/adapters/regions/opening-hours.ts'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import type { RoadVehicle } from '../../src/domain/planning/road-vehicle.ts'
import { buildRoadFile } from '../../src/roads/build.ts'
import { type Drives, openDrives } from '../../src/roads/drives.ts'
import { spotsOf } from '../../src/roads/ends.ts'
import { networkFor } from '../../src/roads/graph/network.ts'
import { readRoads, type Roads, UNITS_A_DEGREE } from '../../src/roads/read/read-roads.ts'
import { cutIntoSegments } from '../../src/roads/read/segments.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { seeded } from '../random.ts'
import { plainRoads, type RawMap } from './plain-drives.ts'
import { wayLevels } from './plain-rules.ts'
import { pricesOf } from './prices.ts'
import { LIMITS, syntheticRoads } from './synthetic.ts'

const TRUCK: RoadVehicle = { costing: 'TRUCK', size: { heightMeters: 3.8, weightTonnes: 12 } }
const PLAIN_TRUCK = { size: { height: 3.8, weight: 12 } }
const LEGS_A_START = 50
const ADDED_SHARE = 0.05
/** Maximum number of random places that are tried for each wanted one. */
const MAX_TRIES = 100

/**
 * Compares random legs of the truck on the unchanged extract, and on the extract with limits added to random ways. Conditions on
 * hours are not read. Returns the number of legs that differ from a plain search or pass a closed way.
 */
export async function checkTruckLegs(extract: string, legs: number, seed: number): Promise<number> {
  let wrong = 0
  for (const isAdded of [false, true]) {
    const { raw, points } = await rawWithPoints(extract, isAdded ? seeded(seed) : null)
    const { roads, segments } = networkOf(raw, points)
    const drives = opened(roads)
    const prices = pricesOf(networkFor(roads, segments, 'TRUCK'), segments.decimeters)
    const plain = plainRoads(raw, 'TRUCK', prices, PLAIN_TRUCK)
    if (plain?.pieces !== segments.count) throw new Error(`${plain?.pieces} pieces of road for ${segments.count}`)
    const closed = closedSteps(raw, points)
    const places = placesOn(roads, drives, legs / 10, seeded(seed + 1))
    const random = seeded(seed + 2)
    const pick = (): Point => places[Math.floor(random() * places.length)]!
    let [checked, differ, through, unreachable] = [0, 0, 0, 0]
    while (checked < legs) {
      const from = pick()
      const plainTo = plain.from(spotsOf(drives.snap(from)!))
      for (let i = 0; i < LEGS_A_START && checked < legs; i++, checked++) {
        const to = pick()
        const [centiseconds, decimeters] = plainTo(spotsOf(drives.snap(to)!)) ?? [Infinity, Infinity]
        const drive = drives.drive(from, to, TRUCK)
        if (!drive) unreachable++
        const isSame = drive?.seconds === centiseconds / 100 && drive.meters === decimeters / 10
        if (!isSame && (drive || centiseconds !== Infinity)) differ++
        if (drive?.line.some((at, step) => step > 0 && closed.has(stepKey(drive.line[step - 1]!, at)))) through++
      }
    }
    wrong += differ + through
    console.log(
      `${checked} legs of a truck of 3.8 m and 12 t${isAdded ? ', with added limits' : ''}: ` +
        `${differ} differ from a plain search, ${through} pass a closed way, ${unreachable} have no route ` +
        `(${roads.ways.requirements.size} ways with limits)`,
    )
  }
  return wrong
}

/** Computes tables for the truck's own size on a city with limits and hours, and the same tables on a city that has none. */
export async function compareTables(side: number, places: number, rounds: number): Promise<void> {
  const plainCity = syntheticRoads(side)
  const city = syntheticRoads(side, { readHours: await openingHoursReader(new Date()), limits: true })
  const [plain, limited] = [opened(plainCity), opened(city)]
  const points = placesOn(plainCity, plain, places, seeded(1))
  const seconds: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    seconds[0].push(await cpuSeconds(() => plain.table(points)))
    seconds[1].push(await cpuSeconds(() => limited.table(points, TRUCK)))
  }
  const [without, withLimits] = seconds.map((all) => all.toSorted((a, b) => a - b)[rounds >> 1]!) as [number, number]
  console.log(
    `table of ${places} × ${places}, median of ${rounds}: ${without.toFixed(3)} CPU s without limits, ` +
      `${withLimits.toFixed(3)} with limits and hours (${(withLimits / without).toFixed(2)} ×)`,
  )
}

function opened(roads: Roads): Drives {
  const parts = buildRoadFile(roads, cutIntoSegments(roads), 'TRUCK')
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return openDrives(whole.buffer)
}

function placesOn(roads: Roads, drives: Drives, wanted: number, random: () => number): Point[] {
  const found: Point[] = []
  for (let tries = 0; found.length < wanted; tries++) {
    if (tries === MAX_TRIES * wanted) throw new Error('hardly any place is near the network of roads')
    const node = roads.wayNodes[Math.floor(random() * roads.wayNodes.length)]!
    const away = () => (random() - 0.5) * 4e-4
    const { lats, lngs } = roads.nodes
    const at = { lat: lats[node]! / UNITS_A_DEGREE + away(), lng: lngs[node]! / UNITS_A_DEGREE + away() }
    if (drives.snap(at)) found.push(at)
  }
  return found
}

/** Reads the raw data of an extract and the location of each node. With `random`, adds limits to random streets. */
async function rawWithPoints(extract: string, random: (() => number) | null) {
  const ways: { id: number; refs: readonly number[]; tags: Tags }[] = []
  const relations: RawMap['relations'][number][] = []
  const nodes = new Map<number, Tags>()
  const points = new Map<number, Point>()
  for await (const block of extractEntries(extract, ['node', 'way', 'relation']))
    for (const entry of block) {
      const { tags = {} } = entry
      if (entry.type === 'node') {
        nodes.set(entry.id, tags)
        points.set(entry.id, { lat: entry.lat, lng: entry.lon })
      } else if (entry.type === 'way') {
        const isLimited = random !== null && isPublicStreet(tags) && random() < ADDED_SHARE
        const added = isLimited ? LIMITS[Math.floor(random() * LIMITS.length)] : {}
        ways.push({ id: entry.id, refs: entry.refs, tags: { ...tags, ...added } })
      } else relations.push({ members: entry.members, tags })
    }
  return { raw: { ways, relations, nodes } satisfies RawMap, points }
}

const STREETS = /^(primary|secondary|tertiary|unclassified|residential)$/
/** Added limits must close a street to larger vehicles, and not open it to them. */
const isPublicStreet = (tags: Tags): boolean =>
  STREETS.test(tags['highway'] ?? '') &&
  !['access', 'vehicle', 'motor_vehicle', 'hgv', 'goods'].some((key) => key in tags)

function networkOf(raw: RawMap, points: ReadonlyMap<number, Point>) {
  const pass = readRoads()
  for (const { id, refs, tags } of raw.ways) pass.way(id, refs, tags)
  for (const relation of raw.relations) pass.relation(relation)
  const nodes = pass.done()
  for (const [id, { lat, lng }] of points) nodes.node(id, lat, lng, raw.nodes.get(id))
  const roads = nodes.done()
  return { roads, segments: cutIntoSegments(roads) }
}

const stepKey = (from: Point, to: Point): string =>
  [from.lat, from.lng, to.lat, to.lng].map((one) => one.toFixed(7)).join()

/** Returns the steps from node to node, in each direction, on which no way lets the truck drive. */
function closedSteps({ ways }: RawMap, points: ReadonlyMap<number, Point>): Set<string> {
  const [open, closed] = [new Set<string>(), new Set<string>()]
  for (const { refs, tags } of ways) {
    const levels = wayLevels(tags, 'TRUCK', [], PLAIN_TRUCK)
    if (!levels) continue
    for (let i = 1; i < refs.length; i++) {
      const [a, b] = [points.get(refs[i - 1]!), points.get(refs[i]!)]
      if (!a || !b) continue
      ;(levels.along > 0 ? open : closed).add(stepKey(a, b))
      ;(levels.against > 0 ? open : closed).add(stepKey(b, a))
    }
  }
  for (const step of open) closed.delete(step)
  return closed
}

async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
