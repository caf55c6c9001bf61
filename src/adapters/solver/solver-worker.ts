// Thread of a solve: opens a problem, runs the requested parts of the search, and writes the solution.
import { parentPort, workerData } from 'node:worker_threads'
import { recordClock, replayClock } from '../../engine/search-trace.ts'
import { planFiguresOf } from '../../engine/figures.ts'
import type { Problem } from '../../engine/problem.ts'
import { openSession, type Session } from '../../engine/session.ts'
import { InvalidProblem } from '../../engine/validate.ts'
import { CONTROL, type FromWorker, type SolverThreadData, type ToWorker } from './solver-messages.ts'

const PROGRESS_EVERY_SECONDS = 0.25

const port = parentPort!
const post = (message: FromWorker) => port.postMessage(message)
const { cpuTime, control } = workerData as SolverThreadData
/** Seconds spent paused, which don't count as search time. */
let paused = 0
const now = cpuTime ? threadSeconds : () => performance.now() / 1000 - paused

/**
 * Returns whether the search must end. Blocks while the search is paused. Also reports a plan that was found too soon
 * after the last report.
 */
function mustStop(): boolean {
  reportBest()
  if (Atomics.load(control, 0) === CONTROL.pause) {
    const began = performance.now()
    Atomics.wait(control, 0, CONTROL.pause)
    paused += (performance.now() - began) / 1000
  }
  return Atomics.load(control, 0) === CONTROL.stop
}

function threadSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

let session: Session | null = null
let problem: Problem | null = null
let opened = 0
/** Best plan that was not reported yet, and the time of the last report in seconds since `opened`. */
let unreported: { cost: number; plan: () => number[][]; steps: number } | null = null
let reportedAt = -Infinity

/** Reports the best plan, at most once per `PROGRESS_EVERY_SECONDS`. The first plan is reported at once. */
function reportBest(): void {
  if (unreported === null) return
  const seconds = now() - opened
  if (seconds - reportedAt < PROGRESS_EVERY_SECONDS) return
  const { cost, plan, steps } = unreported
  unreported = null
  reportedAt = seconds
  post({ type: 'progress', progress: { seconds, iterations: steps, cost, ...planFiguresOf(problem!, plan()) } })
}

function perform(message: ToWorker): FromWorker {
  if (message.type === 'open') {
    opened = now()
    reportedAt = -Infinity
    problem = message.problem
    session = openSession(problem, message.seed)
    return { type: 'opened' }
  }
  if (message.type === 'answer') {
    const solution = session!.answer(message.routes, message.iterations)
    session = null
    problem = null
    return { type: 'solved', solution }
  }
  const { part, from, to, seconds, iterations, readings } = message
  unreported = null
  const recorded = recordClock({ now, stop: mustStop })
  const clock = readings ? replayClock(readings, mustStop) : recorded
  const ran = session!.run({
    part,
    from,
    to,
    seconds,
    iterations,
    now: clock.now,
    stop: clock.stop,
    onBest(cost, plan, steps) {
      if (part !== null) return
      unreported = { cost, plan, steps }
      reportBest()
    },
  })
  return { type: 'ran', ran, readings: readings ?? recorded.readings() }
}

if (!cpuTime) await import('../behind-requests.ts')
port.on('message', (message: ToWorker) => {
  try {
    post(perform(message))
  } catch (error) {
    const fields = error instanceof InvalidProblem ? error.fields : null
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error), fields })
  }
})
