// Tests the schedule on a simulated clock: threads that search in steps of a tenth of a second.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Stop } from '../../../src/engine/problem.ts'
import {
  inFairOrder,
  type Job,
  mostMembers,
  preemptedBy,
  SLICE_SECONDS,
} from '../../../src/adapters/solver/solver-schedule.ts'

const STEP = 0.1

test('a team has all threads for 1,000 stops and one for 5,000, because each has its own tables', () => {
  const roads = { durations: new Float64Array(0), distances: new Float64Array(0) }
  const most = (count: number, kinds = 1) =>
    mostMembers({
      stops: Array.from({ length: count }, () => ({}) as Stop),
      otherRoads: Array.from({ length: kinds - 1 }, () => roads),
    })
  assert.deepEqual([most(1_000), most(1_000, 2), most(3_000), most(3_000, 2), most(5_000)], [37, 18, 4, 2, 1])
})

interface Asked {
  owner: string
  seconds: number
  at?: number
}

interface Simulated extends Job {
  since: number
  started: boolean
  ran: number
  asked: Required<Asked>
  begunAt: number
  endedAt: number
}

/** Simulates when each job starts and ends, in request order. Asserts that every preempted job has had its slice. */
function simulate(threads: number, all: readonly Asked[]): Simulated[] {
  const jobs = all.map(({ owner, seconds, at = 0 }): Simulated => {
    const job = {
      owner,
      askedAt: at,
      since: at,
      started: false,
      ran: 0,
      begunAt: NaN,
      endedAt: NaN,
      asked: { owner, seconds, at },
    }
    return { ...job, left: () => NaN }
  })
  for (const job of jobs) job.left = () => job.asked.seconds - job.ran
  const ready = new Set<Simulated>()
  const running = new Set<Simulated>()
  const turns = new Map<string, number>()
  let turn = 0
  for (let tick = 0; jobs.some(({ endedAt }) => Number.isNaN(endedAt)); tick++) {
    const now = tick * STEP
    assert.ok(now < 10_000, 'some solves never end')
    for (const job of running) {
      job.ran += STEP
      if (job.left() > 1e-9) continue
      running.delete(job)
      job.endedAt = now
    }
    for (const job of jobs) if (Number.isNaN(job.begunAt) && job.asked.at <= now) ready.add(job)
    for (let again = true; again; ) {
      again = false
      for (const next of inFairOrder([...ready], [...running], (owner) => turns.get(owner) ?? 0)) {
        if (running.size >= threads) {
          const other = preemptedBy(next, [...running])
          if (!other || other.since + SLICE_SECONDS > now + 1e-9) continue
          running.delete(other)
          ready.add(other)
        }
        ready.delete(next)
        running.add(next)
        next.since = now
        next.started = true
        if (Number.isNaN(next.begunAt)) next.begunAt = now
        turns.set(next.owner, ++turn)
        again = true
        break
      }
    }
    assert.ok(running.size <= threads)
    assert.ok(running.size === threads || ready.size === 0, 'a thread is idle while solves wait')
  }
  return jobs
}

const long = (count: number, owner: string): Asked[] => Array.from({ length: count }, () => ({ owner, seconds: 30 }))

test('a short solve starts within a slice, whatever another owner sends', () => {
  for (const threads of [1, 2, 4]) {
    const small = Array.from({ length: 20 }, (_, i) => ({ owner: 'b', seconds: 0.3, at: 3 + i * 2.5 }))
    const jobs = simulate(threads, [...long(24, 'a'), ...small])
    for (const { begunAt, asked } of jobs.slice(24))
      assert.ok(begunAt - asked.at < SLICE_SECONDS + 2 * STEP, `${threads} threads: waited ${begunAt - asked.at} s`)
  }
})

test('a flood of short solves delays others by only a few of them', () => {
  const flood = Array.from({ length: 200 }, () => ({ owner: 'a', seconds: 0.9 }))
  const jobs = simulate(2, [...flood, { owner: 'b', seconds: 0.3, at: 5 }, { owner: 'b', seconds: 20, at: 5 }])
  const [short, second] = jobs.slice(200)
  assert.ok(short!.begunAt - 5 <= 1)
  assert.ok(second!.endedAt < 5 + 2 * 25, `done at ${second!.endedAt}`)
})

test('owners with long solves get equal shares of the threads', () => {
  const jobs = simulate(2, [...long(6, 'a'), ...long(1, 'b'), ...long(1, 'c')])
  const [b, c] = jobs.slice(6)
  // Three owners share two threads, so each gets two thirds of a thread. A search of 30 s then takes 45 s.
  for (const { endedAt } of [b!, c!]) assert.ok(endedAt > 40 && endedAt < 50, `done after ${endedAt} s`)
})

test('the solves of one owner do not interrupt each other if nobody else waits', () => {
  const jobs = simulate(2, long(6, 'a'))
  for (const { begunAt, endedAt } of jobs) assert.ok(Math.abs(endedAt - begunAt - 30) < 2 * STEP)
})

test('an owner’s long solve ends although short solves of all owners keep coming', () => {
  const stream = (owner: string) => Array.from({ length: 150 }, (_, i) => ({ owner, seconds: 0.9, at: i * 0.8 }))
  const jobs = simulate(1, [{ owner: 'a', seconds: 30 }, ...stream('a'), ...stream('b'), ...stream('c')])
  const last = Math.max(...jobs.map(({ endedAt }) => endedAt))
  assert.ok(jobs[0]!.endedAt < last * 0.75, `done at ${jobs[0]!.endedAt} of ${last}`)
})

test('every solve ends, and no thread is idle while solves wait', () => {
  const asked = fc.record({
    owner: fc.constantFrom('a', 'b', 'c', 'd'),
    seconds: fc.constantFrom(0.2, 0.9, 3, 12),
    at: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(asked, { minLength: 1, maxLength: 40 }), (threads, all) => {
      for (const { begunAt, asked: wanted } of simulate(threads, all)) {
        // An owner waits for at most two slices or short solves of each other owner.
        if (wanted.seconds < 1 && all.filter(({ owner }) => owner === wanted.owner).length === 1)
          assert.ok(begunAt - wanted.at <= 2 * 4, `${wanted.owner} waited ${begunAt - wanted.at} s`)
      }
    }),
    { numRuns: 200 },
  )
})
