// Tests actions on selected deliveries: which of them move, where they land, and why an action is disabled.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOut } from '../../../../src/contract/day.ts'
import type { DayCommands } from '../../../../web/office/day/day-commands.ts'
import { unmovableReason, positionAt } from '../../../../web/office/day/moves.ts'
import {
  actionsOf,
  freeVehicles,
  selectedIn,
  splitActions,
  moveTargets,
  widerSelections,
} from '../../../../web/office/day/selection.ts'

interface Given {
  locked?: boolean
  status?: string
  finished_at?: string
  current?: boolean
  window?: [string, string]
}
const stop = (order_uuid: string, { window, ...more }: Given = {}) => ({
  order_uuid,
  current: true,
  locked: false,
  status: 'PENDING',
  finished_at: null,
  window_start: window?.[0] ?? null,
  window_end: window?.[1] ?? null,
  more_windows: [],
  ...more,
})
const route = (name: string, status: string, stops: object[]) => ({
  route_uuid: name,
  name,
  status,
  stops,
  vehicle: { vehicle_uuid: `van of ${name}` },
})
const day = {
  routes: [
    route('north', 'PLANNED', [stop('n1'), stop('n2', { locked: true }), stop('n3', { window: ['09:00', '12:00'] })]),
    route('south', 'IN_PROGRESS', [
      stop('s1', { status: 'DELIVERED', finished_at: '2026-11-27T09:00:00Z' }),
      stop('s2', { status: 'ARRIVED' }),
      stop('s3'),
    ]),
    route('done', 'COMPLETED', [stop('d1', { status: 'DELIVERED', finished_at: '2026-11-27T08:00:00Z' })]),
  ],
  pool: [
    { ...stop('p1', { window: ['09:00', '12:00'] }), lat: 1, lng: 1 },
    { ...stop('p2'), lat: null, lng: null },
  ],
  vehicles: [
    { vehicle_uuid: 'van of north', name: 'Van 1' },
    { vehicle_uuid: 'van of done', name: 'Van 2' },
    { vehicle_uuid: 'free', name: 'Van 3' },
  ],
} as unknown as DayOut

/** Returns commands that do nothing but record their calls. */
function noting(): { deeds: DayCommands; asked: unknown[] } {
  const asked: unknown[] = []
  const deeds = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: unknown[]) =>
          void asked.push([name, ...given]),
    },
  )
  return { deeds: deeds as DayCommands, asked }
}
const ids = (...names: string[]): ReadonlySet<string> => new Set(names)
const run = (deed: string, selected: ReadonlySet<string>) => {
  const { deeds, asked } = noting()
  const action = actionsOf(day, selected, deeds, null).find(({ key }) => key === deed)
  assert.ok(action, deed)
  action.run()
  return { asked, reason: action.reason }
}

test('only deliveries that are neither locked, already there nor finished move', () => {
  const all = ids('n1', 'n2', 'n3', 's1', 's2', 's3', 'd1', 'p1', 'p2')
  assert.deepEqual(selectedIn(day, all).movable, ['p1', 'p2', 'n1', 'n3', 's3'])
  const { deeds } = noting()
  const reasons = new Map(actionsOf(day, ids('n2', 's2', 'd1'), deeds, null).map(({ key, reason }) => [key, reason]))
  assert.ok(reasons.get('day') && reasons.get('cancel') && reasons.get('unassign'))
  assert.equal(reasons.get('lock'), null)
})

test('every action shows the reason to a user who may not change routes', () => {
  const { deeds } = noting()
  for (const { key, reason } of actionsOf(day, ids('n1', 's3', 'p1'), deeds, 'Only dispatchers'))
    assert.equal(reason, 'Only dispatchers', key)
})

test('only located deliveries of the pool can be inserted, and only deliveries on routes come off', () => {
  assert.deepEqual(run('fit-in', ids('p1', 'p2')).asked, [['replan', { kind: 'FIT_IN', orders: [day.pool[0]] }]])
  assert.ok(run('fit-in', ids('p2')).reason)
  assert.deepEqual(run('unassign', ids('n1', 'p1')).asked, [['move', { order_uuids: ['n1'], to: null }]])
})

test('unlocked stops are locked, and stops are unlocked only if all of them are locked', () => {
  assert.deepEqual(run('lock', ids('n1', 'n2')).asked, [['lock', ['n1', 'n2'], true]])
  assert.deepEqual(run('lock', ids('n2')).asked, [['lock', ['n2'], false]])
})

test('the stops of two routes are swapped, each to the end of the other route', () => {
  assert.deepEqual(run('swap', ids('n1', 'n3', 's3')).asked, [
    [
      'moveAll',
      [
        { order_uuids: ['n1', 'n3'], to: { route_uuid: 'south', position: 3 } },
        { order_uuids: ['s3'], to: { route_uuid: 'north', position: 1 } },
      ],
    ],
  ])
  const { deeds } = noting()
  assert.ok(!actionsOf(day, ids('n1', 'n3'), deeds, null).some(({ key }) => key === 'swap'))
})

test('targets are other open routes, after the stops that stay, and vehicles without an open route', () => {
  const { deeds, asked } = noting()
  const targets = moveTargets(day, ids('n1', 'n3'), deeds)
  assert.deepEqual(
    targets.map(({ key }) => key),
    ['south', 'van of done', 'free'],
  )
  for (const { run: go } of targets.slice(0, 2)) go()
  assert.deepEqual(asked, [
    ['move', { order_uuids: ['n1', 'n3'], to: { route_uuid: 'south', position: 3 } }],
    ['moveToVehicle', freeVehicles(day)[0], ['n1', 'n3']],
  ])
  const both = moveTargets(day, ids('n1', 's3'), deeds)
  both[0]?.run()
  assert.deepEqual(asked.at(-1), ['move', { order_uuids: ['n1', 's3'], to: { route_uuid: 'north', position: 2 } }])
})

test('a route can be split at any stop except the first, unless it is over', () => {
  const { deeds, asked } = noting()
  assert.deepEqual(splitActions(day, 'n1', deeds, null), [])
  assert.deepEqual(splitActions(day, 'd1', deeds, null), [])
  assert.deepEqual(splitActions(day, 'p1', deeds, null), [])
  const [split] = splitActions(day, 'n3', deeds, null)
  split?.run()
  assert.deepEqual(asked, [['regroup', { kind: 'SPLIT', route: day.routes[0], from: 'n3' }]])
  assert.ok(splitActions(day, 's2', deeds, null)[0]?.reason)
})

test('a selection extends to the whole route, the later stops, or all with the same window', () => {
  const wider = new Map(widerSelections(day, 'n3').map(({ key, ids: wide }) => [key, wide]))
  assert.deepEqual(wider.get('route'), ['n1', 'n2', 'n3'])
  assert.deepEqual(wider.get('after'), ['n3'])
  assert.deepEqual(wider.get('window'), ['p1', 'n3'])
  assert.deepEqual(
    widerSelections(day, 'p2').map(({ key }) => key),
    [],
  )
})

test('the position of a drop counts only stops that are not dragged', () => {
  const [north] = day.routes
  const at = (key: string, dropPosition: 'before' | 'after', dragged: string[]) =>
    positionAt(north, dragged, { key, dropPosition })
  assert.equal(at('n1', 'before', ['s3']), 0)
  assert.equal(at('n3', 'after', ['s3']), 3)
  assert.equal(at('n3', 'before', ['n1']), 1)
  assert.equal(at('n3', 'after', ['n1', 'n2']), 1)
})

test('a stop can be dragged unless it is locked or the driver has arrived', () => {
  const [north, south] = day.routes
  assert.equal(unmovableReason(north?.stops[0]), null)
  assert.ok(unmovableReason(north?.stops[1]))
  assert.ok(unmovableReason(south?.stops[1]))
  assert.equal(unmovableReason(null), null)
})
