// The thread a solve runs on: takes one job at a time from the pool and posts progress and the answer.
import { parentPort } from 'node:worker_threads'
import { solve } from '../engine/solve.ts'
import { InvalidProblem } from '../engine/validate.ts'
import type { FromWorker, ToWorker } from './solver-messages.ts'

const PROGRESS_EVERY_SECONDS = 0.25

const port = parentPort!
const post = (message: FromWorker) => port.postMessage(message)

port.on('message', ({ job, problem, options, cancelled }: ToWorker) => {
  const flag = new Int32Array(cancelled)
  let reported = 0
  try {
    const solution = solve(problem, {
      ...options,
      stop: () => Atomics.load(flag, 0) !== 0,
      onProgress({ seconds, iterations, cost }) {
        if (seconds - reported < PROGRESS_EVERY_SECONDS) return
        reported = seconds
        post({ type: 'progress', job, progress: { seconds, iterations, cost } })
      },
    })
    post({ type: 'solved', job, solution })
  } catch (error) {
    const fields = error instanceof InvalidProblem ? error.fields : null
    post({ type: 'failed', job, message: error instanceof Error ? error.message : String(error), fields })
  }
})
