// Reads public benchmark instances (Solomon text and VRPLIB) as problems, each by its own convention.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'

export interface Instance {
  name: string
  problem: Problem
  /** Factor from the engine's cost to the unit of the .sol file. */
  costUnit: number
  bestKnown: number | null
}

interface RawSections {
  head: Map<string, string>
  sections: Map<string, string[][]>
}

/** Reads `file`. `solution` is the text of the .sol file next to it. Null if there is none. */
export function readInstance(file: string, solution: string | null): Instance {
  const text = readFileSync(file, 'utf8')
  const bestKnown = solution === null ? null : Number(/^Cost:?\s*(\S+)/m.exec(solution)?.[1] ?? Number.NaN)
  const name = basename(file).replace(/\.\w+$/, '')
  const read = /^\s*VEHICLE\s*$/m.test(text) && /NUMBER\s+CAPACITY/.test(text) ? readSolomon(text) : readVrplib(text)
  return { name, ...read, bestKnown: bestKnown !== null && Number.isFinite(bestKnown) ? bestKnown : null }
}

type ParsedInstance = Omit<Instance, 'name' | 'bestKnown'>

const truncateToDecimal = (length: number) => Math.floor(length * 10 + 1e-9) / 10
const keepExact = (length: number) => length
const roundToWhole = (length: number) => Math.round(length)
const toThousandths = (length: number) => Math.round(length * 1000)
const ROUNDINGS: Record<string, typeof keepExact> = { SDVRPTW: toThousandths, HFVRP: keepExact, CVRP: roundToWhole }

const COST_UNITS: Record<string, number> = { HFVRP: 0.01, MTVRPTWR: 10 }

function euclideanTable(points: readonly (readonly number[])[], rounding: (length: number) => number): Float64Array {
  const side = points.length
  const matrix = new Float64Array(side * side)
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      matrix[i * side + j] = rounding(Math.hypot(points[i]![0]! - points[j]![0]!, points[i]![1]! - points[j]![1]!))
    }
  }
  return matrix
}

function stopAt(location: number, load: number, window: readonly number[] | null, service: number): Stop {
  return {
    id: String(location),
    location,
    windows: window === null ? [] : [{ start: window[0]!, end: window[1]! }],
    serviceSeconds: service,
    load: [load],
    temperatureClass: 'ANY',
    priority: 0,
    lock: null,
    forbiddenVehicles: [],
  }
}

function vehicleWith(index: number, capacity: number, over: Partial<Vehicle>): Vehicle {
  return {
    id: String(index + 1),
    start: 0,
    end: 0,
    shiftStart: 0,
    shiftEnd: Infinity,
    capacity: [capacity],
    temperatureClasses: ['ANY'],
    maxStops: Infinity,
    maxDuration: Infinity,
    fixedCost: 0,
    costPerMeter: 1,
    costPerSecond: 0,
    breaks: [],
    reload: null,
    ...over,
  }
}

const OBJECTIVE = { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null } as const

/** Solomon's format. Legs are Euclidean, truncated to one decimal, for time and distance. */
function readSolomon(text: string): ParsedInstance {
  const rows = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.every((value) => Number.isFinite(value)))
  const [count, capacity] = rows.find((row) => row.length === 2)! as [number, number]
  const nodes = rows.filter((row) => row.length === 7)
  const matrix = euclideanTable(
    nodes.map((row) => [row[1]!, row[2]!]),
    truncateToDecimal,
  )
  const stops = nodes.slice(1).map((row) => stopAt(row[0]!, row[3]!, [row[4]!, row[5]!], row[6]!))
  const shift = { shiftStart: nodes[0]![4]!, shiftEnd: nodes[0]![5]! }
  const vehicles = Array.from({ length: count }, (_, index) => vehicleWith(index, capacity, shift))
  const problem = {
    locations: nodes.length,
    durations: matrix,
    distances: matrix,
    vehicles,
    stops,
    objective: OBJECTIVE,
  }
  return { problem, costUnit: 1 }
}

function splitSections(text: string): RawSections {
  const head = new Map<string, string>()
  const sections = new Map<string, string[][]>()
  let current: string[][] | null = null
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line === 'EOF') continue
    const field = /^([A-Z_]+)\s*:\s*(.*)$/.exec(line)
    if (field !== null) head.set(field[1]!, field[2]!)
    else if (/^[A-Z_]+$/.test(line)) sections.set(line, (current = []))
    else current?.push(line.split(/\s+/))
  }
  return { head, sections }
}

/**
 * VRPLIB format. A heterogeneous fleet (HFVRP) is costed on exact distances in hundredths. SDVRPTW rounds each leg and
 * time to thousandths. CVRP (set X) rounds legs to whole numbers. MTVRPTWR has several trips and release times,
 * and its costs are in tenths. Euclidean instances without such a rule truncate to one decimal.
 * Explicit matrices stay unchanged.
 */
function readVrplib(text: string): ParsedInstance {
  const { head, sections } = splitSections(text)
  const type = head.get('TYPE') ?? ''
  const side = Number(head.get('DIMENSION'))
  const unit = type === 'SDVRPTW' ? 1000 : 1
  const rounding = ROUNDINGS[type] ?? truncateToDecimal
  const matrices = readMatrices(sections, side, rounding)
  const column = (name: string) => sections.get(name)?.map((row) => row.slice(1).map(Number))
  const demand = column('DEMAND_SECTION')
  const windows = column('TIME_WINDOW_SECTION')
  const services = column('SERVICE_TIME_SECTION')
  const service = Number(head.get('SERVICE_TIME') ?? 0)
  const vehicles = readVehicles(head, column, windows?.[0] ?? null, unit)
  const releases = column('RELEASE_TIME_SECTION')
  const clients = column('VEHICLES_ALLOWED_CLIENTS_SECTION')?.map((row) => new Set(row))
  const stops = Array.from({ length: side - 1 }, (_, i): Stop => {
    const at = i + 1
    const window = windows?.[at]?.map((moment) => moment * unit) ?? null
    const stop = stopAt(at, demand?.[at]?.[0] ?? 0, window, (services?.[at]?.[0] ?? service) * unit)
    const barred = clients?.flatMap((may, vehicle) => (may.has(at + 1) ? [] : [vehicle])) ?? []
    const ready = releases === undefined ? {} : { ready: releases[at]![0]! * unit }
    return { ...stop, ...ready, forbiddenVehicles: barred }
  })
  const problem = { locations: side, ...matrices, vehicles, stops, objective: OBJECTIVE }
  return { problem, costUnit: COST_UNITS[type] ?? 1 }
}

/** Reloads of a vehicle in a problem with several trips. Its file gives no maximum. */
const MOST_RELOADS = 100

function readMatrices(sections: RawSections['sections'], side: number, rounding: (length: number) => number) {
  const explicit = sections.get('EDGE_WEIGHT_SECTION')
  if (explicit !== undefined) {
    const distances = Float64Array.from(explicit.flat().map(Number))
    const timed = sections.get('EDGE_DURATION_SECTION') ?? sections.get('DURATION_SECTION')
    return { distances, durations: timed === undefined ? distances : Float64Array.from(timed.flat().map(Number)) }
  }
  const points = sections.get('NODE_COORD_SECTION')!.map((row) => row.slice(1).map(Number))
  const matrix = euclideanTable(points.slice(0, side), rounding)
  return { distances: matrix, durations: matrix }
}

function readVehicles(
  head: RawSections['head'],
  column: (name: string) => number[][] | undefined,
  depotWindow: readonly number[] | null,
  unit: number,
): Vehicle[] {
  const capacities = column('CAPACITY_SECTION')
  const fixed = column('VEHICLES_FIXED_COST_SECTION')
  const rates = column('VEHICLES_UNIT_DISTANCE_COST_SECTION')
  const side = Number(head.get('DIMENSION'))
  const most = head.get('VEHICLES_MAX_DURATION')
  return Array.from({ length: Number(head.get('VEHICLES') ?? side - 1) }, (_, index) =>
    vehicleWith(index, capacities?.[index]?.[0] ?? Number(head.get('CAPACITY') ?? Infinity), {
      shiftStart: (depotWindow?.[0] ?? 0) * unit,
      shiftEnd: (depotWindow?.[1] ?? Infinity) * unit,
      maxDuration: most === undefined ? Infinity : Number(most) * unit,
      fixedCost: fixed?.[index]?.[0] ?? 0,
      costPerMeter: rates?.[index]?.[0] ?? 1,
      reload: column('VEHICLES_RELOAD_DEPOT_SECTION') ? { location: 0, seconds: 0, max: MOST_RELOADS } : null,
    }),
  )
}
