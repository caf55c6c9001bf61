import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Course, latenessOf } from '../../../src/domain/playback/lateness.ts'

const MINUTE = 60_000

/** Builds a route from minutes: for each stop the drive to it, the wait and the service, then the drive home. */
function course(
  start: number,
  stops: readonly [id: string, drive: number, wait: number, service: number][],
  home = 0,
): Course {
  let now = start * MINUTE
  const visits = stops.map(([stopId, drive, wait, service]) => {
    const arrival = now + Math.round(drive * MINUTE)
    const begin = arrival + Math.round(wait * MINUTE)
    now = begin + Math.round(service * MINUTE)
    return { stopId, arrival, begin, departure: now }
  })
  return { start: start * MINUTE, visits, end: now + Math.round(home * MINUTE) }
}

const plan = course(
  480,
  [
    ['a', 10, 0, 5],
    ['b', 10, 0, 5],
    ['c', 10, 0, 5],
  ],
  10,
)

test('a single cause of a stop’s lateness is reported alone', () => {
  const cases: [string, Course, { minutes: number; causes: { cause: string; minutes: number }[] }][] = [
    ['on time', plan, { minutes: 0, causes: [] }],
    [
      'left late',
      course(492, [
        ['a', 10, 0, 5],
        ['b', 10, 0, 5],
        ['c', 10, 0, 5],
      ]),
      { minutes: 12, causes: [{ cause: 'LEFT', minutes: 12 }] },
    ],
    [
      'a longer drive',
      course(480, [
        ['a', 10, 0, 5],
        ['b', 25, 0, 5],
        ['c', 10, 0, 5],
      ]),
      { minutes: 15, causes: [{ cause: 'DRIVE', minutes: 15 }] },
    ],
    [
      'waiting',
      course(480, [
        ['a', 10, 7, 5],
        ['b', 10, 0, 5],
        ['c', 10, 0, 5],
      ]),
      { minutes: 7, causes: [{ cause: 'WAIT', minutes: 7 }] },
    ],
    [
      'longer at a stop',
      course(480, [
        ['a', 10, 0, 5],
        ['b', 10, 0, 20],
        ['c', 10, 0, 5],
      ]),
      { minutes: 15, causes: [{ cause: 'SERVICE', minutes: 15 }] },
    ],
    [
      'a stop more before it',
      course(480, [
        ['a', 10, 0, 5],
        ['x', 6, 0, 4],
        ['b', 10, 0, 5],
        ['c', 10, 0, 5],
      ]),
      { minutes: 10, causes: [{ cause: 'ADDED', minutes: 10 }] },
    ],
    [
      'a stop less before it',
      course(480, [
        ['b', 10, 0, 5],
        ['c', 10, 0, 5],
      ]),
      { minutes: -15, causes: [{ cause: 'REMOVED', minutes: -15 }] },
    ],
    [
      'late and made up for',
      course(490, [
        ['a', 10, 0, 5],
        ['b', 6, 0, 5],
        ['c', 10, 0, 5],
      ]),
      {
        minutes: 6,
        causes: [
          { cause: 'LEFT', minutes: 10 },
          { cause: 'DRIVE', minutes: -4 },
        ],
      },
    ],
  ]
  for (const [name, real, expected] of cases) assert.deepEqual(latenessOf(plan, real, 'c'), expected, name)
  assert.deepEqual(
    latenessOf(
      plan,
      course(
        480,
        [
          ['a', 10, 0, 5],
          ['b', 10, 0, 5],
          ['c', 10, 0, 9],
        ],
        13,
      ),
      null,
    ),
    {
      minutes: 7,
      causes: [
        { cause: 'SERVICE', minutes: 4 },
        { cause: 'DRIVE', minutes: 3 },
      ],
    },
  )
  assert.equal(latenessOf(plan, course(480, [['a', 10, 0, 5]]), 'c'), null, 'the stop has not been reached')
  assert.equal(latenessOf(plan, { ...plan, end: null }, null), null, 'the vehicle has not returned')
})

const part = fc.integer({ min: 0, max: 90 * MINUTE }).map((milliseconds) => milliseconds / MINUTE)
const aCourse = fc
  .tuple(
    part,
    fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f', 'g']),
    fc.array(fc.tuple(part, part, part), { minLength: 7, maxLength: 7 }),
    part,
  )
  .map(([start, ids, parts, home]) =>
    course(
      start,
      ids.map((id, i) => [id, ...(parts[i] ?? [0, 0, 0])]),
      home,
    ),
  )

test('the causes of every stop and of the whole route add up to its lateness, however the stops changed', () => {
  fc.assert(
    fc.property(aCourse, aCourse, (planned, actual) => {
      for (const stopId of [...planned.visits.map((visit) => visit.stopId), null]) {
        const late = latenessOf(planned, actual, stopId)
        if (!late) continue
        const arrival = (of: Course) =>
          (stopId === null ? of.end : of.visits.find((visit) => visit.stopId === stopId)?.arrival) ?? 0
        assert.equal(late.minutes, Math.round((arrival(actual) - arrival(planned)) / MINUTE) || 0)
        assert.equal(
          late.causes.reduce((sum, { minutes }) => sum + minutes, 0),
          late.minutes,
        )
      }
    }),
    { numRuns: 300 },
  )
})
