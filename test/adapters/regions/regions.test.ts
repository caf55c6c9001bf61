import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { legErrors } from '../../../bench/distances/measure.ts'
import { readRoadTable } from '../../../bench/distances/road-table.ts'
import { addRegion } from '../../../src/adapters/regions/add-region.ts'
import { readPreparing } from '../../../src/adapters/regions/preparing.ts'
import { openRegionRoads } from '../../../src/adapters/regions/region-roads.ts'
import { fetchDueGeometry } from '../../../src/app/routes/route-geometry.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { RouteWithStops, WaysOut } from '../../../src/contract/routes.ts'
import { commands } from '../../../src/cli/commands.ts'
import { connect } from '../../../src/cli/connect.ts'
import { readConfig } from '../../../src/config.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import type { Point } from '../../../src/domain/orders/order.ts'
import { ROADS_201, WASHINGTON } from '../../helpers/data.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { writeExtract } from '../../helpers/osm-extract.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService, TEST_SECRET } from '../../helpers/service.ts'
import { until } from '../../helpers/until.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-regions-'))
after(() => rmSync(dataDir, { recursive: true }))
const real = readRoadTable(ROADS_201)
const soon = () => AbortSignal.timeout(60_000)
const regionDir = path.join(dataDir, 'regions', 'washington-nw')

const service = await startService({ env: { DATA_DIR: dataDir } })
/** Runs an operator's command. Rejects with the error that the command would print. */
const run = async (name: string, ...args: string[]): Promise<Record<string, unknown>> => {
  const environment = { DATABASE_URL: service.databaseUrl, APP_SECRET: TEST_SECRET, DATA_DIR: dataDir }
  const config = readConfig(environment)
  const database = await connect(config, 'borrow', { info: () => {}, error: () => {} }, { asIs: true })
  const at = { app: service.app, database, config, input: async () => '' }
  return (await commands[name]?.prepare(args)(at)) as Record<string, unknown>
}
/** Distance source of the running service, which started before there was any region. */
const source = async (): Promise<string> => {
  const response = await fetch(`${service.url}/api/v1/health`)
  return ((await response.json()) as { data: { distance_source: string } }).data.distance_source
}

test('a file that is not a complete extract is refused with a reason, and nothing is added', async () => {
  const broken = path.join(dataDir, 'broken.osm.pbf')
  const whole = readFileSync(WASHINGTON)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(300_000) ^ 16, 300_000)
  for (const [bytes, fault] of [
    ['', /broken\.osm\.pbf is empty/],
    ['no extract', /is not an OpenStreetMap extract .* It does not begin like one/],
    [gzipSync(whole), /compressed \(gzip\): unpack it first/],
    ['%PDF-1.7\n', /It is a PDF file/],
    ['<?xml version="1.0"?><osm/>', /It is XML or a web page/],
    [whole.subarray(0, HEAD_BYTES), /has no roads/],
    [flipped, /is damaged or was cut off\. Download it again/],
    [whole.subarray(0, 100), /is damaged or was cut off/],
    [whole.subarray(0, 300_000), /is damaged or was cut off/],
  ] as const) {
    writeFileSync(broken, bytes)
    await assert.rejects(run('add-region', '--from', broken), fault)
  }
  await assert.rejects(run('add-region', '--from', dataDir), /is a folder/)
  await assert.rejects(run('add-region', '--from', '/nowhere.osm.pbf'), /There is no file/)
  await assert.rejects(run('add-region', '--from', WASHINGTON, '--name', '../up'), /lower-case letters/)
  assert.deepEqual(await run('list-regions'), { regions: [] })
  const [failed] = readPreparing(dataDir, new Date())
  assert.deepEqual([failed?.name, failed?.source, failed?.stage], ['broken', 'broken.osm.pbf', 'READ'])
  assert.match(failed?.fault ?? '', /is damaged or was cut off/)
  await run('remove-region', '--name', 'broken')
  assert.deepEqual(readPreparing(dataDir, new Date()), [])
})

test('if the addresses can’t be imported, the files that are being made are removed', async () => {
  const regions = path.join(dataDir, 'regions')
  const adding = addRegion({
    dataDir,
    file: WASHINGTON,
    clock: () => new Date(),
    progress: () => {},
    addresses: {
      importedCount: () => Promise.resolve(null),
      replace: async () => {
        await sleep(500)
        throw new Error('The database is full.')
      },
    },
  })
  await assert.rejects(adding, /The database is full/)
  assert.deepEqual(
    readdirSync(regions).filter((name) => name !== '.preparing'),
    [],
  )
  const [failed] = readPreparing(dataDir, new Date())
  assert.deepEqual([failed?.name, failed?.fault], ['washington-nw', 'The database is full.'])
  await run('remove-region', '--name', 'washington-nw')
})

/** Bytes of the extract's header, which has no nodes or ways. */
const HEAD_BYTES = 92

test('a region is added once, and a running service plans on it', async () => {
  assert.deepEqual([await source(), service.app.geocoder.name], ['straight_line', 'none'])
  const added = await run('add-region', '--from', WASHINGTON)
  assert.deepEqual(
    readPreparing(dataDir, new Date()).filter(({ name }) => name === 'washington-nw'),
    [],
  )
  assert.deepEqual([added['name'], added['source'], added['changed']], ['washington-nw', 'washington-nw.osm.pbf', true])
  while ((await source()) !== 'local') await sleep(100)
  assert.equal(service.app.geocoder.name, 'local')
  const files = readdirSync(regionDir)
  assert.equal(files.length, 5, `${files.join()}: roads for three kinds of vehicles, the map, and the description`)
  assert.equal((await fetch(`${service.url}/map/style.json`)).status, 200)
  const map = await fetch(`${service.url}/map/regions/washington-nw.pmtiles`, { headers: { range: 'bytes=0-6' } })
  assert.deepEqual([map.status, await map.text()], [206, 'PMTiles'])
  const again = await run('add-region', '--from', WASHINGTON)
  assert.deepEqual([again['changed'], again['added_at']], [false, added['added_at']])
})

test('tables are close to Valhalla’s, trucks have their own, and legs outside the map are unknown', async () => {
  const roads = openRegionRoads(dataDir)
  after(() => roads.close())
  const { durations, distances, roadMeters } = await roads.table(real.points, soon())
  assert.ok(legErrors(durations, real.durations).median < 0.08)
  assert.ok(legErrors(distances, real.distances).median < 0.04)
  assert.ok(roadMeters?.every((meters) => meters !== null && meters < 500))
  const trucks = await roads.table(real.points.slice(0, 10), soon(), { costing: 'TRUCK' })
  assert.ok((trucks.durations[1] as number) > (durations[1] as number), 'a truck takes longer')
  const bikes = await roads.table(real.points.slice(0, 10), soon(), { costing: 'BICYCLE' })
  const speeds = [...bikes.durations.keys()]
    .filter((i) => i % 11 !== 0)
    .map((i) => bikes.distances[i]! / bikes.durations[i]!)
  assert.ok(
    speeds.every((speed) => speed * 3.6 > 8 && speed * 3.6 <= 17.1),
    'a cargo bike drives at most 17 km/h',
  )
  const [one, two] = real.points as [(typeof real.points)[0], (typeof real.points)[0]]
  const withSea = await roads.table([one, { lat: 10, lng: 10 }, two], soon())
  assert.deepEqual([withSea.durations[1], withSea.roadMeters?.[1]], [Number.NaN, null])
  assert.ok(Number.isFinite(withSea.durations[2]))
  const ways = await roads.ways([one, two, { lat: 10, lng: 10 }], soon())
  assert.equal(ways[1], null)
  const [begin, end] = [ways[0]?.[0], ways[0]?.at(-1)]
  assert.ok(begin && end && straightLineMeters(begin, one) < 100 && straightLineMeters(end, two) < 100)
})

test('a day of more than 61 locations is planned, moved by hand and drawn on its roads', async () => {
  const shop = await service.business()
  const [depot, ...doors] = real.points.slice(100, 171) as [(typeof real.points)[0], ...typeof real.points]
  await addDepot(service.app, shop.businessId, { lat: depot.lat, lng: depot.lng })
  for (const name of ['One', 'Two']) await addVehicle(service.app, shop.businessId, { name })
  const date = dateIn(service, 1)
  for (const [i, { lat, lng }] of doors.entries())
    await shop.post('/orders', orderBody({ delivery_date: date, address: { line1: `${i} Road`, lat, lng } }))
  type Built = { routes: RouteWithStops[]; distances_estimated: boolean; distance_source: string }
  const { body } = await shop.post<Built>('/routes/build', { date, options: { time_limit_seconds: 1 } })
  assert.deepEqual([body.data.distance_source, body.data.distances_estimated], ['local', false])
  const route = body.data.routes[0] as RouteWithStops
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const reverse = async (): Promise<RouteWithStops> => {
    const shown = await office.get<DayOut>(`/day?date=${encodeURIComponent(date)}`)
    const { version } = shown.body.data.routes.find(({ route_uuid }) => route_uuid === route.route_uuid) ?? {}
    const answer = await office.post<RouteWithStops>(`/routes/${route.route_uuid}/reverse`, { version })
    assert.equal(answer.status, 200, answer.body.message)
    return answer.body.data
  }
  let reversed = await reverse()
  // On a busy machine, some legs come too late for the response, but are cached for the next one.
  while (reversed.distances_estimated) {
    await reverse()
    reversed = await reverse()
  }
  assert.notEqual(reversed.drive_minutes, route.drive_minutes)
  while (await fetchDueGeometry(service.app));
  const drawn = await office.get<WaysOut>(`/day/ways?date=${encodeURIComponent(date)}`)
  assert.equal(drawn.body.data.pending, false)
  assert.ok(drawn.body.data.routes.every(({ legs }) => legs.every((leg) => leg !== null)))
})

/** Far from any road of the region, and about 4 km from the nearest road. */
const HONOLULU = { lat: 21.31, lng: -157.86 }
const OFF_SHORE = { lat: 38.93, lng: -77.135 }

test('a build outside all regions plans on estimates, which its routes and the plan show', async () => {
  type Built = {
    routes: RouteWithStops[]
    unassigned: unknown[]
    distances_estimated: boolean
    estimate_reason: string | null
  }
  const inside = real.points.slice(100, 104)
  const outside = [0, 1, 2].map((i) => ({ lat: HONOLULU.lat + i / 100, lng: HONOLULU.lng }))
  const frozen = { temperature_class: 'FROZEN' }
  const build = async (depot: Point, doors: readonly (readonly [Point, object?])[]) => {
    const shop = await service.business()
    await addDepot(service.app, shop.businessId, { lat: depot.lat, lng: depot.lng })
    await addVehicle(service.app, shop.businessId, { name: 'Dry' })
    await addVehicle(service.app, shop.businessId, {
      name: 'Cold',
      temperatureClasses: ['FROZEN'],
      shift: ['00:00', '23:59'],
    })
    const date = dateIn(service, 1)
    for (const [i, [{ lat, lng }, more]] of doors.entries())
      await shop.post('/orders', orderBody({ delivery_date: date, address: { line1: `${i} Road`, lat, lng }, ...more }))
    return (await shop.post<Built>('/routes/build', { date, options: { time_limit_seconds: 1 } })).body.data
  }
  const marked = ({ routes }: Built) =>
    Object.fromEntries(routes.map(({ vehicle, distances_estimated }) => [vehicle.name, distances_estimated]))

  const all = await build(outside[0] as Point, [[outside[1] as Point], [outside[2] as Point]])
  assert.deepEqual([all.unassigned, all.distances_estimated, all.estimate_reason], [[], true, 'OUTSIDE_REGIONS'])
  assert.deepEqual(marked(all), { Dry: true })

  const beyond = { lat: 38.93, lng: -77.25 }
  const some = await build(inside[0] as Point, [[inside[1] as Point], [inside[2] as Point], [beyond, frozen]])
  assert.deepEqual([some.unassigned, some.distances_estimated, some.estimate_reason], [[], true, 'OUTSIDE_REGIONS'])
  assert.deepEqual(marked(some), { Dry: false, Cold: true })

  const hole = await build(beyond, [[inside[1] as Point], [inside[2] as Point]])
  assert.deepEqual([hole.unassigned, hole.distances_estimated, hole.estimate_reason], [[], true, 'OUTSIDE_REGIONS'])
  assert.deepEqual(marked(hole), { Dry: true })
})

test('the engine returns how far locations were moved to a road if more than 100 m', async () => {
  const shop = await service.business()
  const [depot, near] = real.points.slice(100, 102) as [Point, Point]
  type Solved = {
    routes: { start_snapped_meters?: number; stops: { id: string; snapped_meters?: number }[] }[]
    unassigned: { id: string; snapped_meters?: number }[]
    distances_estimated: boolean
  }
  const at = ({ lat, lng }: Point) => ({ lat, lng })
  const solve = async (start: Point, stops: object[]) =>
    (
      await shop.post<Solved>('/optimize', {
        depot: at(start),
        vehicles: [{ id: 'v' }],
        stops,
        options: { iterations: 100 },
      })
    ).body.data
  const moved = await solve(depot, [
    { id: 'near', ...at(near) },
    { id: 'islet', ...OFF_SHORE },
    { id: 'never', ...OFF_SHORE, required_skills: ['wings'] },
  ])
  const stops = Object.fromEntries(moved.routes[0]?.stops.map(({ id, snapped_meters }) => [id, snapped_meters]) ?? [])
  const meters = stops['islet'] ?? 0
  assert.ok(meters > 3_000 && meters < 5_000, `${meters} m`)
  assert.deepEqual([stops['near'], moved.routes[0]?.start_snapped_meters], [undefined, undefined])
  assert.deepEqual(
    moved.unassigned.map(({ id, snapped_meters }) => [id, snapped_meters]),
    [['never', meters]],
  )
  assert.equal(moved.distances_estimated, false)
  const fromIslet = await solve(OFF_SHORE, [{ id: 'near', ...at(near) }])
  assert.equal(fromIslet.routes[0]?.start_snapped_meters, meters)
})

test('only legs between two adjacent regions are estimated, and their route shows that', async () => {
  const west = path.join(dataDir, 'west.osm.pbf')
  const [lat, lng] = [38.95, -77.4]
  await writeExtract(west, {
    nodes: { 1: [lat, lng], 2: [lat, lng + 0.01], 3: [lat + 0.01, lng + 0.01], 4: [lat + 0.01, lng] },
    ways: { 9: { refs: [1, 2, 3, 4, 1], tags: { highway: 'residential', name: 'Far Lane' } } },
  })
  await run('add-region', '--from', west)
  const roads = openRegionRoads(dataDir)
  after(() => roads.close())
  const shop = await service.business()
  const [depot, ...doors] = real.points.slice(100, 105) as [(typeof real.points)[0], ...typeof real.points]
  await addDepot(service.app, shop.businessId, depot)
  await addVehicle(service.app, shop.businessId, { name: 'Near' })
  await addVehicle(service.app, shop.businessId, { name: 'Far', temperatureClasses: ['FROZEN'] })
  const date = dateIn(service, 1)
  const order = async (line1: string, at: Point, more: object = {}) =>
    shop.post('/orders', orderBody({ delivery_date: date, address: { line1, ...at }, ...more }))
  for (const [i, door] of doors.entries()) await order(`${i} Road`, { lat: door.lat, lng: door.lng })
  const frozen = { temperature_class: 'FROZEN' }
  await order('1 Far Lane', { lat, lng: lng + 0.004 }, frozen)
  await order('2 Far Lane', { lat: lat + 0.01, lng: lng + 0.004 }, frozen)
  type Built = { routes: RouteWithStops[]; distances_estimated: boolean; estimate_reason: string }
  const build = async () => (await shop.post<Built>('/routes/build', { date, options: { time_limit_seconds: 1 } })).body
  // A running service checks for new regions every few seconds.
  let built = await build()
  await until('both regions are used', async () => {
    if (built.data.estimate_reason === 'BETWEEN_REGIONS') return true
    for (const { route_uuid } of built.data.routes) await shop.post(`/routes/${route_uuid}/cancel`)
    built = await build()
    return false
  })
  const of = (name: string) => built.data.routes.find(({ vehicle }) => vehicle.name === name) as RouteWithStops
  assert.equal(built.data.distances_estimated, true)
  assert.deepEqual([of('Near').distances_estimated, of('Far').distances_estimated], [false, true])
  const [one, two] = of('Far').stops.map(({ address }): Point => ({ lat: address.lat ?? 0, lng: address.lng ?? 0 }))
  const { durations } = await roads.table([depot, one as Point, two as Point], soon())
  assert.deepEqual(
    [durations[1], durations[5]].map((leg) => Number.isFinite(leg)),
    [false, true],
  )
  const legs = await roads.own?.legs([depot, one as Point, two as Point], soon())
  assert.deepEqual([legs?.[0], legs?.[1]?.seconds], [null, durations[5]])
  await run('remove-region', '--name', 'west')
})

test('a process without the region reports that in health and in its estimated plans', async () => {
  const other = await startService({ beside: service, env: { DISTANCES: 'local' } })
  const health = (await (await fetch(`${other.url}/api/v1/health`)).json()) as {
    data: { checks: { distances: { status: string; detail?: string } } }
  }
  const { status, detail } = health.data.checks.distances
  assert.deepEqual([status, detail], ['down', 'No region is added.'])
  const shop = await other.business()
  await addDepot(other.app, shop.businessId)
  await addVehicle(other.app, shop.businessId)
  const date = dateIn(other, 1)
  await shop.post('/orders', orderBody({ delivery_date: date }))
  type Built = { distances_estimated: boolean; estimate_reason: string; distance_source: string }
  const { body } = await shop.post<Built>('/routes/build', { date, options: { time_limit_seconds: 1 } })
  const { distances_estimated, estimate_reason, distance_source } = body.data
  assert.deepEqual([distances_estimated, estimate_reason, distance_source], [true, 'PROVIDER_DOWN', 'straight_line'])
})

test('a region with a damaged file is reported, and planning continues with estimates', async () => {
  const file = path.join(regionDir, readdirSync(regionDir).find((name) => name.startsWith('car')) as string)
  const whole = readFileSync(file)
  const roads = openRegionRoads(dataDir)
  after(() => roads.close())
  const bytes = Buffer.from(whole)
  bytes.writeUInt8((bytes.readUInt8(bytes.length >> 1) + 1) % 256, bytes.length >> 1)
  writeFileSync(file, bytes)
  try {
    await assert.rejects(roads.table(real.points.slice(0, 3), soon()), /damaged: add the region again/)
  } finally {
    writeFileSync(file, whole)
  }
})

test('a region is removed with all its files', async () => {
  await assert.rejects(run('remove-region', '--name', 'elsewhere'), /There is no region "elsewhere"/)
  assert.deepEqual(await run('remove-region', '--name', 'washington-nw'), { name: 'washington-nw' })
  assert.equal(existsSync(regionDir), false)
  while ((await source()) !== 'straight_line') await sleep(100)
  assert.equal(service.app.geocoder.name, 'none')
  assert.equal((await fetch(`${service.url}/map/style.json`)).status, 204)
})
