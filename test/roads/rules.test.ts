import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tags } from '../../src/roads/read/tags.ts'
import { type MapDescription, roadMap, shortcut } from './road-map.ts'

/** The routes past the street, in both directions. */
function paths(
  tags: Tags,
  costing: 'CAR' | 'TRUCK' = 'CAR',
  nodeTags: Record<string, Tags> = {},
): [string | null, string | null] {
  const map = roadMap(shortcut(tags, nodeTags))
  const [before, behind] = [map.between('a0', 'a'), map.between('b', 'b0')]
  return [map.path(before, behind, costing), map.path(behind, before, costing)]
}

const BOTH: [string, string] = ['a m b', 'b m a']
const NEITHER: [string, string] = ['a u v b', 'b v u a']

test('a street is driven both ways, and a one-way street one way', () => {
  assert.deepEqual(paths({}), BOTH)
  assert.deepEqual(paths({ oneway: 'yes' }), [BOTH[0], NEITHER[1]])
  assert.deepEqual(paths({ oneway: '-1' }), [NEITHER[0], BOTH[1]])
  assert.deepEqual(paths({ oneway: 'reversible' }), NEITHER)
  assert.deepEqual(paths({ junction: 'roundabout' }), [BOTH[0], NEITHER[1]])
  assert.deepEqual(paths({ highway: 'motorway' }), [BOTH[0], NEITHER[1]])
  assert.deepEqual(paths({ highway: 'motorway', oneway: 'no' }), BOTH)
})

test('a closed street is avoided, and the most specific tag counts', () => {
  assert.deepEqual(paths({ access: 'no' }), NEITHER)
  assert.deepEqual(paths({ access: 'no', motor_vehicle: 'yes' }), BOTH)
  assert.deepEqual(paths({ motor_vehicle: 'no', motorcar: 'yes' }), BOTH)
  assert.deepEqual(paths({ 'motor_vehicle:backward': 'no' }), [BOTH[0], NEITHER[1]])
  assert.deepEqual(paths({ highway: 'footway' }), NEITHER)
  assert.deepEqual(paths({ highway: 'footway', access: 'yes' }), NEITHER)
  assert.deepEqual(paths({ highway: 'pedestrian', motor_vehicle: 'yes' }), BOTH)
  assert.deepEqual(paths({ highway: 'construction' }), NEITHER)
})

test('a value that names other vehicles closes a road', () => {
  for (const access of ['share_taxi', 'minibus', 'hov', 'foot']) assert.deepEqual(paths({ access }), NEITHER, access)
  assert.deepEqual(paths({ access: 'foot;destination' }), NEITHER)
  assert.deepEqual(paths({ access: 'foot;yes' }), BOTH)
})

test('trucks follow their own signs and dimensions', () => {
  const closed: Tags[] = [
    { hgv: 'no' },
    { maxheight: '12\'6"' },
    { maxweight: '7.5' },
    { maxweight: '10 st' },
    { maxlength: '8 m' },
  ]
  for (const tags of closed) {
    assert.deepEqual(paths(tags, 'TRUCK'), NEITHER, JSON.stringify(tags))
    assert.deepEqual(paths(tags, 'CAR'), BOTH, JSON.stringify(tags))
  }
  assert.deepEqual(paths({ maxheight: '4.5', maxweight: '40' }, 'TRUCK'), BOTH)
  assert.deepEqual(paths({ motor_vehicle: 'no', hgv: 'designated' }, 'TRUCK'), BOTH)
  assert.deepEqual(paths({ hgv: 'destination' }, 'TRUCK'), NEITHER)
})

test('ratings, axles and widths limit trucks, for their own mode and direction too', () => {
  const closed: Tags[] = [
    { maxweightrating: '7.5' },
    { 'maxweightrating:hgv': '7.5' },
    { 'maxweightrating:goods': '7.5' },
    { maxgcweight: '7.5' },
    { maxgcweightrating: '16500 lbs' },
    { 'maxweight:hgv': '7500 kg' },
    { maxaxleload: '6' },
    { width: '2.2' },
    { maxwidth: '2.3' },
    { maxheight: '4.5', 'maxheight:physical': '3.9' },
  ]
  for (const tags of closed) {
    assert.deepEqual(paths(tags, 'TRUCK'), NEITHER, JSON.stringify(tags))
    assert.deepEqual(paths(tags, 'CAR'), BOTH, JSON.stringify(tags))
  }
  const open: Tags[] = [{ maxweightrating: '12' }, { maxaxleload: '10' }, { width: '3' }, { maxweight: 'none' }]
  for (const tags of open) assert.deepEqual(paths(tags, 'TRUCK'), BOTH, JSON.stringify(tags))
  assert.deepEqual(paths({ maxweight: '3.5', 'maxweight:hgv': '16' }, 'TRUCK'), BOTH, 'the limit for trucks applies')
  assert.deepEqual(paths({ 'maxheight:forward': '3' }, 'TRUCK'), [NEITHER[0], BOTH[1]])
  assert.deepEqual(paths({ 'maxweight:backward': '7.5' }, 'TRUCK'), [BOTH[0], NEITHER[1]])
  assert.deepEqual(paths({ width: '1.8' }, 'CAR'), NEITHER)
})

test('the lowest of several limits applies, in the units of the signs', () => {
  const closed: Tags[] = [
    { maxweight: '25,000 lbs' },
    { maxweight: '11,500 kg' },
    { maxweight: '10,5 t' },
    { maxweight: '5 short tons' },
    { maxweight: '18;7.5' },
    { maxweight: '6 t mgw' },
    { maxheight: "12'6" },
    { maxheight: '12 feet 6 inches' },
    { maxheight: '11 ft. 10 in.' },
    { maxheight: '3.8 m.' },
    { maxheight: '3 m 50' },
    { maxheight: '3500 mm' },
    { maxheight: 'approx 3.5' },
    { maxheight: '~3' },
    { maxheight: '4.5; 3.8' },
    { maxheight: 'below_default' },
    { maxwidth: '7\'6"' },
    { maxweight: '11.500 kg' },
    { maxweight: '7.5;2constructor' },
  ]
  for (const tags of closed) {
    assert.deepEqual(paths(tags, 'TRUCK'), NEITHER, JSON.stringify(tags))
    assert.deepEqual(paths(tags, 'CAR'), BOTH, JSON.stringify(tags))
  }
  const open: Tags[] = [
    { maxweight: '30,000 lbs' },
    { maxweight: '12.000 kg' },
    { maxweight: '1,234,567 lbs' },
    { maxweight: '0' },
    { maxheight: '0' },
    { maxweight: '3constructor' },
    { surface: 'constructor' },
    { maxspeed: 'it:constructor' },
    { highway: 'service', service: 'constructor' },
    { maxweight: '12,5 t' },
    { maxweight: 'no' },
    { maxheight: 'default' },
    { maxheight: 'none;4.5' },
  ]
  for (const tags of open) assert.deepEqual(paths(tags, 'TRUCK'), BOTH, JSON.stringify(tags))
})

test('conditions on the vehicle apply, and those on hours are ignored', () => {
  const closed: Tags[] = [
    { 'hgv:conditional': 'no @ (weight > 7.5)' },
    { 'access:conditional': 'no @ (length > 8 m)' },
    { 'motor_vehicle:conditional': "no @ (height > 12')" },
    { 'vehicle:conditional': 'no @ (width>2.5)' },
    { 'goods:conditional': 'no @ axleload>=7' },
    { 'hgv:conditional': 'no @ (maxweightrating>7.5)' },
    { 'maxweight:conditional': '3.5 @ (length > 6)' },
    { hgv: 'yes', 'hgv:conditional': 'yes @ (weight<3.5); no @ (weight>=3.5)' },
    { 'hgv:conditional': 'no @ (maxweight > 7.5)' },
    { 'hgv:conditional': 'no @ (maxgcweightrating>7.5)' },
    { 'access:conditional': 'no @ (maxlength > 8 m)' },
    { 'access:conditional': 'no @ ((weight > 7.5) AND (length > 8))' },
    { 'access:conditional': 'no @ (weight > 7.5' },
    { 'hgv:conditional': 'no @ (weight>7.5); 22:00-06:00' },
  ]
  for (const tags of closed) {
    assert.deepEqual(paths(tags, 'TRUCK'), NEITHER, JSON.stringify(tags))
    assert.deepEqual(paths(tags, 'CAR'), BOTH, JSON.stringify(tags))
  }
  assert.deepEqual(paths({ hgv: 'no', 'hgv:conditional': 'yes @ (weight < 12)' }, 'TRUCK'), BOTH)
  assert.deepEqual(paths({ oneway: 'yes', 'oneway:conditional': 'no @ (weight < 3.5)' }, 'CAR'), BOTH)
  assert.deepEqual(paths({ oneway: 'yes', 'oneway:conditional': 'no @ (weight < 3.5)' }, 'TRUCK'), [
    BOTH[0],
    NEITHER[1],
  ])
  for (const hours of [
    'no @ (06:00-11:00)',
    'no @ (Mo-Fr 07:00-09:00; Sa 08:00-12:00)',
    'no @ (weight>3.5 AND 22:00-06:00)',
  ])
    assert.deepEqual(paths({ 'hgv:conditional': hours }, 'TRUCK'), BOTH, hours)
  assert.deepEqual(paths({ motor_vehicle: 'no', 'motor_vehicle:conditional': 'delivery @ (06:00-11:00)' }), NEITHER)
})

test('a limit or ban with an exception for deliveries leaves the street open to its ends', () => {
  const signs: Tags[] = [
    { maxweight: '3.5', 'maxweight:conditional': 'none @ delivery' },
    { 'maxweightrating:hgv': '7.5', 'maxweightrating:hgv:conditional': 'none @ (destination)' },
    { hgv: 'no', 'hgv:conditional': 'yes @ destination' },
    { hgv: 'no', 'hgv:conditional': 'yes @ (loading)' },
    { hgv: 'no', 'hgv:conditional': 'yes @ destination; 22:00-06:00' },
    { maxweight: '3.5', 'maxweight:conditional': 'none @ destination; 7.50' },
    { maxheight: '3', 'maxheight:conditional': 'no @ destination' },
    { hgv: 'no', 'hgv:conditional': 'delivery @ (weight<12)' },
  ]
  for (const tags of signs) {
    assert.deepEqual(paths(tags, 'TRUCK'), NEITHER, JSON.stringify(tags))
    assert.deepEqual(paths(tags, 'CAR'), BOTH, JSON.stringify(tags))
    const map = roadMap(shortcut(tags))
    assert.equal(map.path(map.between('a0', 'a'), map.between('a', 'm'), 'TRUCK'), 'a', JSON.stringify(tags))
  }
})

test('a pedestrian street is open to vehicles if its signs allow them', () => {
  for (const highway of ['pedestrian', 'footway', 'cycleway']) {
    assert.deepEqual(paths({ highway, vehicle: 'yes' }), BOTH, highway)
    for (const vehicle of ['delivery', 'destination']) {
      assert.deepEqual(paths({ highway, vehicle }), NEITHER, highway)
      const map = roadMap(shortcut({ highway, vehicle }))
      assert.equal(map.path(map.between('a0', 'a'), map.between('a', 'm')), 'a', `${highway} ${vehicle}`)
    }
    assert.deepEqual(paths({ highway, vehicle: 'yes', motor_vehicle: 'no' }), NEITHER, highway)
  }
})

test('a street may be one-way only for some vehicles', () => {
  const [oneWay, free] = [[BOTH[0], NEITHER[1]], BOTH]
  const each: [Tags, 'CAR' | 'TRUCK', readonly string[]][] = [
    [{ 'oneway:motorcar': 'yes' }, 'CAR', oneWay],
    [{ 'oneway:motorcar': 'yes' }, 'TRUCK', free],
    [{ 'oneway:hgv': 'yes' }, 'TRUCK', oneWay],
    [{ 'oneway:goods': 'yes' }, 'TRUCK', oneWay],
    [{ 'oneway:hgv': 'yes' }, 'CAR', free],
    [{ oneway: 'yes', 'oneway:hgv': 'no' }, 'TRUCK', free],
    [{ oneway: 'yes', 'oneway:bicycle': 'no' }, 'CAR', oneWay],
  ]
  for (const [tags, costing, expected] of each) assert.deepEqual(paths(tags, costing), expected, JSON.stringify(tags))
})

test('an impassable street is closed', () => {
  assert.deepEqual(paths({ impassable: 'yes' }), NEITHER)
  assert.deepEqual(paths({ smoothness: 'impassable' }), NEITHER)
  assert.deepEqual(paths({ smoothness: 'bad' }), BOTH)
})

test('a private road is used to reach its locations, but never as a through route', () => {
  const signs: Tags[] = [
    { access: 'private' },
    { motor_vehicle: 'destination' },
    { access: 'no', motor_vehicle: 'delivery' },
    { access: 'customers' },
  ]
  for (const tags of signs) {
    assert.deepEqual(paths(tags), NEITHER, JSON.stringify(tags))
    const map = roadMap(shortcut(tags))
    const inside = map.between('a', 'm')
    assert.equal(map.path(map.between('a0', 'a'), inside), 'a')
    assert.equal(map.path(map.between('b', 'b0'), inside), 'b m')
    assert.equal(map.path(inside, map.between('b', 'b0')), 'm b')
    assert.equal(map.path(inside, map.between('m', 'b')), 'm')
  }
})

test('a barrier is passed by the vehicles that it allows', () => {
  const barrier = (tags: Tags, costing?: 'CAR' | 'TRUCK') => paths({}, costing, { m: tags })
  assert.deepEqual(barrier({ barrier: 'bollard' }), NEITHER)
  assert.deepEqual(barrier({ barrier: 'gate' }), BOTH)
  assert.deepEqual(barrier({ barrier: 'gate', access: 'no' }), NEITHER)
  assert.deepEqual(barrier({ barrier: 'gate', access: 'private' }), NEITHER)
  assert.deepEqual(barrier({ barrier: 'bollard', motor_vehicle: 'yes' }), BOTH)
  assert.deepEqual(barrier({ barrier: 'height_restrictor', maxheight: '2.5' }, 'TRUCK'), NEITHER)
  assert.deepEqual(barrier({ barrier: 'height_restrictor', maxheight: '2.5' }, 'CAR'), BOTH)
  assert.deepEqual(barrier({ maxheight: '3.5' }, 'TRUCK'), NEITHER)
  assert.deepEqual(barrier({ barrier: 'wicket_gate' }), NEITHER)
  assert.deepEqual(barrier({ barrier: 'bollard', 'hgv:conditional': 'yes @ (weight<12)' }, 'TRUCK'), BOTH)
  assert.deepEqual(barrier({ barrier: 'coupure' }), BOTH)
  assert.deepEqual(barrier({ barrier: 'gate;cattle_grid' }), BOTH)
  assert.deepEqual(barrier({ barrier: 'gate;bollard' }), NEITHER)
  assert.deepEqual(barrier({ barrier: 'gate;' }), BOTH)
  // A locked gate is opened for locations behind it.
  assert.deepEqual(barrier({ barrier: 'gate', locked: 'yes' }), NEITHER)
  assert.deepEqual(barrier({ barrier: 'gate', locked: 'yes', access: 'yes' }), BOTH)
  assert.deepEqual(barrier({ barrier: 'gate', locked: 'no' }), BOTH)
  // The street is reachable up to the barrier from each side.
  const map = roadMap(shortcut({}, { m: { barrier: 'bollard' } }))
  assert.equal(map.path(map.between('a0', 'a'), map.between('a', 'm')), 'a')
  assert.equal(map.path(map.between('a0', 'a'), map.between('m', 'b')), 'a u v b')
})

test('an estate behind a private gate is reached through it, but can’t be driven through', () => {
  const estate: MapDescription = {
    nodes: {
      a: [0, 0],
      g: [1, 0],
      p: [2, 0],
      q: [3, 1],
      r: [3, -1],
      b: [0, 3],
      c: [-3, 0],
      d: [0, -3],
      k: [9, 0],
      l: [9, 6],
      o: [9, -6],
    },
    nodeTags: { g: { barrier: 'gate', access: 'private' } },
    ways: {
      ring: 'a b c d a',
      drive: 'a g p',
      loop: 'p q r p',
      island: { along: 'k l o k', tags: { access: 'private' } },
    },
  }
  const map = roadMap(estate)
  assert.equal(map.path(map.between('c', 'd'), map.between('q', 'r', 0.8)), 'd a g p r')
  assert.equal(map.path(map.between('q', 'r', 0.8), map.between('c', 'd')), 'r p g a d')
})

test('an isolated private road is ignored', () => {
  const map = roadMap({
    nodes: { a: [0, 0], b: [0, 6], c: [6, 6], d: [6, 0], k: [3, 2], l: [3, 4] },
    ways: { ring: 'a b c d a', lonely: { along: 'k l', tags: { access: 'private' } } },
  })
  const drives = map.drives()
  const nearLonely = map.between('k', 'l')
  const place = drives.snap(nearLonely)
  assert.ok(place && place.meters > 200, 'the ring is 300 meters away')
  const { durations } = drives.table([map.between('a', 'b'), nearLonely])
  assert.ok(Number.isFinite(durations[1]))
})

test('a street that restrictions make unreachable is ignored', () => {
  // The street is long enough to be a network without the restriction.
  const corners = Array.from({ length: 600 }, (_, i) => `c${i}`)
  const map = roadMap({
    nodes: {
      ...Object.fromEntries(corners.map((name, i) => [name, [i, 0]])),
      ...Object.fromEntries(corners.map((name, i) => [`${name}n`, [i, 1]])),
      ...Object.fromEntries(corners.map((name, i) => [`${name}x`, [i, 3]])),
    },
    ways: {
      south: corners.join(' '),
      north: corners.map((name) => `${name}n`).join(' '),
      ...Object.fromEntries(corners.map((name) => [`${name}up`, `${name} ${name}n`])),
      in: { along: 'c0n c0x', tags: { oneway: 'yes' } },
      closed: { along: 'c0x c1x', tags: { oneway: 'yes' } },
      out: { along: 'c1x c1n', tags: { oneway: 'yes' } },
    },
    relations: [{ members: ['from in', 'via c0x', 'to closed'], tags: { restriction: 'no_right_turn' } }],
  })
  const place = map.drives().snap(map.between('c0x', 'c1x', 0.9))
  assert.ok(place && place.meters > 5, 'the way "out" is the nearest reachable street')
})

test('a ferry for vehicles takes its tagged duration, boarding included', () => {
  const map = roadMap({
    nodes: { a: [0, 0], b: [2, 0], c: [40, 0], d: [42, 0], e: [42, 2], f: [0, 2] },
    ways: {
      here: 'f a b f',
      ferry: { along: 'b c', tags: { highway: '', route: 'ferry', motor_vehicle: 'yes', duration: '00:20' } },
      there: 'c d e c',
    },
  })
  const { durations } = map.drives().table([map.point('a'), map.point('e')])
  const seconds = durations[1] as number
  assert.ok(seconds > 20 * 60 + 240 && seconds < 30 * 60, `${seconds} s`)
  const foot = roadMap({
    nodes: { a: [0, 0], b: [2, 0], c: [40, 0], d: [42, 0], e: [42, 2], f: [0, 2], g: [0, 4] },
    ways: {
      here: 'f a b f',
      more: 'f g',
      ferry: { along: 'b c', tags: { highway: '', route: 'ferry' } },
      there: 'c d e c',
    },
  })
  const landing = foot.drives().snap(foot.point('c'))
  assert.ok(landing && landing.meters > 2_500, 'the opposite shore is not on the map')
})

test('a ferry carries the vehicles that its signs or those of its route allow', () => {
  const carries = (tags: Tags, costing: 'CAR' | 'TRUCK' = 'CAR', route?: Tags): boolean => {
    const map = roadMap({
      nodes: { a: [0, 0], b: [2, 0], c: [40, 0], d: [42, 0], e: [42, 2], f: [0, 2] },
      ways: {
        here: 'f a b f',
        ferry: { along: 'b c', tags: { highway: '', route: 'ferry', ...tags } },
        there: 'c d e c',
      },
      ...(route && { relations: [{ members: ['outward ferry'], tags: { type: 'route', route: 'ferry', ...route } }] }),
    })
    return (
      map.path(map.point('a'), map.point('d'), costing) !== null && map.drives(costing).snap(map.point('d'))!.meters < 1
    )
  }
  assert.equal(carries({}), false)
  assert.equal(carries({ foot: 'yes', access: 'yes' }), false)
  for (const key of ['vehicle', 'motor_vehicle', 'motorcar', 'hgv']) assert.equal(carries({ [key]: 'yes' }), true, key)
  assert.equal(carries({ access: 'no', vehicle: 'yes' }), true)
  assert.equal(carries({ motorcar: 'no', hgv: 'yes' }), false)
  assert.equal(carries({ motorcar: 'yes' }, 'TRUCK'), false)
  assert.equal(carries({ motor_vehicle: 'yes', maxweight: '3.5' }, 'TRUCK'), false)
  assert.equal(carries({}, 'CAR', { motor_vehicle: 'yes' }), true)
  assert.equal(carries({}, 'TRUCK', { hgv: 'yes' }), true)
  assert.equal(carries({}, 'CAR', { foot: 'yes' }), false)
  assert.equal(carries({ motor_vehicle: 'no' }, 'CAR', { motor_vehicle: 'yes' }), false)
  assert.equal(carries({ route: 'shuttle_train' }), true)
  assert.equal(carries({ route: 'shuttle_train', access: 'no' }), false)
  assert.equal(carries({ route: 'shuttle_train' }, 'TRUCK'), false)
  assert.equal(carries({ route: 'shuttle_train', hgv: 'yes' }, 'TRUCK'), true)
})

test('no U-turn is made in the street to avoid a turn', () => {
  const map = roadMap({
    nodes: { a: [0, 0], x: [2, 0], e: [2.1, 0], f: [9, 0], n: [2, 2], m: [9, 2], p: [-9, 9] },
    ways: { in: 'a x', on: 'x e f', up: 'x n', back: 'n m f', home: 'n p a' },
    relations: [{ members: ['from in', 'via x', 'to up'], tags: { restriction: 'no_left_turn' } }],
  })
  // A U-turn at e is impossible because e is not a junction. A U-turn at f takes longer than the detour by m.
  assert.equal(map.path(map.between('a', 'x', 0.9), map.between('x', 'n', 0.9)), 'x e f m n')
})

test('a main road is preferred to a slightly faster one, and its own time is reported', () => {
  const fork = (highway: string): MapDescription => ({
    nodes: { s: [-2, 0], a: [0, 0], b: [10, 0], t: [12, 0], p: [5, 2] },
    ways: {
      before: 's a',
      straight: { along: 'a b', tags: { maxspeed: '40' } },
      bend: { along: 'a p b', tags: { highway, maxspeed: '40' } },
      behind: 'b t',
    },
  })
  const [residential, primary] = [roadMap(fork('residential')), roadMap(fork('primary'))]
  const [from, to] = [primary.point('s'), primary.point('t')]
  assert.equal(residential.path(from, to), 's a b t')
  assert.equal(primary.path(from, to), 's a p b t')
  const seconds = primary.drives().table([from, to]).durations[1] as number
  const bend = primary.drives().drive(primary.point('a'), primary.point('b'))
  // 1,070 m at 40 km/h, plus the streets before and after.
  assert.ok(bend && bend.meters / bend.seconds < 40 / 3.6 + 0.1, `${bend?.meters} m in ${bend?.seconds} s`)
  assert.ok(seconds > bend.seconds + 20)
})
