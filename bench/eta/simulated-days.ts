// Simulated days whose rules differ from the forecast's. The stored factors describe traffic only roughly. Several routes
// share incidents and closures. Pins are wrong, breaks move, and reloads and hand-overs have no taps. Some drivers tap
// late or have no reception.
import { cheapestSchedule } from '../../src/domain/planning/timing.ts'
import { driveFactorOf, type PlanPace, visitSeconds } from '../../src/domain/planning/plan-pace.ts'
import { positionIntervalSeconds, STANDING_METERS } from '../../src/domain/forecast/stays.ts'
import { median } from '../../src/domain/planning/median.ts'
import type { TimedStop } from '../../src/domain/planning/serving.ts'

export interface Place {
  x: number
  y: number
}

export interface Address {
  pin: Place
  door: Place
  /** Seconds of a typical service, and of parking and walking to the door. */
  service: number
  walk: number
  visits: number[]
}

export interface Driver {
  id: string
  speed: number
  service: number
  tapHabit: 'PROMPT' | 'BATCH' | 'OFFLINE'
  sharesPositions: boolean
}

export interface Business {
  depot: Place
  addresses: Address[]
  drivers: Driver[]
  /** Traffic factors of the 24 hours: those that the business has stored, and the true ones. */
  factors: number[]
  trueFactors: number[]
  plannedService: number
}

export interface PlannedStop {
  address: Address
  serviceSeconds: number
  hasLearnedTime: boolean
  window: { start: number; end: number } | null
  /** Reload before the stop: its seconds, the time at which the goods are ready, and its location. Null if there is none. */
  reload: { seconds: number; ready: number; place: Place } | null
}

/** A tap or a position of the driver, with its time by the phone, and the time at which the server received it. */
export interface DriverEvent {
  kind: 'START' | 'ARRIVE' | 'OUTCOME' | 'SEEN'
  at: number
  receivedAt: number
  stop: number
  isSkipped?: boolean
  place?: Place
}

export interface SimulatedDay {
  business: Business
  driver: Driver
  stops: PlannedStop[]
  plannedStart: number
  /** Arrivals of the plan, by plain road and service times or with the pace of the business. */
  plannedArrivals: (pace: PlanPace | null) => number[]
  breaks: { start: number; end: number; plannedStart: number; seconds: number }[]
  /** True start of service at each stop. Null if the stop was not served. */
  serviceStarts: (number | null)[]
  /** True locations of the vehicle over the day. */
  path: { at: number; place: Place }[]
  events: DriverEvent[]
  end: number
}

type Random = () => number
const HOUR = 3_600

/** Driving seconds on empty roads. Streets are at right angles, and the speed is 35 km/h, but lower on short legs. */
export const emptyRoadSeconds = (a: Place, b: Place): number => {
  const meters = Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
  return meters === 0 ? 0 : 15 + meters / 9.7
}

/** Returns a random positive number with mean 1 from a gamma distribution. A larger `shape` means less spread. */
function gammaFactor(random: Random, shape: number): number {
  let sum = 0
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random())
  return sum / shape
}
const randomBetween = (random: Random, low: number, high: number): number => low + random() * (high - low)
const randomPlace = (random: Random, radius: number): Place => ({
  x: randomBetween(random, -radius, radius),
  y: randomBetween(random, -radius, radius),
})

export function randomBusiness(random: Random): Business {
  const radius = randomBetween(random, 3_000, 14_000)
  const trueFactors = Array.from({ length: 24 }, (_, hour) =>
    hour >= 7 && hour < 10
      ? randomBetween(random, 1.15, 1.5)
      : hour >= 15 && hour < 19
        ? randomBetween(random, 1.2, 1.6)
        : 1.05,
  )
  const typicalService = randomBetween(random, 120, 420)
  return {
    depot: randomPlace(random, radius * 1.2),
    addresses: Array.from({ length: 260 }, () => {
      const pin = randomPlace(random, radius)
      const pinError = random() < 0.02 ? randomBetween(random, 300, 1_500) : 0
      return {
        pin,
        door: { x: pin.x + pinError, y: pin.y },
        service: typicalService * gammaFactor(random, 6) + (random() < 0.08 ? randomBetween(random, 300, 1_200) : 0),
        walk: randomBetween(random, 15, 150),
        visits: [],
      }
    }),
    drivers: Array.from({ length: 4 }, (_, i) => ({
      id: String(i),
      speed: randomBetween(random, 0.92, 1.12),
      service: randomBetween(random, 0.85, 1.2),
      tapHabit: random() < 0.6 ? 'PROMPT' : random() < 0.55 ? 'BATCH' : 'OFFLINE',
      sharesPositions: random() < 0.5,
    })),
    trueFactors,
    factors: trueFactors.map((factor) => Math.round(factor * randomBetween(random, 0.92, 1.08) * 20) / 20),
    plannedService: Math.max(2, Math.round((typicalService * 0.9) / 60)) * 60,
  }
}

/** Conditions that all routes of a day share. */
export interface DayConditions {
  speed: number
  incidents: { place: Place; radius: number; from: number; until: number; seconds: number }[]
}

export function randomConditions(random: Random, at: number): DayConditions {
  const incident = (from: number, until: number, seconds: number) => ({
    place: randomPlace(random, 9_000),
    radius: randomBetween(random, 600, 1_800),
    from,
    until,
    seconds,
  })
  const jams = Array.from({ length: Math.floor(random() * 3) }, () => {
    const from = at + randomBetween(random, 0, 8 * HOUR)
    return incident(from, from + randomBetween(random, 1_200, 4_800), randomBetween(random, 240, 1_200))
  })
  const closures = random() < 0.25 ? [incident(at, at + 24 * HOUR, randomBetween(random, 90, 300))] : []
  return {
    speed: random() < 0.05 ? randomBetween(random, 1.15, 1.35) : gammaFactor(random, 220),
    incidents: [...jams, ...closures],
  }
}

/** Plans a route and simulates its drive. `midnight` is the start of the day. */
export function simulateDay(
  random: Random,
  business: Business,
  weather: DayConditions,
  midnight: number,
): SimulatedDay {
  const day = planDay(random, business, midnight)
  simulateDrive(random, day, weather)
  return day
}

function planDay(random: Random, business: Business, midnight: number): SimulatedDay {
  const driver = business.drivers[Math.floor(random() * business.drivers.length)] as Driver
  const shift = midnight + randomBetween(random, 7, 10) * HOUR
  const count = Math.floor(randomBetween(random, 8, 27))
  const addresses = nearestNeighborOrder(
    business,
    Array.from({ length: count }, () => pickRandom(random, business.addresses)),
  )
  const reloadAt = random() < 0.2 ? Math.floor(count / 2) : -1
  const isHandOver = random() < 0.2
  const mean = business.factors.slice(8, 17).reduce((sum, one) => sum + one, 0) / 9
  const stops = addresses.map((address, i): PlannedStop => {
    const hasLearnedTime = address.visits.length >= 3
    const serviceSeconds = hasLearnedTime
      ? Math.max(1, Math.round(median(address.visits.slice(-10)) / 60)) * 60
      : business.plannedService
    const reload =
      i === reloadAt
        ? { seconds: 900, ready: 0, place: isHandOver ? randomPlace(random, 4_000) : business.depot }
        : null
    return { address, serviceSeconds, hasLearnedTime, window: null, reload }
  })
  const timed = drivenStops(business.depot, stops, mean)
  const last = stops.at(-1)?.address.pin ?? business.depot
  const open = cheapestSchedule(shift, timed, 0)
  for (const [i, stop] of stops.entries())
    if (random() < 0.3) {
      const start = Math.floor((open.stops[i]?.arrival ?? shift) / HOUR) * HOUR - (random() < 0.3 ? 0 : HOUR)
      stop.window = { start, end: start + 2 * HOUR + (random() < 0.5 ? HOUR : 0) }
    }
  const hasBreak = random() < 0.45
  const lunchBreak = { which: 0, start: midnight + 11 * HOUR, end: midnight + 14 * HOUR, seconds: 1_800 }
  const schedule = (pace: PlanPace | null) =>
    cheapestSchedule(
      shift,
      timed.map((stop, i) => ({
        ...stop,
        drive: driveFactorOf(pace, stop.drive),
        service: visitSeconds(pace, stop.service / 60),
        ...(stop.reload && { reload: { ...stop.reload, drive: driveFactorOf(pace, stop.reload.drive) } }),
        windows: stops[i]?.window ? [stops[i].window] : [],
      })),
      driveFactorOf(pace, emptyRoadSeconds(last, business.depot) * mean),
      hasBreak ? [lunchBreak] : [],
    )
  const timing = schedule(null)
  return {
    business,
    driver,
    stops,
    plannedStart: timing.departure,
    plannedArrivals: (pace) => schedule(pace).stops.map(({ arrival }) => arrival),
    breaks: timing.breaks.map(({ start }) => ({ ...lunchBreak, plannedStart: start })),
    serviceStarts: [],
    path: [],
    events: [],
    end: 0,
  }
}

/** Returns the stops with the driving time to each, which includes a detour to reload. */
function drivenStops(depot: Place, stops: readonly PlannedStop[], trafficFactor: number): TimedStop[] {
  let from = depot
  return stops.map(({ address, reload, serviceSeconds }) => {
    const toReload = reload ? emptyRoadSeconds(from, reload.place) * trafficFactor : 0
    const drive = toReload + emptyRoadSeconds(reload?.place ?? from, address.pin) * trafficFactor
    from = address.pin
    return {
      drive,
      service: serviceSeconds,
      windows: [],
      ...(reload && { reload: { drive: toReload, seconds: reload.seconds } }),
    }
  })
}

const pickRandom = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** Orders the addresses by the nearest-neighbor rule, beginning at the depot. */
function nearestNeighborOrder({ depot }: Business, addresses: Address[]): Address[] {
  const remaining = [...new Set(addresses)]
  const order: Address[] = []
  let at = depot
  while (remaining.length > 0) {
    remaining.sort((a, b) => emptyRoadSeconds(at, a.pin) - emptyRoadSeconds(at, b.pin))
    const next = remaining.shift() as Address
    order.push(next)
    at = next.pin
  }
  return order
}

interface VehiclePosition {
  at: number
  place: Place
}

/** Simulates the drive of the day, and records the true times, locations and taps in `day`. */
function simulateDrive(random: Random, day: SimulatedDay, weather: DayConditions): void {
  const { business, driver } = day
  const dayPace = driver.service * gammaFactor(random, 120)
  const late = random() < 0.15 ? randomBetween(random, 900, 3_000) : randomBetween(random, -300, 900)
  const vehicle: VehiclePosition = { at: day.plannedStart + late, place: business.depot }
  day.path.push({ ...vehicle })
  const taps: DriverEvent[] = [{ kind: 'START', at: vehicle.at, receivedAt: vehicle.at, stop: -1 }]
  const breaks = day.breaks.flatMap((one) =>
    random() < 0.12 ? [] : [{ ...one, at: one.plannedStart + randomBetween(random, -2_400, 3_000) }],
  )
  for (const [i, stop] of day.stops.entries()) {
    if (random() < 0.02) {
      taps.push({ kind: 'OUTCOME', at: vehicle.at + 20, receivedAt: vehicle.at + 20, stop: i, isSkipped: true })
      day.serviceStarts.push(null)
      continue
    }
    if (stop.reload) {
      driveTo(random, day, weather, vehicle, stop.reload.place)
      vehicle.at +=
        stop.reload.seconds * gammaFactor(random, 8) + (random() < 0.2 ? randomBetween(random, 300, 1_200) : 0)
      day.path.push({ ...vehicle })
    }
    for (const one of breaks.filter(({ at }) => at <= vehicle.at)) {
      vehicle.at += one.seconds * randomBetween(random, 0.7, 1.4)
      day.path.push({ ...vehicle })
      breaks.splice(breaks.indexOf(one), 1)
    }
    driveTo(random, day, weather, vehicle, stop.address.door)
    if (stop.address.door !== stop.address.pin && stop.address.door.x !== stop.address.pin.x)
      vehicle.at += randomBetween(random, 200, 600)
    vehicle.at += stop.address.walk * gammaFactor(random, 5)
    const arrived = vehicle.at
    const serviceStart = Math.max(arrived, stop.window?.start ?? arrived)
    const longDelay = random() < 0.03 ? randomBetween(random, 300, 1_500) : 0
    const failed = random() < 0.05
    vehicle.at =
      serviceStart +
      Math.max(20, stop.address.service * dayPace * gammaFactor(random, 5) * (failed ? 0.6 : 1)) +
      longDelay
    day.path.push({ at: arrived, place: vehicle.place }, { ...vehicle })
    day.serviceStarts.push(serviceStart)
    taps.push(
      { kind: 'ARRIVE', at: arrived, receivedAt: arrived, stop: i },
      { kind: 'OUTCOME', at: vehicle.at, receivedAt: vehicle.at, stop: i },
    )
    stop.address.visits.push(vehicle.at - serviceStart)
  }
  driveTo(random, day, weather, vehicle, business.depot)
  day.end = vehicle.at
  day.events = [...delayTaps(random, driver, taps), ...reportedPositions(random, day)].toSorted(
    (a, b) => a.receivedAt - b.receivedAt,
  )
}

function driveTo(random: Random, day: SimulatedDay, weather: DayConditions, vehicle: VehiclePosition, to: Place): void {
  const free = emptyRoadSeconds(vehicle.place, to)
  const hour = Math.floor(vehicle.at / HOUR) % 24
  let seconds =
    free * (day.business.trueFactors[hour] as number) * day.driver.speed * weather.speed * gammaFactor(random, 25)
  if (random() < 0.02) seconds += randomBetween(random, 120, 900)
  const middle = { x: (vehicle.place.x + to.x) / 2, y: (vehicle.place.y + to.y) / 2 }
  for (const { place: at, radius, from, until, seconds: more } of weather.incidents)
    if (vehicle.at >= from && vehicle.at < until && Math.hypot(middle.x - at.x, middle.y - at.y) < radius)
      seconds += more * random()
  vehicle.at += seconds
  vehicle.place = to
  day.path.push({ ...vehicle })
}

/** Returns the taps with the times at which the driver made them and the server received them, by the driver's habit. */
function delayTaps(random: Random, { tapHabit: habit }: Driver, taps: readonly DriverEvent[]): DriverEvent[] {
  const result: DriverEvent[] = []
  let batch: DriverEvent[] = []
  let offlineUntil = 0
  for (const tap of taps) {
    const at = tap.at + randomBetween(random, 3, 35)
    if (habit === 'OFFLINE' && random() < 0.12) offlineUntil = at + randomBetween(random, 300, 2_400)
    batch.push({ ...tap, at })
    const isDelayed = habit === 'BATCH' && tap.kind !== 'START' && random() < 0.55
    if (isDelayed) continue
    // A driver who taps several stops at once gives all these taps the time of the last one.
    for (const one of batch) {
      const tappedAt = habit === 'BATCH' ? at : one.at
      result.push({ ...one, at: tappedAt, receivedAt: Math.max(tappedAt, offlineUntil) + 2 })
    }
    batch = []
  }
  const last = taps.at(-1)?.at ?? 0
  for (const one of batch) result.push({ ...one, at: last + 60, receivedAt: Math.max(last + 60, offlineUntil) })
  return result
}

function reportedPositions(random: Random, day: SimulatedDay): DriverEvent[] {
  if (!day.driver.sharesPositions) return []
  const result: DriverEvent[] = []
  let sent: { at: number; place: Place; stands: boolean } | null = null
  for (let at = (day.path[0] as VehiclePosition).at + 60; at < day.end; at += 60) {
    const maxError = random() < 0.03 ? 250 : 20
    const { x, y } = vehiclePlaceAt(day, at)
    const place = {
      x: x + randomBetween(random, -maxError, maxError),
      y: y + randomBetween(random, -maxError, maxError),
    }
    const stands: boolean = sent !== null && Math.hypot(sent.place.x - x, sent.place.y - y) < STANDING_METERS
    const interval = positionIntervalSeconds(stands, sent?.stands ?? false)
    // The simulated phone looks only once a minute.
    if (sent && at - sent.at < Math.floor(interval / 60) * 60) continue
    sent = { at, place, stands }
    result.push({ kind: 'SEEN', at, receivedAt: at + 2, stop: -1, place })
  }
  return result
}

/** Returns the true location of the vehicle at a time. */
export function vehiclePlaceAt({ path }: Pick<SimulatedDay, 'path'>, at: number): Place {
  const next = path.findIndex((one) => one.at > at)
  if (next <= 0) return (next === 0 ? path[0] : path.at(-1))?.place as Place
  const [a, b] = [path[next - 1] as VehiclePosition, path[next] as VehiclePosition]
  const share = (at - a.at) / Math.max(1, b.at - a.at)
  return { x: a.place.x + share * (b.place.x - a.place.x), y: a.place.y + share * (b.place.y - a.place.y) }
}
