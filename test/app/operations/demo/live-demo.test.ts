// Tests `npm run demo -- --live`: it creates past deliveries, and simulates the current day of the vans.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driveLiveDemo } from '../../../../src/app/operations/demo/live-demo.ts'
import { loadDemo } from '../../../../src/app/operations/demo/load-demo.ts'
import type { TestDayOut } from '../../../../src/contract/test-days.ts'
import { clientOf, startService } from '../../../helpers/service.ts'

const service = await startService({ jobs: true })
const { app } = service

/** Three consecutive days always include a weekday. */
const DAYS_BEFORE = 3

test('past days are delivered, today runs at 60 times real speed, and a repetition changes nothing', async () => {
  const demo = await loadDemo(app)
  const stop = new AbortController()
  await driveLiveDemo(app, demo.businessId, stop.signal, DAYS_BEFORE)
  const read = () =>
    app.db.asBusiness(demo.businessId, async (tx) => ({
      routes: await tx.selectFrom('routes').select(['routeId', 'date', 'status']).orderBy('routeId').execute(),
      days: await tx.selectFrom('testDays').select(['testDayId', 'date', 'status', 'speed']).orderBy('date').execute(),
    }))
  const { routes, days } = await read()
  const today = days.at(-1)
  assert.deepEqual([today?.speed, today?.status], [60, 'RUNNING'])
  assert.ok(days.length >= 2, `${days.length} days`)
  for (const { status, speed } of days.slice(0, -1)) assert.deepEqual([status, speed], ['FINISHED', null])
  for (const { date, status } of routes) if (date !== today?.date) assert.equal(status, 'COMPLETED')
  await driveLiveDemo(app, demo.businessId, stop.signal, DAYS_BEFORE)
  const again = await read()
  assert.deepEqual(
    again.days.map(({ testDayId }) => testDayId),
    days.map(({ testDayId }) => testDayId),
  )
  assert.equal(again.routes.length, routes.length)
  const client = clientOf(service.url, demo.businessId, demo.apiKey, '')
  const { body } = await client.get<TestDayOut>(`/test/days/${today?.testDayId}`)
  assert.ok(body.data.stop_count > 40)
})
