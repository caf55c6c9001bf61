import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSolverPool } from '../../../src/adapters/solver/solver-pool.ts'
import { SolverLost } from '../../../src/app/ports/solver.ts'
import { check } from '../../../src/engine/check.ts'
import type { SearchTrace } from '../../../src/engine/search-trace.ts'
import type { Problem } from '../../../src/engine/problem.ts'
import { InvalidProblem } from '../../../src/engine/validate.ts'
import { HOUR, plane, stop, vehicle } from '../../engine/problems.ts'

const pool = createSolverPool({ threads: 1 })
after(() => pool.close())

function spread(count: number) {
  const points = Array.from({ length: count }, (_, i) => [(i * 7919) % 9000, (i * 104729) % 9000] as const)
  const stops = points.map((_, i) => stop(`s${i}`))
  return plane(points, stops, [vehicle('v'), vehicle('w')])
}

/** A problem with one vehicle. The vehicle has a break, so that the search must compute the times of whole routes. */
function oneLongRoute(count: number) {
  const { stops, vehicles, ...rest } = spread(count)
  const breaks = [{ windowStart: 12 * HOUR, windowEnd: 13 * HOUR, seconds: 1800 }]
  return {
    ...rest,
    stops: stops.map((each) => ({ ...each, serviceSeconds: 0 })),
    vehicles: [{ ...vehicles[0]!, breaks }],
  }
}

test('a solve runs on a thread while the event loop continues', async () => {
  const problem = spread(40)
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const solution = await pool.solve('a', problem, { seconds: 0.5 })
  clearInterval(timer)
  assert.deepEqual(check(problem, solution), [])
  assert.ok(turns > 1)
})

test('owners alternate, however many solves one of them has waiting', async () => {
  const ended: string[] = []
  const run = (owner: string) => pool.solve(owner, spread(20), { iterations: 500 }).then(() => ended.push(owner))
  await Promise.all([run('a'), run('a'), run('a'), run('b')])
  assert.ok(ended.indexOf('b') < 2)
})

/** Starts a solve with a budget of half a minute, which the test can cancel. */
function longSolve(owner: string, on = pool, problem = spread(200)) {
  const call = new AbortController()
  const state = { done: false }
  const ended = on.solve(owner, problem, { seconds: 30, signal: call.signal }).catch(() => null)
  void ended.then(() => (state.done = true))
  const callOff = async () => {
    call.abort(new Error('called off'))
    await ended
  }
  return { state, callOff }
}

test('a short solve waits neither for long solves of another owner nor for the owner’s own', async () => {
  const long = ['a', 'a', 'a'].map((owner) => longSolve(owner))
  for (const owner of ['b', 'c', 'a']) {
    const problem = spread(5)
    assert.deepEqual(check(problem, await pool.solve(owner, problem, { iterations: 500 })), [])
  }
  assert.deepEqual(
    long.map(({ state }) => state.done),
    [false, false, false],
  )
  await Promise.all(long.map(({ callOff }) => callOff()))
})

test('long solves of several owners alternate if there are more than threads', async () => {
  const heard = new Set<string>()
  const { promise: all, resolve } = Promise.withResolvers<void>()
  const calls = ['a', 'b', 'c'].map((owner) => {
    const call = new AbortController()
    const onProgress = () => {
      if (heard.add(owner).size === 3) resolve()
    }
    // The problem is so large that each slice finds an improvement to report.
    const ended = pool.solve(owner, spread(200), { seconds: 30, signal: call.signal, onProgress })
    return { call, ended }
  })
  await all
  for (const { call } of calls) call.abort(new Error('called off'))
  const ends = await Promise.allSettled(calls.map(({ ended }) => ended))
  assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['rejected']))
})

test('a preempted solve has the same result as without preemption', async () => {
  const problem = spread(120)
  const alone = await pool.solve('a', problem, { iterations: 200_000, seed: 7 })
  const ended: string[] = []
  const disturbed = pool.solve('a', problem, { iterations: 200_000, seed: 7 }).finally(() => ended.push('long'))
  for (let i = 0; i < 3; i++) await pool.solve('b', spread(5), { iterations: 500 }).then(() => ended.push('short'))
  assert.deepEqual((await disturbed).routes, alone.routes)
  assert.equal(ended[0], 'short')
})

test('a team returns its helper threads to waiting solves, small or large', async () => {
  const pair = createSolverPool({ threads: 2 })
  for (const stops of [120, 420]) {
    const long = longSolve('a', pair, spread(stops))
    await pair.solve('b', spread(5), { iterations: 500 })
    assert.equal(long.state.done, false)
    await long.callOff()
  }
  await pair.close()
})

test('a pool closes with solves running, preempted and waiting', async () => {
  const closing = createSolverPool({ threads: 1 })
  const { promise: begun, resolve: onProgress } = Promise.withResolvers<unknown>()
  const solves = ['a', 'b', 'c'].map((owner) => closing.solve(owner, spread(200), { seconds: 30, onProgress }))
  await begun
  await closing.solve('d', spread(5), { iterations: 500 })
  const ends = Promise.allSettled(solves)
  await closing.close()
  const outcomes = await ends
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  // Closing the pool ends the thread of the running solve. This rejection is expected.
  assert.ok(outcomes.some((outcome) => outcome.status === 'rejected' && outcome.reason instanceof SolverLost))
})

test('a canceled solve ends with the reason, waiting or running', async () => {
  const running = new AbortController()
  const waiting = new AbortController()
  const first = pool.solve('a', spread(200), { seconds: 20, signal: running.signal })
  const second = pool.solve('a', spread(200), { seconds: 20, signal: waiting.signal })
  waiting.abort(new Error('not wanted'))
  await assert.rejects(second, /not wanted/)
  running.abort(new Error('enough'))
  await assert.rejects(first, /enough/)
})

test('a stopped solve returns its best plan so far, running, preempted or waiting', async () => {
  const [running, waiting] = [new AbortController(), new AbortController()]
  const { promise: begun, resolve: onProgress } = Promise.withResolvers<unknown>()
  const problem = spread(200)
  const first = pool.solve('a', problem, { seconds: 600, stop: running.signal, onProgress })
  const second = pool.solve('a', problem, { seconds: 600, stop: waiting.signal })
  await begun
  waiting.abort()
  assert.deepEqual(check(problem, await second), [])
  running.abort()
  assert.deepEqual(check(problem, await first), [])
  assert.deepEqual(check(problem, await pool.solve('a', problem, { seconds: 600, stop: AbortSignal.abort() })), [])
})

test('a stopped search of several threads is repeated with the same routes', async () => {
  const pair = createSolverPool({ threads: 2 })
  for (const count of [120, 420]) {
    const problem = spread(count)
    const stop = new AbortController()
    let course: SearchTrace | null = null
    const { iterations: _, ...found } = await pair.solve('a', problem, {
      seconds: 600,
      stop: stop.signal,
      onProgress: ({ seconds }) => void (seconds > 0.5 && stop.abort()),
      onCourse: (taken) => void (course = taken),
    })
    assert.ok(course)
    const { iterations: __, ...again } = await pair.solve('a', problem, { course: structuredClone(course) })
    assert.deepEqual(again, found)
  }
  await pair.close()
})

test('the first plan of a search is reported at once, also if the search finds no better one', async () => {
  const plans: number[] = []
  const onProgress = ({ unassigned }: { unassigned: number }) => void plans.push(unassigned)
  await pool.solve('a', spread(1), { iterations: 10, onProgress })
  assert.deepEqual(plans, [0])
})

test('a thread that dies fails only its own solve', async () => {
  const broken = { ...spread(5), durations: null as unknown as Float64Array }
  await assert.rejects(pool.solve('a', broken, { iterations: 10 }))
  assert.equal((await pool.solve('a', spread(5), { iterations: 10 })).unassigned.length, 0)
})

test('two threads work on one solve, small or large', async () => {
  const pair = createSolverPool({ threads: 2, cpuTime: true })
  for (const count of [120, 420]) {
    const problem = spread(count)
    const solution = await pair.solve('a', problem, { seconds: 0.5 })
    assert.deepEqual(check(problem, solution), [])
  }
  await pair.close()
})

test('a contradiction is refused as an invalid problem', async () => {
  const problem = plane([[1, 1]], [stop('a', { lock: { vehicle: 4 } })], [vehicle('v')])
  await assert.rejects(pool.solve('a', problem), InvalidProblem)
})

test('every budget from a tenth of a second to a second is roughly kept in processor time', async () => {
  const thread = createSolverPool({ threads: 1, cpuTime: true })
  const spent = async (problem: Problem, seconds: number) => {
    const before = process.cpuUsage()
    const solution = await thread.solve('a', problem, { seconds })
    const { user, system } = process.cpuUsage(before)
    assert.deepEqual(check(problem, solution), [])
    return (user + system) / 1e6
  }
  await spent(spread(300), 0.1)
  for (const seconds of [0.1, 0.3, 1]) {
    for (const problem of [spread(300), oneLongRoute(300)]) {
      const used = await spent(problem, seconds)
      // Without the limit, the solve would use far more. The tolerance covers compilation, garbage collection and a
      // busy machine.
      assert.ok(used < seconds + 2, `${used.toFixed(2)} s of processor time on a budget of ${seconds} s`)
    }
  }
  await thread.close()
})

test('a recorded search is repeated with the same routes and times, on any number of threads', async () => {
  const several = createSolverPool({ threads: 3 })
  after(() => several.close())
  // Several threads apart, several threads that share the routes, one thread, and one vehicle whose routes are timed as a
  // whole.
  const cases = [
    { problem: spread(130), on: several },
    { problem: spread(420), on: several },
    { problem: spread(60), on: pool },
    { problem: oneLongRoute(30), on: pool },
  ]
  for (const { problem, on } of cases) {
    const courses: SearchTrace[] = []
    const first = await on.solve('a', problem, { seconds: 1, seed: 5, onCourse: (course) => courses.push(course) })
    const [course] = courses
    assert.ok(course)
    for (const by of [several, pool]) {
      const { iterations: _, ...again } = await by.solve('a', problem, { course: structuredClone(course) })
      const { iterations: __, ...before } = first
      assert.deepEqual(again, before)
    }
  }
})

test('a recorded course of another problem is rejected', async () => {
  const courses: SearchTrace[] = []
  await pool.solve('a', spread(40), { iterations: 400, onCourse: (course) => courses.push(course) })
  const [course] = courses
  assert.ok(course)
  const { rounds, ...rest } = course
  const shorter = {
    ...rest,
    rounds: rounds.map((round) => ({
      ...round,
      iterations: Infinity,
      runs: round.runs.map((run) => ({ ...run, readings: { pairs: Uint32Array.from([0, 3]), stoppedAfter: null } })),
    })),
  }
  await assert.rejects(pool.solve('a', spread(40), { course: shorter }), /another course/)
})
