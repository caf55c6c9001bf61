// npm run bench two-tables -- --matrix FILE [--instances 3] [--iterations 20000] [--rounds 3]
// Measures the cost of a table per kind of vehicle for the search: the same problems and steps with one table, and with
// every second vehicle on an equal second table, so that the solutions must be the same. Alternating, in CPU seconds.
import type { Problem } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { pathGiven } from '../path-given.ts'
import { mixedFleet } from './fleets.ts'
import { givenOptions } from '../given-options.ts'

const options = givenOptions({ matrix: '', instances: 3, iterations: 20000, rounds: 3 })
const file = pathGiven('matrix', options.matrix, 'a JSON file with a road table')
const iterations = options.iterations

/** Gives every second vehicle its own copy of the roads. */
const onTwoTables = (problem: Problem): Problem => ({
  ...problem,
  otherRoads: [{ durations: problem.durations.slice(), distances: problem.distances.slice() }],
  vehicles: problem.vehicles.map((vehicle, i) => (i % 2 === 1 ? { ...vehicle, roads: 0 } : vehicle)),
})

function timed(problem: Problem): { seconds: number; cost: number } {
  const before = process.cpuUsage()
  const { cost } = solve(problem, { iterations, seed: 1 })
  const { user, system } = process.cpuUsage(before)
  return { seconds: (user + system) / 1e6, cost }
}

console.log('| problem | round | one table, CPU s | two tables, CPU s |')
console.log('|---|---|---|---|')
for (let instance = 1; instance <= options.instances; instance++) {
  const one = mixedFleet(file, instance, { room: 1.19, optional: 0, hour: 0, balance: 'none' })
  const two = onTwoTables(one)
  for (let round = 1; round <= options.rounds; round++) {
    const [first, second] = [timed(one), timed(two)]
    if (first.cost !== second.cost) throw new Error(`${second.cost} on two equal tables, ${first.cost} on one`)
    console.log(`| ${[instance, round, first.seconds.toFixed(2), second.seconds.toFixed(2)].join(' | ')} |`)
  }
}
