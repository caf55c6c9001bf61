import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { legErrors } from '../../../bench/distances/measure.ts'
import { readRoadTable } from '../../../bench/distances/road-table.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'
import { localRoads } from '../../../src/adapters/distances/local-roads.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { ROADS_61, WASHINGTON } from '../../helpers/data.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const tilesDir = mkdtempSync(path.join(os.tmpdir(), 'rm-roads-'))
after(() => rmSync(tilesDir, { recursive: true }))
const log = { info: () => {}, warn: () => {}, error: () => {} }
const roadsOf = (extract: string) => localRoads({ extract, tilesDir, log })

function hasPackage(): boolean {
  try {
    import.meta.resolve('@valhallajs/valhallajs')
    return true
  } catch {
    return false
  }
}

test('without the optional package it says what to install', (t) => {
  if (hasPackage()) return t.skip('the optional package @valhallajs/valhallajs is installed')
  assert.throws(() => roadsOf(WASHINGTON), /needs the optional package @valhallajs\/valhallajs: npm install/)
})

const skip = hasPackage() ? false : 'the optional package @valhallajs/valhallajs is not installed'

const soon = () => AbortSignal.timeout(60_000)

test('a table of real addresses is that of a Valhalla server, and tiles are made once', { skip }, async () => {
  const real = readRoadTable(ROADS_61)
  const { durations } = await roadsOf(WASHINGTON).table(real.points, soon())
  assert.ok(legErrors(durations, real.durations).median < 0.01)
  const backwards = durations.map((_, at) => durations[(at % 61) * 61 + Math.floor(at / 61)] as number)
  assert.notDeepEqual(durations, backwards, 'each direction is its own')
  const made = readdirSync(tilesDir)
  const [one, two] = real.points
  assert.ok(one && two)
  const { durations: byTruck } = await roadsOf(WASHINGTON).table([one, two], soon(), 'TRUCK')
  assert.ok((byTruck[1] as number) > (durations[1] as number), 'a truck takes longer')
  assert.deepEqual(readdirSync(tilesDir), made)
})

test('ways follow the roads, and a leg that has none is told from those that do', { skip }, async () => {
  const [one, two, three] = readRoadTable(ROADS_61).points
  assert.ok(one && two && three)
  const off = { lat: 10, lng: 10 }
  const [first, second] = await roadsOf(WASHINGTON).ways([one, two, three], soon())
  assert.ok((first?.length ?? 0) > 5 && (second?.length ?? 0) > 5)
  for (const [place, end] of [
    [one, first?.[0]],
    [two, first?.at(-1)],
    [two, second?.[0]],
    [three, second?.at(-1)],
  ] as const)
    assert.ok(end && straightLineMeters(place, end) < 100)
  const ways = await roadsOf(WASHINGTON).ways([one, two, off], soon())
  assert.deepEqual(ways, [first, null])
})

test('a point off the map is unreachable and spoils no other leg', { skip }, async () => {
  const [one, two] = readRoadTable(ROADS_61).points
  assert.ok(one && two)
  const { durations } = await roadsOf(WASHINGTON).table([one, { lat: 10, lng: 10 }, two], soon())
  assert.equal(durations[1], Infinity)
  assert.ok(Number.isFinite(durations[2]))
})

test('the event loop stays free while a table is computed', { skip }, async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  await roadsOf(WASHINGTON).table(readRoadTable(ROADS_61).points, soon())
  clearInterval(timer)
  assert.ok(turns > 20, `${turns} turns`)
})

test('a file that is no extract is refused in words, and leaves nothing behind', { skip }, async () => {
  const broken = path.join(tilesDir, 'broken.osm.pbf')
  writeFileSync(broken, 'no extract')
  const before = readdirSync(tilesDir)
  const [one] = readRoadTable(ROADS_61).points
  await assert.rejects(roadsOf(broken).table([one ?? { lat: 0, lng: 0 }], soon()), /road tiles/)
  assert.deepEqual(readdirSync(tilesDir), before)
  assert.throws(() => roadsOf(path.join(tilesDir, 'absent.osm.pbf')), /ROADS_EXTRACT: there is no file/)
})

test('a build gives a van and a truck the roads and times of each', { skip }, async () => {
  const { points } = readRoadTable(ROADS_61)
  const service = await startService({ replaced: { distances: roadsOf(WASHINGTON) } })
  const shop = await service.business()
  const [depot, ...doors] = points.slice(0, 13)
  assert.ok(depot)
  await addDepot(service.app, shop.businessId, { lat: depot.lat, lng: depot.lng })
  await addVehicle(service.app, shop.businessId, { name: 'Van' })
  await addVehicle(service.app, shop.businessId, { name: 'Truck', costing: 'TRUCK' })
  const date = dateIn(service, 1)
  for (const [i, { lat, lng }] of doors.entries())
    await shop.post('/orders', orderBody({ delivery_date: date, address: { line1: `${i} Road`, lat, lng } }))
  const { body } = await shop.post<{ routes: RouteWithStops[]; distances_estimated: boolean; distance_source: string }>(
    '/routes/build',
    { date, options: { balance: 'STOPS' } },
  )
  assert.deepEqual([body.data.distance_source, body.data.distances_estimated], ['local', false])
  for (const { vehicle, stops, drive_minutes } of body.data.routes) {
    const chain = [depot, ...stops.map(({ address }) => ({ lat: address.lat ?? 0, lng: address.lng ?? 0 })), depot]
    const costing = vehicle.name === 'Truck' ? 'TRUCK' : 'CAR'
    const { durations } = await roadsOf(WASHINGTON).table(chain, soon(), costing)
    const seconds = chain.slice(1).reduce((sum, _, i) => sum + (durations[i * chain.length + i + 1] as number), 0)
    assert.ok(Math.abs(seconds / 60 - drive_minutes) < 0.05, `${vehicle.name}: ${drive_minutes} of ${seconds / 60} min`)
  }
  assert.equal(body.data.routes.length, 2)
})
