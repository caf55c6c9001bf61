// Converts a simulated day to the wire format.
import { dayToWire } from '../../../contract/fields.ts'
import type { TestDayOut } from '../../../contract/test-days.ts'
import { SPEEDS } from '../../../domain/test-days/test-day.ts'
import type { Tx } from '../../../store/database.ts'
import { progressOf, type TestDay } from '../../../store/test-days/test-days.ts'

export async function testDayToWire(tx: Tx, day: TestDay): Promise<TestDayOut> {
  const { stopCount, done } = await progressOf(
    tx,
    day.drivers.map(({ routeId }) => routeId),
  )
  return {
    test_day_uuid: day.testDayId,
    date: dayToWire(day.day),
    seed: day.seed,
    speed: SPEEDS.find((speed) => speed === day.speed) ?? null,
    status: day.status,
    virtual_now: day.virtualNow.toISOString(),
    routes_count: day.drivers.length,
    stop_count: stopCount,
    stops_done: done,
    created_at: day.createdAt.toISOString(),
    ended_at: day.endedAt?.toISOString() ?? null,
  }
}
