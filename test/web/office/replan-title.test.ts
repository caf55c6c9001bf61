import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplanChange, ReplanPlanOut } from '../../../src/contract/replan.ts'
import { replanTitle } from '../../../web/office/day/replan-title.ts'

interface Figures {
  left?: number
  late?: number
  moved?: number
  drive?: number
}

const plan = ({ left = 0, late = 0, moved = 0, drive = 100 }: Figures) => ({
  after: { stop_count: 20, distance_miles: 30, drive_minutes: drive, late_stops: late, late_minutes: late * 20 },
  changes: Array.from({ length: moved }, () => ({ change: 'MOVED' }) as ReplanChange),
  left_off: Array.from({ length: left }, () => ({}) as ReplanPlanOut['left_off'][number]),
})

test('a single plan that is late or leaves deliveries unassigned has no goal in its title', () => {
  const only = plan({ left: 9, late: 6 })
  assert.deepEqual(replanTitle(only, [only]), { leftOff: 9, lateStops: 6, reached: [] })
})

test('unassigned deliveries count as missed windows', () => {
  const only = plan({ left: 19 })
  assert.deepEqual(replanTitle(only, [only]), { leftOff: 19, lateStops: 0, reached: [] })
})

test('a single plan that is on time and complete reaches every goal', () => {
  const only = plan({ moved: 2 })
  assert.deepEqual(replanTitle(only, [only]).reached, ['FEWEST_CHANGES', 'LEAST_DRIVING', 'WINDOWS_KEPT'])
})

test('each of several plans has the goals that its figures show', () => {
  const few = plan({ moved: 1, drive: 120, late: 1 })
  const short = plan({ moved: 5, drive: 100, late: 2 })
  const onTime = plan({ moved: 6, drive: 130 })
  const all = [few, short, onTime]
  assert.deepEqual(
    all.map((one) => replanTitle(one, all).reached),
    [['FEWEST_CHANGES'], ['LEAST_DRIVING'], ['WINDOWS_KEPT']],
  )
})

test('a plan with more unassigned deliveries than another does not count as less driving', () => {
  const whole = plan({ moved: 4, drive: 140 })
  const part = plan({ moved: 1, drive: 90, left: 3 })
  assert.deepEqual(replanTitle(part, [whole, part]).reached, [])
})
