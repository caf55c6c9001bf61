// npm run bench fleets -- --matrix FILE [--instances 5] [--seeds 5] [--seconds 3] [--threads 2] [--room 1.19]
//   [--optional 0] [--hour 0] [--balance none] [--longer 10]
// Measures how much solutions for twelve mixed vehicles on a real matrix differ between seeds. --longer N also reports the
// unassigned stops of a search with N times the seconds. For tight fleets, use --room 1.02 --optional 0.1. Budgets are
// CPU seconds per thread.
import { createSolverPool } from '../../src/adapters/solver/solver-pool.ts'
import { check } from '../../src/engine/check.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { requirePathOption } from '../path-given.ts'
import { type FleetOptions, MANDATORY, createMixedFleetProblem } from './fleets.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({
  matrix: '',
  instances: 5,
  seeds: 5,
  seconds: 3,
  threads: 2,
  room: 1.19,
  optional: 0,
  hour: 0,
  balance: 'none',
  longer: 0,
})
const file = requirePathOption('matrix', options.matrix, 'a JSON file with a road table')
const { seconds } = options
const seeds = Array.from({ length: options.seeds }, (_, index) => 101 * (index + 1))
const fleet: FleetOptions = {
  room: options.room,
  optional: options.optional,
  hour: options.hour,
  balance: options.balance as FleetOptions['balance'],
}
const pool = createSolverPool({ threads: options.threads, cpuTime: true })
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

async function runSearch(problem: Problem, seed: number, budget: number) {
  const solution = await pool.solve('bench', problem, { seconds: budget, seed })
  const faults = check(problem, solution)
  if (faults.length > 0) throw new Error(faults.join('; '))
  const left = solution.unassigned.filter(({ stop }) => problem.stops[stop]!.priority === MANDATORY).length
  return { cost: solution.cost, routes: solution.routes.length, left, optional: solution.unassigned.length - left }
}

type Run = Awaited<ReturnType<typeof runSearch>>
const summaryLine = (runs: readonly Run[]) =>
  [
    `cost ${runs.map(({ cost }) => cost.toFixed(2)).join(' ')}`,
    `routes ${runs.map(({ routes }) => routes).join(' ')}`,
    `mandatory left off ${runs.map(({ left }) => left).join(' ')}`,
    `optional ${runs.map(({ optional }) => optional).join(' ')}`,
  ].join('  ')

const spreads: number[] = []
const means: number[] = []
for (let instance = 1; instance <= options.instances; instance++) {
  const problem = createMixedFleetProblem(file, instance, fleet)
  const runs: Run[] = []
  for (const seed of seeds) runs.push(await runSearch(problem, seed, seconds))
  const costs = runs.map(({ cost }) => cost)
  spreads.push(100 * (Math.max(...costs) / Math.min(...costs) - 1))
  means.push(mean(costs))
  console.log(`fleet ${instance}  spread ${spreads.at(-1)!.toFixed(2)} %  ${summaryLine(runs)}`)
  if (!options.longer) continue
  const longer = await runSearch(problem, seeds[0]!, seconds * options.longer)
  console.log(`  ${options.longer} times as long: ${summaryLine([longer])}`)
  if (runs.some(({ left }) => left > longer.left)) process.exitCode = 1
}
console.log(`MEAN cost ${mean(means).toFixed(3)}, spread ${mean(spreads).toFixed(2)} % at ${seconds} s`)
await pool.close()
