import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openingHoursReader } from '../../src/adapters/regions/opening-hours.ts'
import type { Costing } from '../../src/domain/planning/costing.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import type { RoadVehicle } from '../../src/domain/planning/road-vehicle.ts'
import { hoursOfDay } from '../../src/domain/planning/week-hours.ts'
import { openDrives } from '../../src/roads/drives.ts'
import { buildRoadFile } from '../../src/roads/build.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { joined, type MapDescription, type RoadMap, roadMap } from './road-map.ts'

const readHours = await openingHoursReader(new Date(2026, 10, 29))

const NODES: MapDescription['nodes'] = {
  a0: [-2, 0],
  a: [0, 0],
  m: [2, 0],
  b: [4, 0],
  b0: [6, 0],
  x: [2, 2],
  u: [0, 8],
  v: [4, 8],
  w0: [-2, 8],
  z0: [6, 8],
}

/** A street from a over m to b, an alley from m to x that only the street leads to, and a detour around the street. */
const town = (
  tags: Tags,
  more: Partial<Record<'alley' | 'detour', Tags>> = {},
  nodeTags: Record<string, Tags> = {},
) => {
  const description: MapDescription = {
    nodes: NODES,
    nodeTags,
    ways: {
      before: 'a0 a',
      short: { along: 'a m b', tags },
      behind: 'b b0',
      alley: { along: 'm x', ...(more.alley && { tags: more.alley }) },
      round: { along: 'a u v b', ...(more.detour && { tags: more.detour }) },
      outer: 'a0 w0 u',
      outer2: 'v z0 b0',
    },
  }
  return roadMap(description, readHours)
}

const through = (map: RoadMap, costing?: Costing) => map.path(map.between('a0', 'a'), map.between('b', 'b0'), costing)
const into = (map: RoadMap, to: Point, costing?: Costing) => map.path(map.between('a0', 'a'), to, costing)
/** The hours of a Tuesday and of a Sunday, such as `6-11`. 'always' if the location has no hours. */
function hoursAt(map: RoadMap, at: Point, costing: Costing = 'CAR', size?: RoadVehicle['size']): string[] | 'always' {
  const hours = map.drives(costing).hours(at, { costing, ...(size && { size }) })
  if (hours === null) return 'always'
  return [1, 6].map((day) =>
    hoursOfDay(hours.week, day)
      .map(([start, end]) => `${start / 60}-${end / 60}`)
      .join(),
  )
}

test('a pedestrian street that is open to deliveries at some hours is only for its stops, with these hours', () => {
  const signs: Tags[] = [
    { highway: 'pedestrian', motor_vehicle: 'no', 'motor_vehicle:conditional': 'delivery @ (06:00-11:00)' },
    { highway: 'pedestrian', 'motor_vehicle:conditional': 'delivery @ (06:00-11:00)' },
    { highway: 'pedestrian', vehicle: 'no', 'vehicle:conditional': 'delivery @ (06:00-11:00); no @ (snow)' },
    { motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (06:00-11:00)' },
    { access: 'no', 'access:conditional': 'destination @ (06:00-11:00 AND weight < 12)' },
  ]
  for (const tags of signs) {
    const map = town(tags)
    const label = JSON.stringify(tags)
    assert.equal(through(map), 'a u v b', label)
    assert.equal(into(map, map.between('a', 'm')), 'a', label)
    assert.deepEqual(hoursAt(map, map.between('a', 'm')), ['6-11', '6-11'], label)
    assert.deepEqual(hoursAt(map, map.between('m', 'x')), ['6-11', '6-11'], 'the alley is reached only over the street')
    assert.equal(hoursAt(map, map.between('a0', 'a')), 'always')
  }
})

test('hours that depend on the size are those of the vehicle, also in tables', () => {
  const cases: [Tags, Costing, RoadVehicle['size'], string | null][] = [
    [{ 'hgv:conditional': 'no @ (weight > 12 AND 07:00-12:00)' }, 'TRUCK', {}, null],
    [{ 'hgv:conditional': 'no @ (weight > 12 AND 07:00-12:00)' }, 'TRUCK', { weightTonnes: 12 }, null],
    [{ 'hgv:conditional': 'no @ (weight > 12 AND 07:00-12:00)' }, 'TRUCK', { weightTonnes: 18 }, '0-7,12-24'],
    [{ 'hgv:conditional': 'no @ (weight >= 12 AND 07:00-12:00)' }, 'TRUCK', { weightTonnes: 12 }, '0-7,12-24'],
    [{ 'hgv:conditional': 'no @ (weight > 7.5 AND 07:00-12:00)' }, 'TRUCK', { weightTonnes: 7.5 }, null],
    [{ 'hgv:conditional': 'no @ (weight > 7.5 AND 07:00-12:00)' }, 'TRUCK', { heightMeters: 5 }, '0-7,12-24'],
    [{ 'vehicle:conditional': 'no @ (weight > 3.5 AND 07:00-12:00)' }, 'CAR', {}, null],
    [{ 'vehicle:conditional': 'no @ (weight > 3.5 AND 07:00-12:00)' }, 'CAR', { weightTonnes: 60 }, '0-7,12-24'],
    [{ 'vehicle:conditional': 'no @ (height > 5 AND 07:00-12:00)' }, 'CAR', { heightMeters: 5 }, null],
    [{ 'vehicle:conditional': 'no @ (length > 7 AND weight > 3.5 AND 07:00-12:00)' }, 'CAR', { lengthMeters: 8 }, null],
    [
      { 'vehicle:conditional': 'no @ (length > 7 AND weight > 3.5 AND 07:00-12:00)' },
      'CAR',
      { lengthMeters: 8, weightTonnes: 5 },
      '0-7,12-24',
    ],
    [{ 'maxweight:conditional': '3.5 @ (07:00-12:00); 7.5 @ (12:00-13:00)' }, 'CAR', { weightTonnes: 8 }, '0-7,13-24'],
  ]
  for (const [tags, costing, size, expected] of cases)
    for (const map of [town(tags), town({}, {}, { m: { barrier: 'gate', ...tags } })]) {
      const label = JSON.stringify([tags, size])
      const at = map.between('m', 'x')
      const hours = expected === null ? 'always' : [expected, expected]
      assert.deepEqual(hoursAt(map, at, costing, size), hours, label)
      const vehicle: RoadVehicle = { costing, ...(size && { size }) }
      const week = map.drives(costing).hours(at, vehicle)
      const from = map.between('a0', 'a')
      assert.deepEqual(map.drives(costing).table([from, at], vehicle).hours, [null, week], label)
      const growing = map.drives(costing).growingTable(vehicle)
      assert.deepEqual(growing.table([from, at]).hours, [null, week], label)
      assert.deepEqual(map.drives(costing).drive(from, at, vehicle)?.hours, week, label)
    }
})

test('hours that depend on many sizes are those of a larger vehicle', () => {
  const limits = Array.from({ length: 4 }, (_, i) => `no @ (weight > ${4 + i} AND length > ${7 + i} AND 07:00-12:00)`)
  const map = town({ 'vehicle:conditional': limits.join('; ') })
  const at = map.between('m', 'x')
  assert.equal(hoursAt(map, at), 'always')
  assert.deepEqual(hoursAt(map, at, 'CAR', { weightTonnes: 30, lengthMeters: 20 }), ['0-7,12-24', '0-7,12-24'])
  assert.deepEqual(hoursAt(map, at, 'CAR', { weightTonnes: 4.5, lengthMeters: 7.5 }), ['0-7,12-24', '0-7,12-24'])
})

test('the hours have the way and its tags', () => {
  const conditional = 'delivery @ (Mo-Fr 06:00-11:00; PH off)'
  const map = town({ highway: 'pedestrian', 'motor_vehicle:conditional': conditional })
  const hours = map.drives().hours(map.between('m', 'x'))
  assert.deepEqual(hours?.sources, [{ type: 'way', id: 2, text: `motor_vehicle:conditional=${conditional}` }])
})

test('through traffic avoids streets with hours, except large roads that are open on weekdays', () => {
  const school = town({ 'motor_vehicle:conditional': 'no @ (Mo-Fr 08:00-09:00)' })
  assert.equal(through(school), 'a u v b')
  assert.deepEqual(hoursAt(school, school.between('a', 'm')), ['0-8,9-24', '0-24'])
  const large = { highway: 'tertiary' }
  const night = town({ ...large, 'motor_vehicle:conditional': 'no @ (22:00-06:00)' })
  assert.equal(through(night), 'a m b')
  assert.deepEqual(hoursAt(night, night.between('a', 'm')), ['6-22', '6-22'])
  const market = town({ ...large, 'access:conditional': 'no @ (Sa 06:00-14:00)' })
  assert.equal(through(market), 'a m b', 'the hours of ordinary deliveries are on weekdays')
  assert.equal(through(town({ ...large, 'access:conditional': 'no @ (Fr 06:00-14:00)' })), 'a u v b')
  for (const hours of ['22:00-06:00', 'Sa 06:00-14:00'])
    assert.equal(through(town({ 'motor_vehicle:conditional': `no @ (${hours})` })), 'a u v b', 'a small street')
})

test('hours apply to the vehicles that the sign names', () => {
  const map = town({ 'hgv:conditional': 'no @ (weight > 7.5 AND 22:00-06:00)' })
  assert.deepEqual(hoursAt(map, map.between('a', 'm'), 'TRUCK'), ['6-22', '6-22'])
  assert.equal(hoursAt(map, map.between('a', 'm'), 'CAR'), 'always')
  const light = town({ 'hgv:conditional': 'no @ (weight > 12 AND 22:00-06:00)' })
  assert.equal(hoursAt(light, light.between('a', 'm'), 'TRUCK'), 'always')
  const goods = town({ highway: 'pedestrian', 'goods:conditional': 'yes @ (05:00-10:00)' })
  assert.deepEqual(hoursAt(goods, goods.between('a', 'm'), 'TRUCK'), ['5-10', '5-10'])
})

test('hours are read with parentheses of their own, or without any', () => {
  for (const text of [
    'no @ ((weight > 7.5) AND (22:00-06:00))',
    'no @ ((22:00-06:00) AND weight > 7.5); yes @ (weight < 3)',
    'no @ Mo-Fr 22:00-06:00; Sa,Su 22:00-06:00; yes @ (weight < 3)',
  ]) {
    const map = town({ 'hgv:conditional': text })
    assert.deepEqual(hoursAt(map, map.between('a', 'm'), 'TRUCK'), ['6-22', '6-22'], text)
  }
  const limits = town({ 'maxweight:conditional': '3.5 @ (22:00-06:00); 40' })
  assert.deepEqual(hoursAt(limits, limits.between('a', 'm'), 'TRUCK'), ['6-22', '6-22'])
})

test('a stop that two streets lead to has the hours of both', () => {
  const map = roadMap(
    {
      nodes: NODES,
      ways: {
        before: 'a0 a',
        one: { along: 'a m', tags: { 'motor_vehicle:conditional': 'no @ (00:00-06:00,11:00-24:00)' } },
        other: { along: 'm b', tags: { 'motor_vehicle:conditional': 'no @ (00:00-18:00,20:00-24:00)' } },
        behind: 'b b0',
        round: 'a u v b',
        outer: 'a0 w0 u',
        outer2: 'v z0 b0',
      },
    },
    readHours,
  )
  assert.deepEqual(hoursAt(map, map.point('m')), ['6-11,18-20', '6-11,18-20'])
})

test('a bollard that is lowered at some hours gives its hours to the street behind it', () => {
  const bollard = { barrier: 'bollard', 'motor_vehicle:conditional': 'delivery @ (05:00-10:00)' }
  const map = town({}, {}, { m: bollard })
  assert.equal(through(map), 'a u v b')
  assert.deepEqual(hoursAt(map, map.between('m', 'x')), ['5-10', '5-10'])
  assert.equal(hoursAt(map, map.between('a', 'm')), 'always', 'the street in front of the bollard is open')
  assert.deepEqual(map.drives().hours(map.between('m', 'x'))?.sources[0]?.type, 'node')
})

test('a gate that is closed at night gives its hours only to the part behind it', () => {
  const map = roadMap(
    {
      nodes: { a: [0, 0], b: [4, 0], c: [4, 4], d: [0, 4], g: [2, 8], x: [2, 10], e: [2, 4] },
      nodeTags: { g: { barrier: 'gate', 'access:conditional': 'no @ (22:00-06:00)' } },
      ways: { round: 'a b c e d a', yard: 'e g x' },
    },
    readHours,
  )
  assert.deepEqual(hoursAt(map, map.between('g', 'x')), ['6-22', '6-22'])
  assert.equal(hoursAt(map, map.between('e', 'g')), 'always')
})

test('a street that is closed in a season is no way through, but its stops are served', () => {
  const map = town({ 'motor_vehicle:conditional': 'no @ (Nov 15-May 15)' })
  assert.equal(through(map), 'a u v b')
  assert.equal(map.drives().snap(map.between('a', 'm'))?.meters, 0)
  assert.equal(into(map, map.between('a', 'm', 0.9)), 'a')
  assert.equal(hoursAt(map, map.between('a', 'm')), 'always')
  const summer = town({ highway: 'pedestrian', 'motor_vehicle:conditional': 'delivery @ (Apr-Oct 06:00-10:00)' })
  assert.equal(through(summer), 'a u v b')
})

test('a turn that is forbidden in the day is never driven, but a turn that is forbidden at night is driven', () => {
  const turn = (tags: Tags) => {
    const map = roadMap(
      {
        nodes: { a: [0, 0], m: [2, 0], b: [4, 0], x: [2, 3], y: [4, 3], b2: [6, 0], y2: [6, 3] },
        ways: { one: 'a m', on: 'm b', up: 'm x', top: 'x y', down: 'b y', far: 'b b2', far2: 'y y2', far3: 'b2 y2' },
        relations: [{ members: ['from one', 'via m', 'to up'], tags }],
      },
      readHours,
    )
    return map.path(map.between('a', 'm'), map.between('m', 'x', 0.9))
  }
  assert.equal(turn({ 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-09:00)' }), 'm b y x')
  assert.equal(turn({ 'restriction:conditional': 'no_left_turn @ (22:00-05:00)' }), 'm')
  assert.equal(turn({ restriction: 'no_left_turn', 'restriction:conditional': 'none @ (22:00-05:00)' }), 'm b y x')
  assert.equal(turn({ 'restriction:conditional': 'no_left_turn @ (snow)' }), 'm')
  const old = { restriction: 'no_left_turn', day_on: 'Monday', day_off: 'Friday' }
  assert.equal(turn({ ...old, hour_on: '07:00', hour_off: '09:00' }), 'm b y x')
  assert.equal(turn({ ...old, hour_on: '22:00', hour_off: '05:00' }), 'm')
  assert.equal(turn({ restriction: 'no_left_turn', hour_on: '07:30', hour_off: '17:30' }), 'm b y x')
  assert.equal(turn({ restriction: 'no_left_turn', day_on: 'Saturday', day_off: 'Sunday' }), 'm')
  assert.equal(turn({ restriction: 'no_left_turn', day_on: 'holidays', hour_on: '7' }), 'm')
})

test('a speed limit at some hours counts at 10 AM', () => {
  const seconds = (tags: Tags) => {
    const map = town({ ...tags, highway: 'primary' })
    return map.drives().drive(map.point('a'), map.point('b'))?.seconds ?? 0
  }
  const [slow, fast] = [seconds({ maxspeed: '20' }), seconds({ maxspeed: '80' })]
  assert.equal(seconds({ maxspeed: '80', 'maxspeed:conditional': '20 @ (07:00-17:00)' }), slow)
  assert.equal(seconds({ maxspeed: '80', 'maxspeed:conditional': '20 @ (22:00-06:00)' }), fast)
  assert.equal(seconds({ maxspeed: 'DE:zone:300' }), seconds({ maxspeed: '130' }))
})

test('the report counts the conditions on hours, and names those that are not read', () => {
  const { conditions, conditional } = town(
    { 'motor_vehicle:conditional': 'delivery @ (06:00-11:00); no @ (Apr-Oct); no @ snow' },
    { alley: { 'access:conditional': 'no @ snow; no @ constructor; no @ (weight > 3.5)' } },
  ).roads
  assert.deepEqual(conditions, { hours: 2, seasonal: 1, unread: new Map(Object.entries({ snow: 2, constructor: 1 })) })
  assert.equal(conditional, 0)
})

test('every street is open at all hours in a file of version 3, and damage is found in a file without conditions', () => {
  const map = town({ highway: 'pedestrian', 'motor_vehicle:conditional': 'delivery @ (06:00-11:00)' })
  const file = joined(buildRoadFile(map.roads, map.segments, 'CAR'))
  assert.ok(openDrives(file.buffer).hours(map.between('a', 'm')))
  const open = joined(buildRoadFile(town({}).roads, town({}).segments, 'CAR'))
  open[open.length >> 1]! ^= 1
  assert.throws(() => openDrives(open.buffer), /damaged/, 'damage is found in a file without any hours')
  new DataView(file.buffer).setUint32(8, 3, true)
  const before = openDrives(file.buffer)
  assert.equal(before.hours(map.between('a', 'm')), null)
  assert.ok(before.drive(map.point('a'), map.point('b')))
})
