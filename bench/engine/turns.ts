// npm run bench turns -- [--solves 24 --stops 1000 --rounds 5 --threads 2]: one business sends many solves at once,
// with the default time for their size. Another business sends a solve with 5 stops every 2 seconds during that.
// Reports how long the second business waits, and the memory of the pool's threads.
import { createSolverPool } from '../../src/adapters/solver/solver-pool.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { plane, stop, vehicle } from '../../test/engine/problems.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({ solves: 24, stops: 1000, rounds: 5, threads: 2 })

function spreadProblem(stops: number, vehicles: number): Problem {
  const points = Array.from({ length: stops }, (_, i) => [(i * 7919) % 9000, (i * 104729) % 9000] as const)
  return plane(
    points,
    points.map((_, i) => stop(`s${i}`)),
    Array.from({ length: vehicles }, (_, i) => vehicle(`v${i}`)),
  )
}

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20)

const pool = createSolverPool({ threads: options.threads })
const small = spreadProblem(5, 1)
await pool.solve('small', small)
const before = megabytes()
const large = spreadProblem(options.stops, 20)
const flood = new AbortController()
let refused = 0
for (let i = 0; i < options.solves; i++)
  void pool.solve('large', large, { signal: flood.signal }).catch(() => flood.signal.aborted || refused++)
const took: number[] = []
for (let round = 0; round < options.rounds; round++) {
  await sleep(2)
  const asked = performance.now()
  await pool.solve('small', small)
  took.push((performance.now() - asked) / 1000)
}
console.log(
  `5 stops beside ${options.solves} solves of ${options.stops} stops (${refused} refused) on ${options.threads} threads`,
)
console.log(`answered after ${took.map((seconds) => seconds.toFixed(2)).join(', ')} s; ${before} to ${megabytes()} MB`)
flood.abort(new Error('measured'))
await pool.close()
