// Problems with capacity as the only constraint and routes of 3 to 25 stops, like the X instances, generated as Uchoa
// et al. (2017) describe.
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { seeded } from '../random.ts'

const SIDE = 1000
/** Decay of the probability of a clustered stop with its distance from a seed. */
const DECAY = 40
const DEPOTS = ['center', 'corner', 'random'] as const
const POSITIONS = ['random', 'clustered', 'half clustered'] as const
const DEMANDS = ['1', '1-10', '5-10', '1-100', '50-100', 'by quadrant', 'many small'] as const

/** Differences between unlimited vehicles: none, fixed costs, cost per distance, or both. */
export type FleetKind = 'alike' | 'fixed' | 'distance' | 'both'

interface Place {
  x: number
  y: number
}

/**
 * Creates a problem with `stops` stops. The seed determines the depot's location, the stops' locations, their demands
 * and the length of routes. Legs are Euclidean and rounded. `fleet`: equal vehicles, or five sizes with as many
 * vehicles of each as might be used.
 */
export function createCapacityProblem(stops: number, seed: number, fleet: FleetKind = 'alike'): Problem {
  const draw = seeded(seed * 7919 + stops)
  const whole = (low: number, high: number) => low + Math.floor(draw() * (high - low + 1))
  const anywhere = (): Place => ({ x: whole(0, SIDE), y: whole(0, SIDE) })
  const depotKind = DEPOTS[seed % 3]!
  const depot =
    depotKind === 'center' ? { x: SIDE / 2, y: SIDE / 2 } : depotKind === 'corner' ? { x: 0, y: 0 } : anywhere()
  const places = positions(stops, POSITIONS[Math.floor(seed / 3) % 3]!, anywhere, draw)
  const demandKind = DEMANDS[seed % DEMANDS.length]!
  const demands = places.map((place) => demandOf(demandKind, place, whole, draw))
  const load = demands.reduce((sum, demand) => sum + demand, 0)
  const routeSize = triangular(draw(), 3, 6, 25)
  const capacity = Math.max(Math.ceil((routeSize * load) / stops), ...demands)
  const all = [depot, ...places]
  const legs = new Float64Array(all.length ** 2)
  all.forEach((from, i) =>
    all.forEach((to, j) => (legs[i * all.length + j] = Math.round(Math.hypot(from.x - to.x, from.y - to.y)))),
  )
  return {
    locations: all.length,
    durations: legs,
    distances: legs,
    vehicles: fleetOf(fleet, capacity, load, Math.max(...demands)),
    stops: demands.map((demand, index) => stopOf(index + 1, demand)),
    objective: { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null },
  }
}

function positions(
  count: number,
  kind: (typeof POSITIONS)[number],
  anywhere: () => Place,
  draw: () => number,
): Place[] {
  const taken = new Set<number>()
  const places: Place[] = []
  const take = (place: Place) => {
    const key = place.x * (SIDE + 1) + place.y
    if (taken.has(key)) return
    taken.add(key)
    places.push(place)
  }
  const scattered = kind === 'random' ? count : kind === 'clustered' ? 0 : count >> 1
  const seeds = 3 + Math.floor(draw() * 6)
  while (places.length < scattered) take(anywhere())
  const first = places.length
  while (places.length < Math.min(count, first + seeds)) take(anywhere())
  const centers = places.slice(first)
  while (places.length < count) {
    const place = anywhere()
    const chance = centers.reduce((sum, { x, y }) => sum + Math.exp(-Math.hypot(place.x - x, place.y - y) / DECAY), 0)
    if (draw() <= chance) take(place)
  }
  return places
}

function demandOf(
  kind: (typeof DEMANDS)[number],
  { x, y }: Place,
  whole: (low: number, high: number) => number,
  draw: () => number,
): number {
  if (kind === '1') return 1
  if (kind === '1-10') return whole(1, 10)
  if (kind === '5-10') return whole(5, 10)
  if (kind === '1-100') return whole(1, 100)
  if (kind === '50-100') return whole(50, 100)
  if (kind === 'by quadrant') return x < SIDE / 2 === y < SIDE / 2 ? whole(1, 50) : whole(51, 100)
  return draw() < 0.8 ? whole(1, 10) : whole(50, 100)
}

function triangular(drawn: number, low: number, mode: number, high: number): number {
  const cut = (mode - low) / (high - low)
  return drawn < cut
    ? low + Math.sqrt(drawn * (high - low) * (mode - low))
    : high - Math.sqrt((1 - drawn) * (high - low) * (high - mode))
}

/** Larger vehicles cost less per unit of capacity, but only slightly, so that the choice is not obvious. */
function fleetOf(fleet: FleetKind, capacity: number, load: number, largest: number): Vehicle[] {
  if (fleet === 'alike')
    return Array.from({ length: Math.ceil((1.3 * load) / capacity) + 3 }, () => ({ capacity })).map(
      ({ capacity: room }, index) => vehicleOf(index, room, 0, 1),
    )
  const sizes = [0.4, 0.7, 1, 1.6, 2.4].map((size) => Math.max(largest, Math.round(size * capacity)))
  return sizes
    .flatMap((room) => {
      const size = room / capacity
      const fixed = fleet === 'distance' ? 0 : Math.round(600 * size ** 1.05)
      const rate = fleet === 'fixed' ? 1 : Math.round(100 * (0.6 + 0.4 * size)) / 100
      return Array.from({ length: Math.ceil((1.3 * load) / room) + 1 }, () => ({ room, fixed, rate }))
    })
    .map(({ room, fixed, rate }, index) => vehicleOf(index, room, fixed, rate))
}

const vehicleOf = (index: number, capacity: number, fixedCost: number, costPerMeter: number): Vehicle => ({
  id: String(index + 1),
  start: 0,
  end: 0,
  shiftStart: 0,
  shiftEnd: Infinity,
  capacity: [capacity],
  temperatureClasses: ['DRY'],
  maxStops: Infinity,
  maxDuration: Infinity,
  fixedCost,
  costPerMeter,
  costPerSecond: 0,
  breaks: [],
  reload: null,
})

const stopOf = (location: number, demand: number): Stop => ({
  id: String(location),
  location,
  windows: [],
  serviceSeconds: 0,
  load: [demand],
  temperatureClass: 'DRY',
  priority: 0,
  lock: null,
  forbiddenVehicles: [],
})
