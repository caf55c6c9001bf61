// Builds of several days that begin today, during or after the shifts of today.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuildDaysOut } from '../../../src/contract/build-days.ts'
import { testClock } from '../../helpers/clock.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { dateIn } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock(new Date('2026-12-01T14:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const [today, tomorrow] = [dateIn(service, 0), dateIn(service, 1)]
const morning: [string, string] = ['09:00', '12:00']

/** Builds today and tomorrow at this time in New York. Returns the built days and the unassigned orders. */
async function builtAt(time: string, orders: Record<string, { from: number; to: number; window?: [string, string] }>) {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  await addVehicle(service.app, shop.businessId, { shift: ['08:00', '17:00'] })
  clock.advance((Date.parse(`2026-12-01T${time}-05:00`) - clock.now().getTime()) / 1000)
  for (const [external_ref, { from, to, window }] of Object.entries(orders)) {
    const days = { delivery_date: dateIn(service, from), ...(to > from && { delivery_by: dateIn(service, to) }) }
    const [window_start, window_end] = window ?? []
    const sent = await shop.post('/orders', orderBody({ external_ref, ...days, window_start, window_end }))
    assert.equal(sent.status, 201, sent.body.message)
  }
  const { status, body } = await shop.post<BuildDaysOut>('/routes/build-days', { date: dateIn(service, 0), days: 2 })
  assert.equal(status, 201, body.message)
  const { days, unassigned } = body.data
  return {
    refs: Object.fromEntries(
      days.map(({ date, routes }) => [
        date,
        routes.flatMap(({ stops }) => stops.map(({ external_ref }) => external_ref)).toSorted(),
      ]),
    ),
    starts: days.flatMap(({ routes }) => routes.map(({ planned_start: start }) => start)),
    unassigned: [...unassigned, ...days.flatMap((day) => day.unassigned)].map(({ external_ref }) => external_ref),
  }
}

test('during the shift, vehicles leave later only today', async () => {
  const { refs, starts, unassigned } = await builtAt('15:00', {
    TODAY: { from: 0, to: 0 },
    MORNING: { from: 1, to: 1, window: morning },
    EITHER: { from: 0, to: 1, window: morning },
  })
  assert.deepEqual(unassigned, [])
  assert.deepEqual(refs, { [today]: ['TODAY'], [tomorrow]: ['EITHER', 'MORNING'] })
  assert.ok((starts[0] ?? '') >= '2026-12-01T20:05', String(starts[0]))
  assert.ok((starts[1] ?? '') < '2026-12-02T17:00', String(starts[1]))
})

test('after their shift, vehicles of today get no deliveries', async () => {
  const { refs, unassigned } = await builtAt('18:00', { TODAY: { from: 0, to: 0 }, EITHER: { from: 0, to: 1 } })
  assert.deepEqual(refs, { [tomorrow]: ['EITHER'] })
  assert.deepEqual(unassigned, ['TODAY'])
})
