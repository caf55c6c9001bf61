// Simulated days in the API (docs/spec/test-mode.md#a-simulated-day).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { SPEEDS, TEST_DAY_STATUSES, USUAL_TEST_DAY as USUAL } from '../domain/test-days/test-day.ts'
import { endpoint } from './endpoint.ts'
import { Day, DayOut, InstantOut, integer, number, Uuid, UuidOut } from './fields.ts'

const share = (description: string, usual: number) =>
  number(0, 1)
    .optional()
    .meta({ description: `Share of the stops, 0 to 1, ${description} Default: ${usual}.` })

export const TestDayBody = z
  .strictObject(
    {
      date: Day,
      seed: integer(0, 2_147_483_647)
        .optional()
        .meta({
          description: `Seed of the random events. The same seed makes the same day of the same routes. Default: ${USUAL.seed}.`,
        }),
      speed: z
        .literal([...SPEEDS], { error: faultText('must be one of {values}, or null', { values: SPEEDS.join(', ') }) })
        .nullish()
        .meta({
          description: `Factor by which the day runs faster than real time: ${SPEEDS.join(', ')}. Null or absent: as fast as possible.`,
        }),
      failed_share: share('where the delivery fails.', USUAL.failed_share),
      late_share: share('before which the driver is delayed by 5 to 25 minutes.', USUAL.late_share),
      offline_share: share('without reception, whose taps are sent 2 to 10 minutes later.', USUAL.offline_share),
      undone_share: share('where a wrong outcome is tapped first and undone within a minute.', USUAL.undone_share),
    },
    { error: faultText('must be a JSON object') },
  )
  .meta({ id: 'TestDayInput' })
export type TestDayBody = z.output<typeof TestDayBody>

export const TestDayOut = z
  .object({
    test_day_uuid: UuidOut,
    date: DayOut,
    seed: z.number(),
    speed: z.literal([...SPEEDS]).nullable(),
    status: z.enum(TEST_DAY_STATUSES),
    virtual_now: InstantOut.meta({ description: 'Current time of the simulated clock.' }),
    routes_count: z.number(),
    stop_count: z.number(),
    stops_done: z.number().meta({ description: 'Number of stops with an outcome: delivered, failed or skipped.' }),
    created_at: InstantOut,
    ended_at: InstantOut.nullable(),
  })
  .meta({ id: 'TestDay' })
export type TestDayOut = z.output<typeof TestDayOut>

const TestDayId = z.object({ test_day_uuid: Uuid })
const unknown = { 404: 'No simulated day with that id.' }

const body = { date: '11/24/2026', seed: 7, speed: 60, failed_share: 0.1 } satisfies TestDayBody
const reply: TestDayOut = {
  test_day_uuid: '019ab3f0-8b1a-7a51-9d1e-6f6f0a1b2c3d',
  date: '11/24/2026',
  seed: 7,
  speed: 60,
  status: 'RUNNING',
  virtual_now: '2026-11-24T12:30:00.000Z',
  routes_count: 2,
  stop_count: 37,
  stops_done: 0,
  created_at: '2026-11-24T15:00:00.000Z',
  ended_at: null,
}

export const startTestDay = endpoint({
  method: 'POST',
  path: '/test/days',
  permission: 'dispatchRoutes',
  body: TestDayBody,
  reply: TestDayOut,
  key: {
    operation: 'startTestDay',
    tag: 'Test mode',
    summary: 'Simulate a day',
    description:
      'Needs a test key. Simulates the drivers of the planned and dispatched routes of a date with a clock of its own. Simulated drivers use the same API as real drivers: they start, arrive, send locations, record outcomes and undo some of them. Notices and events follow. The response is immediate. Read the simulated day to follow its progress, or stop it.',
    success: { 201: 'The day has started.' },
    errors: {
      409: 'The key is a live key, no route of the date has stops to drive, a day is already being simulated, or the settings require photos from drivers.',
    },
    examples: { body, reply },
  },
})

export const readTestDay = endpoint({
  method: 'GET',
  path: '/test/days/{test_day_uuid}',
  permission: 'readRoutes',
  params: TestDayId,
  reply: TestDayOut,
  key: {
    operation: 'readTestDay',
    tag: 'Test mode',
    summary: 'Read a simulated day',
    description: 'Returns the status and progress of the day.',
    success: { 200: 'The day.' },
    errors: unknown,
    examples: { reply },
  },
})

export const stopTestDay = endpoint({
  method: 'POST',
  path: '/test/days/{test_day_uuid}/stop',
  permission: 'dispatchRoutes',
  params: TestDayId,
  reply: TestDayOut,
  key: {
    operation: 'stopTestDay',
    tag: 'Test mode',
    summary: 'Stop a simulated day',
    description:
      'Stops the simulation. Results up to now are kept, and routes under way stay under way; another simulated day of the date continues them. A day that has ended stays unchanged.',
    success: { 200: 'The day has ended.' },
    errors: unknown,
    examples: { reply: { ...reply, status: 'STOPPED', stops_done: 12, ended_at: '2026-11-24T15:03:10.000Z' } },
  },
})
