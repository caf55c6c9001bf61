// npm run bench sets -- --set capacity|fixed-costs|fleet-300|fleet-1000|fleet-5000|windows-200|breaks-300|breaks-1000|trips-100|trips-300|soft-300|roads
//   [--matrix FILE] [--seconds 10] [--seeds 3] [--only REGEXP] [--best FILE] [--keep]
// Solves generated problems on one thread and prints the gap to the best known plan of each. With --keep, writes better
// plans to the file. Budgets are CPU seconds, including setup. The set `roads` needs a JSON file with a road table.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { check } from '../../src/engine/check.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { createCapacityProblem } from './capacity-only.ts'
import { CLASSES, createCityProblem } from './city-fleet.ts'
import { parseOptions } from '../given-options.ts'
import { requirePathOption } from '../path-given.ts'
import { createRoadDay } from './road-days.ts'

const options = parseOptions({
  set: 'capacity',
  seconds: 10,
  seeds: 3,
  only: '',
  matrix: '',
  best: 'bench/engine/best-seen.json',
  keep: false,
})

type NamedProblem = readonly [name: string, make: () => Problem]

const fleetProblems = (stops: number, vehicles: number, count: number): NamedProblem[] =>
  Array.from({ length: count }, (_, i) => [`fleet-${stops}-${i + 1}`, () => createCityProblem(stops, vehicles, i + 1)])

/** The problem with equal vehicles and without balance. */
function withEqualVehicles(problem: Problem): Problem {
  const [first] = problem.vehicles
  const capacity = [problem.vehicles.reduce((sum, vehicle) => sum + vehicle.capacity[0]!, 0) / problem.vehicles.length]
  const vehicles = problem.vehicles.map(({ id }) => ({
    ...first!,
    id,
    capacity,
    temperatureClasses: CLASSES,
    maxStops: Infinity,
  }))
  return { ...problem, vehicles, objective: { ...problem.objective, balance: 'none' } }
}

const windowProblems = (stops: number, vehicles: number, count: number): NamedProblem[] =>
  fleetProblems(stops, vehicles, count).map(([name, make]) => [
    name.replace('fleet', 'windows'),
    () => withEqualVehicles(make()),
  ])

/** The problem with half an hour of lunch on every vehicle. */
function withLunch(problem: Problem): Problem {
  const lunch = { windowStart: 11.5 * 3600, windowEnd: 14 * 3600, seconds: 1800, unpaid: true }
  return { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, breaks: [lunch] })) }
}

const breakProblems = (stops: number, vehicles: number, count: number): NamedProblem[] =>
  fleetProblems(stops, vehicles, count).map(([name, make]) => [`breaks-${name}`, () => withLunch(make())])

/** Hours at which goods that aren't ready at the start of the day become ready. */
const READY_HOURS = [9, 10, 11]

/**
 * The problem with vehicles of half the size that reload up to three times, a quarter of an hour each. Some
 * goods are ready during the day, and every vehicle has half an hour of lunch.
 */
function withTrips(problem: Problem): Problem {
  const reload = { location: 0, seconds: 900, max: 3 }
  const { vehicles, ...rest } = withLunch(problem)
  const smaller = vehicles.map((vehicle) => ({
    ...vehicle,
    capacity: vehicle.capacity.map((most) => most / 2),
    reload,
  }))
  const stops = problem.stops.map((stop, i) =>
    i % 3 === 0 && stop.windows.length === 0
      ? { ...stop, ready: READY_HOURS[(i / 3) % READY_HOURS.length]! * 3600 }
      : stop,
  )
  return { ...rest, vehicles: smaller, stops }
}

const tripProblems = (stops: number, vehicles: number, count: number): NamedProblem[] =>
  fleetProblems(stops, vehicles, count).map(([name, make]) => [`trips-${name}`, () => withTrips(make())])

/** A late minute costs as much as a third of a mile. */
const LATENESS_COST_PER_SECOND = 20 / 3600

/** The problem with soft windows, half an hour of lunch, and loads in pounds and cubic feet. */
function withSoftWindows(problem: Problem): Problem {
  const { vehicles, stops, objective, ...rest } = withLunch(problem)
  const volumes = stops.map(({ load }, i) => Math.round(load[0]! * (0.5 + ((i * 31) % 100) / 100)))
  const pounds = stops.reduce((sum, { load }) => sum + load[0]!, 0)
  const share = volumes.reduce((sum, volume) => sum + volume, 0) / pounds
  return {
    ...rest,
    stops: stops.map((stop, i) => ({ ...stop, load: [stop.load[0]!, volumes[i]!] })),
    vehicles: vehicles.map((vehicle) => ({
      ...vehicle,
      capacity: [vehicle.capacity[0]!, Math.round(vehicle.capacity[0]! * share)],
    })),
    objective: { ...objective, latenessCostPerSecond: LATENESS_COST_PER_SECOND },
  }
}

const softProblems = (stops: number, vehicles: number, count: number): NamedProblem[] =>
  fleetProblems(stops, vehicles, count).map(([name, make]) => [`soft-${name}`, () => withSoftWindows(make())])

/** Stops, share of stops with a window, and cost of an hour. */
const ROAD_DAYS = [
  [200, 0.5, 0],
  [200, 1, 2],
  [250, 0.25, 2],
  [250, 1, 0],
  [310, 0.5, 2],
  [310, 1, 0],
] as const

const roadProblems = (file: string): NamedProblem[] =>
  ROAD_DAYS.map(([stops, windows, hour], i) => [
    `roads-${stops}-${i + 1}`,
    () => createRoadDay(file, { stops, windows, hour, seed: i + 1 }),
  ])

const CAPACITY = [
  [150, 4],
  [200, 1],
  [260, 8],
  [330, 2],
  [420, 6],
  [550, 3],
  [720, 5],
  [1000, 7],
] as const

const FIXED_COSTS = [
  [100, 1],
  [115, 5],
  [150, 3],
  [200, 4],
  [240, 8],
] as const

const SETS: Record<string, () => NamedProblem[]> = {
  capacity: () =>
    CAPACITY.map(([stops, seed]) => [`capacity-${stops}-${seed}`, () => createCapacityProblem(stops, seed)]),
  'fixed-costs': () =>
    FIXED_COSTS.flatMap(([stops, seed]) =>
      (['fixed', 'both', 'distance'] as const).map(
        (fleet): NamedProblem => [`${fleet}-${stops}-${seed}`, () => createCapacityProblem(stops, seed, fleet)],
      ),
    ),
  'fleet-300': () => fleetProblems(300, 12, 5),
  'fleet-1000': () => fleetProblems(1000, 50, 3),
  'fleet-5000': () => fleetProblems(5000, 200, 1),
  'windows-200': () => windowProblems(200, 12, 5),
  'breaks-300': () => breakProblems(300, 13, 5),
  'breaks-1000': () => breakProblems(1000, 54, 3),
  'trips-100': () => tripProblems(100, 6, 5),
  'trips-300': () => tripProblems(300, 16, 5),
  'soft-300': () => softProblems(300, 12, 2),
  roads: () => roadProblems(requirePathOption('matrix', options.matrix, 'a JSON file with a road table')),
}

const set = SETS[options.set]
if (!set) throw new Error(`there is no set ${options.set}: name one of ${Object.keys(SETS).join(', ')}`)
const seconds = options.seconds
const seeds = Array.from({ length: options.seeds }, (_, index) => index + 1)
const best = (existsSync(options.best) ? JSON.parse(readFileSync(options.best, 'utf8')) : {}) as Record<string, number>

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

const gaps: number[] = []
const spreads: number[] = []
let latest = 0
for (const [name, make] of set().filter(([name]) => new RegExp(options.only).test(name))) {
  const problem = make()
  const costs = seeds.map((seed) => {
    const started = cpuSeconds()
    const solution = solve(problem, { seconds, seed, now: cpuSeconds })
    latest = Math.max(latest, cpuSeconds() - started - seconds)
    const faults = check(problem, solution)
    if (faults.length > 0) throw new Error(`${name}: ${faults[0]}`)
    if (solution.unassigned.length > 0) throw new Error(`${name}: ${solution.unassigned.length} left off`)
    return solution.cost
  })
  const least = Math.min(...costs)
  const known = Math.min(best[name] ?? Infinity, least)
  if (options.keep && least < (best[name] ?? Infinity)) best[name] = Math.round(least * 100) / 100
  spreads.push(100 * (Math.max(...costs) / least - 1))
  gaps.push(100 * (mean(costs) / known - 1))
  console.log(
    `${name}  ${costs.map((cost) => `${(100 * (cost / known - 1)).toFixed(2)} %`).join('  ')}  of ${known.toFixed(1)}`,
  )
}
if (options.keep) writeFileSync(options.best, `${JSON.stringify(best, null, 2)}\n`)
const memory = Math.round(process.resourceUsage().maxRSS / 1e3)
console.log(
  `MEAN ${options.set} at ${seconds} s: ${mean(gaps).toFixed(2)} %, spread over seeds ${mean(spreads).toFixed(2)} %, ` +
    `at most ${Math.max(...spreads).toFixed(2)} %; ` +
    `at most ${Math.max(0, latest).toFixed(1)} s over the budget, ${memory} MB`,
)
