// npm run bench two-tables -- --matrix FILE [--instances 3] [--iterations 20000] [--rounds 3]
// Measures how much a road table per kind of vehicle slows the search down. Solves the same problems with one table, and with
// every second vehicle on an equal second table, so that the solutions must be the same. Runs both alternately, and reports
// CPU seconds.
import type { Problem } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { requirePathOption } from '../path-given.ts'
import { createMixedFleetProblem } from './fleets.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({ matrix: '', instances: 3, iterations: 20000, rounds: 3 })
const file = requirePathOption('matrix', options.matrix, 'a JSON file with a road table')
const iterations = options.iterations

/** Gives every second vehicle its own copy of the roads. */
const withSecondRoadTable = (problem: Problem): Problem => ({
  ...problem,
  otherRoads: [{ durations: problem.durations.slice(), distances: problem.distances.slice() }],
  vehicles: problem.vehicles.map((vehicle, i) => (i % 2 === 1 ? { ...vehicle, roads: 0 } : vehicle)),
})

function timeSearch(problem: Problem): { seconds: number; cost: number } {
  const before = process.cpuUsage()
  const { cost } = solve(problem, { iterations, seed: 1 })
  const { user, system } = process.cpuUsage(before)
  return { seconds: (user + system) / 1e6, cost }
}

console.log('| problem | round | one table, CPU s | two tables, CPU s |')
console.log('|---|---|---|---|')
for (let instance = 1; instance <= options.instances; instance++) {
  const one = createMixedFleetProblem(file, instance, { room: 1.19, optional: 0, hour: 0, balance: 'none' })
  const two = withSecondRoadTable(one)
  for (let round = 1; round <= options.rounds; round++) {
    const [first, second] = [timeSearch(one), timeSearch(two)]
    if (first.cost !== second.cost) throw new Error(`${second.cost} on two equal tables, ${first.cost} on one`)
    console.log(`| ${[instance, round, first.seconds.toFixed(2), second.seconds.toFixed(2)].join(' | ')} |`)
  }
}
