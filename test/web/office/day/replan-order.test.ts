// Tests routes that a plan leaves without stops. They are canceled, which the plan shows before it is chosen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOut } from '../../../../src/contract/day.ts'
import type { ReplanPlanOut } from '../../../../src/contract/replan.ts'
import { isEmptied } from '../../../../web/office/day/replan-order.ts'

const route = (route_uuid: string, status: string, stops: string[]) => ({
  route_uuid,
  status,
  stops: stops.map((order_uuid) => ({ order_uuid })),
})
const day = {
  routes: [
    route('sent', 'DISPATCHED', ['a', 'b']),
    route('planned', 'PLANNED', ['c']),
    route('other', 'DISPATCHED', []),
  ],
} as unknown as DayOut
const moved = (order_uuid: string, sequence: number) => ({ order_uuid, after: { route_uuid: 'other', sequence } })
const plan = (more: object) => ({ routes: [], changes: [], left_off: [], ...more }) as unknown as ReplanPlanOut

test('a dispatched route is emptied if all of its stops move or become unassigned', () => {
  const all = plan({ changes: [moved('a', 1)], left_off: [{ order_uuid: 'b' }] })
  assert.equal(isEmptied(day, all, 'sent'), true)
  assert.equal(isEmptied(day, plan({ changes: [moved('a', 1)] }), 'sent'), false)
  const stays = plan({ changes: [moved('a', 1)], left_off: [{ order_uuid: 'b', stays_on_route: true }] })
  assert.equal(isEmptied(day, stays, 'sent'), false)
})

test('a planned route is not emptied, and neither is a route with hand-overs', () => {
  assert.equal(isEmptied(day, plan({ changes: [moved('c', 1)] }), 'planned'), false)
  const handing = plan({ routes: [{ hand_overs: [{}] }], changes: [moved('a', 1), moved('b', 2)] })
  assert.equal(isEmptied(day, handing, 'sent'), false)
})
