import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tags } from '../../src/roads/read/tags.ts'
import { type MapDescription, roadMap } from './road-map.ts'

/**
 *      n
 *      |
 *  w --x-- e     with a loop from every end to the next, so that there is always another route
 *      |
 *      s
 */
const CROSSING: MapDescription = {
  nodes: {
    w: [-2, 0],
    x: [0, 0],
    e: [2, 0],
    n: [0, 2],
    s: [0, -2],
    nw: [-2, 2],
    ne: [2, 2],
    se: [2, -2],
    sw: [-2, -2],
  },
  ways: {
    west: 'w x',
    east: 'x e',
    north: 'x n',
    south: 's x',
    ring: 'w nw n ne e se s sw w',
  },
}

const withRelation = (tags: Tags, members = ['from west', 'via x', 'to north']): MapDescription => ({
  ...CROSSING,
  relations: [{ members, tags }],
})

const fromWest = (description: MapDescription, to: 'n' | 'e' | 's', costing?: 'CAR' | 'TRUCK') => {
  const map = roadMap(description)
  return map.path(map.between('w', 'x', 0.8), map.between('x', to, 0.5), costing)
}

test('a drive crosses the crossing without a restriction', () => {
  assert.equal(fromWest(CROSSING, 'n'), 'x')
  assert.equal(fromWest(CROSSING, 'e'), 'x')
})

for (const kind of ['no_left_turn', 'no_right_turn', 'no_straight_on', 'no_entry', 'no_exit', 'no_turn'])
  test(`${kind} forbids only that`, () => {
    const restricted = withRelation({ restriction: kind })
    assert.notEqual(fromWest(restricted, 'n'), 'x')
    assert.equal(fromWest(restricted, 'e'), 'x')
    const map = roadMap(restricted)
    assert.equal(map.path(map.between('s', 'x', 0.8), map.between('x', 'n')), 'x', 'from another direction')
    assert.equal(map.path(map.between('n', 'x', 0.8), map.between('x', 'w')), 'x', 'in the opposite direction')
  })

for (const kind of ['only_left_turn', 'only_straight_on', 'only_right_turn'])
  test(`${kind} forbids everything else`, () => {
    const restricted = withRelation({ restriction: kind })
    assert.equal(fromWest(restricted, 'n'), 'x')
    assert.notEqual(fromWest(restricted, 'e'), 'x')
    assert.notEqual(fromWest(restricted, 's'), 'x')
  })

test('no_entry and no_exit may have several ways', () => {
  const noEntry = withRelation({ restriction: 'no_entry' }, ['from west', 'from south', 'via x', 'to north'])
  assert.notEqual(fromWest(noEntry, 'n'), 'x')
  const noExit = withRelation({ restriction: 'no_exit' }, ['from west', 'via x', 'to north', 'to east'])
  assert.notEqual(fromWest(noExit, 'n'), 'x')
  assert.notEqual(fromWest(noExit, 'e'), 'x')
  assert.equal(fromWest(noExit, 's'), 'x')
})

test('a restriction applies to the named vehicles, without the excepted ones', () => {
  const exceptCars = withRelation({ restriction: 'no_left_turn', except: 'motorcar;bicycle' })
  assert.equal(fromWest(exceptCars, 'n', 'CAR'), 'x')
  assert.notEqual(fromWest(exceptCars, 'n', 'TRUCK'), 'x')
  const trucksOnly = withRelation({ 'restriction:hgv': 'no_left_turn' })
  assert.equal(fromWest(trucksOnly, 'n', 'CAR'), 'x')
  assert.notEqual(fromWest(trucksOnly, 'n', 'TRUCK'), 'x')
  const either = withRelation({ restriction: 'no_left_turn', 'restriction:hgv': 'no_entry' })
  for (const costing of ['CAR', 'TRUCK'] as const) assert.notEqual(fromWest(either, 'n', costing), 'x', costing)
  const buses = withRelation({ restriction: 'no_left_turn', except: 'bus' })
  assert.notEqual(fromWest(buses, 'n', 'CAR'), 'x')
})

test('a restriction at certain hours, or an incomplete one, is counted and ignored', () => {
  const timed = roadMap(withRelation({ 'restriction:conditional': 'no_left_turn @ (Mo-Fr 07:00-09:00)' }))
  assert.equal(timed.path(timed.between('w', 'x', 0.8), timed.between('x', 'n')), 'x')
  assert.deepEqual([timed.roads.conditional, timed.roads.broken], [1, 0])
  const old = roadMap(withRelation({ restriction: 'no_left_turn', day_on: 'Monday', day_off: 'Friday' }))
  assert.deepEqual([old.roads.conditional, old.roads.broken], [1, 0])
  const noVia = roadMap(withRelation({ restriction: 'no_left_turn' }, ['from west', 'to north']))
  assert.deepEqual([noVia.roads.conditional, noVia.roads.broken], [0, 1])
})

test('a restriction with a vehicle condition applies to vehicles that meet it', () => {
  const each: [Tags, 'CAR' | 'TRUCK', boolean][] = [
    [{ 'restriction:conditional': 'no_left_turn @ (weight > 3.5)' }, 'TRUCK', true],
    [{ 'restriction:conditional': 'no_left_turn @ (weight > 3.5)' }, 'CAR', false],
    [{ 'restriction:conditional': 'no_left_turn @ (length>8)' }, 'TRUCK', true],
    [{ 'restriction:hgv:conditional': 'no_left_turn @ (weight>12)' }, 'TRUCK', false],
    [{ restriction: 'no_left_turn', 'restriction:conditional': 'none @ (weight<3.5)' }, 'CAR', false],
    [{ restriction: 'no_left_turn', 'restriction:conditional': 'none @ (weight<3.5)' }, 'TRUCK', true],
    [{ 'restriction:conditional': 'no_left_turn @ (weight>3.5 AND 07:00-09:00)' }, 'TRUCK', false],
    [{ type: 'restriction:hgv', restriction: 'no_left_turn' }, 'TRUCK', true],
    [{ type: 'restriction:bus', restriction: 'no_left_turn' }, 'CAR', false],
  ]
  for (const [tags, costing, isBound] of each)
    assert.equal(fromWest(withRelation(tags), 'n', costing) !== 'x', isBound, `${JSON.stringify(tags)} ${costing}`)
})

test('a turn that is forbidden on red is allowed', () => {
  for (const restriction of ['no_left_turn_on_red', 'no_right_turn_on_red', 'no_turn_on_red']) {
    assert.equal(fromWest(withRelation({ restriction }), 'n'), 'x', restriction)
    assert.equal(roadMap(withRelation({ restriction })).roads.broken, 0)
  }
})

test('no_u_turn forbids a U-turn even at the end of a road', () => {
  // From the street after the forbidden turn, the fastest route is a U-turn at its end.
  const dead: MapDescription = {
    nodes: { a: [0, 0], x: [2, 0], e: [3, 0], n: [2, 1], far: [2, 9], b: [0, 9] },
    ways: { in: 'a x', stub: 'x e', up: 'x n', loop: 'n far b a' },
    relations: [{ members: ['from in', 'via x', 'to up'], tags: { restriction: 'no_left_turn' } }],
  }
  const map = roadMap(dead)
  assert.equal(map.path(map.between('a', 'x', 0.9), map.between('x', 'n')), 'x e x')
  const forbidden = roadMap({
    ...dead,
    relations: [
      ...(dead.relations ?? []),
      { members: ['from stub', 'via e', 'to stub'], tags: { restriction: 'no_u_turn' } },
    ],
  })
  assert.notEqual(forbidden.path(forbidden.between('a', 'x', 0.9), forbidden.between('x', 'n')), 'x e x')
})

/** Two carriageways with a link between them. Left, over the link and left again is a U-turn. */
const DUAL: MapDescription = {
  nodes: { a: [0, 0], b: [3, 0], c: [6, 0], d: [0, 0.3], e: [3, 0.3], f: [6, 0.3], g: [12, 0], h: [12, 0.3] },
  ways: {
    out1: { along: 'a b', tags: { oneway: 'yes' } },
    out2: { along: 'b c g', tags: { oneway: 'yes' } },
    back2: { along: 'h f e', tags: { oneway: 'yes' } },
    back1: { along: 'e d', tags: { oneway: 'yes' } },
    link: 'b e',
    west: 'a d',
    east: 'g h',
  },
}

/**
 *        n     s
 *        |     |
 *  a --- x --- m --- e     turning left at x is forbidden, so that a U-turn follows after it
 */
const turningRound = (tags: Tags, side: boolean) => {
  const map = roadMap({
    nodes: { a: [0, 0], x: [2, 0], m: [3, 0], e: [5, 0], n: [2, 1], s: [3, 0.5], far: [2, 30], b: [0, 30] },
    ways: {
      in: { along: 'a x', tags },
      on: { along: 'x m', tags },
      more: { along: 'm e', tags: { ...tags, maxspeed: '30' } },
      up: 'x n',
      loop: 'n far b a',
      ...(side && { side: 'm s' }),
    },
    relations: [{ members: ['from in', 'via x', 'to up'], tags: { restriction: 'no_left_turn' } }],
  })
  return map.path(map.between('a', 'x', 0.9), map.between('x', 'n'))
}

test('a U-turn is made at junctions and ends of roads, not where a road’s tags change', () => {
  assert.equal(turningRound({}, false), 'x m e m x')
  assert.equal(turningRound({}, true), 'x m x')
})

test('a U-turn is made in a side street, never on a primary or larger road', () => {
  for (const highway of ['primary', 'trunk']) assert.equal(turningRound({ highway }, true), 'x m s m x', highway)
  assert.equal(turningRound({ highway: 'primary' }, false), 'x m e m x', 'at the end of the road')
  for (const highway of ['secondary', 'tertiary']) assert.equal(turningRound({ highway }, true), 'x m x', highway)
})

test('a U-turn is made at the end of the public part of a road that continues as private', () => {
  const map = roadMap({
    nodes: { a: [0, 0], x: [2, 0], m: [3, 0], e: [5, 0], n: [2, 1], far: [2, 30], b: [0, 30] },
    ways: { in: 'a x', on: 'x m', more: { along: 'm e', tags: { access: 'private' } }, up: 'x n', loop: 'n far b a' },
    relations: [{ members: ['from in', 'via x', 'to up'], tags: { restriction: 'no_left_turn' } }],
  })
  assert.equal(map.path(map.between('a', 'x', 0.9), map.between('x', 'n')), 'x m x')
})

test('no_u_turn via a link applies to vehicles that came that way', () => {
  const round = (relations: MapDescription['relations']) => {
    const map = roadMap({ ...DUAL, relations })
    return map.path(map.between('a', 'b', 0.5), map.between('e', 'd', 0.5))
  }
  assert.equal(round([]), 'b e')
  const members = ['from out1', 'via link', 'to back1']
  assert.equal(round([{ members, tags: { restriction: 'no_u_turn' } }]), 'b c g h f e')
  const map = roadMap({ ...DUAL, relations: [{ members, tags: { restriction: 'no_u_turn' } }] })
  assert.equal(map.path(map.between('b', 'e', 0.5), map.between('e', 'd', 0.5)), 'e', 'from the link itself')
})

test('only_straight_on via a way leaves no other continuation', () => {
  const description: MapDescription = {
    ...CROSSING,
    nodes: { ...CROSSING.nodes, m: [-1, 0] },
    ways: { ...CROSSING.ways, west: 'w m', middle: 'm x' },
  }
  const only = { members: ['from west', 'via middle', 'to east'], tags: { restriction: 'only_straight_on' } }
  const map = roadMap({ ...description, relations: [only] })
  assert.equal(map.path(map.between('w', 'm'), map.between('x', 'e')), 'm x')
  assert.notEqual(map.path(map.between('w', 'm'), map.between('x', 'n')), 'm x')
  assert.equal(map.path(map.between('m', 'x'), map.between('x', 'n')), 'x', 'starting on the way between')
})

test('a way closed by a restriction via ways is passed with a U-turn in the next street', () => {
  // From c, going straight on to a is forbidden, and a U-turn on the way between can't evade that. The left turn from b to a
  // is forbidden, too.
  const map = roadMap({
    nodes: { c: [2, 0], d: [2, 1], x: [1, 1], b: [1, 0], a: [0, 1], e: [0, 0], s: [2, 9] },
    ways: { from: 'c d', side: 'd s', between: 'd x', street: 'b x', on: 'x a', last: 'a e' },
    relations: [
      { members: ['from from', 'via between', 'to on'], tags: { restriction: 'no_straight_on' } },
      { members: ['from street', 'via x', 'to on'], tags: { restriction: 'no_left_turn' } },
    ],
  })
  assert.equal(map.path(map.between('c', 'd', 0.2), map.between('a', 'e', 0.8)), 'd x b x d x a')
})
