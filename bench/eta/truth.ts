// Simulated days whose rules differ from the forecast's. The stored factors describe traffic only roughly. Several routes
// share incidents and closures. Pins are wrong, breaks move, and reloads and hand-overs have no taps. Some drivers tap
// late or have no reception.
import { cheapestSchedule } from '../../src/domain/planning/timing.ts'
import { median } from '../../src/domain/planning/median.ts'

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
  taps: 'PROMPT' | 'BATCH' | 'OFFLINE'
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

export interface PlanStop {
  address: Address
  serviceSeconds: number
  isKnown: boolean
  window: { start: number; end: number } | null
  /** Reload before the stop: its seconds, the time at which the goods are ready, and its location. Null if there is none. */
  reload: { seconds: number; ready: number; place: Place } | null
}

/** A tap or a position of the driver, with its time by the phone, and the time at which the server received it. */
export interface Happening {
  kind: 'START' | 'ARRIVE' | 'OUTCOME' | 'SEEN'
  at: number
  heard: number
  stop: number
  isSkipped?: boolean
  place?: Place
}

export interface Day {
  business: Business
  driver: Driver
  stops: PlanStop[]
  plannedStart: number
  plannedArrival: number[]
  breaks: { start: number; end: number; plannedStart: number; seconds: number }[]
  /** True start of service at each stop. Null if the stop was not served. */
  doors: (number | null)[]
  /** True locations of the vehicle over the day. */
  path: { at: number; place: Place }[]
  heard: Happening[]
  end: number
}

type Random = () => number
const HOUR = 3_600

/** Driving seconds on empty roads. Streets are at right angles, and the speed is 35 km/h, but lower on short legs. */
export const freeSeconds = (a: Place, b: Place): number => {
  const meters = Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
  return meters === 0 ? 0 : 15 + meters / 9.7
}

/** Returns a random positive number with mean 1 from a gamma distribution. A larger `shape` means less spread. */
function around(random: Random, shape: number): number {
  let sum = 0
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random())
  return sum / shape
}
const between = (random: Random, low: number, high: number): number => low + random() * (high - low)
const place = (random: Random, radius: number): Place => ({
  x: between(random, -radius, radius),
  y: between(random, -radius, radius),
})

export function businessOf(random: Random): Business {
  const radius = between(random, 3_000, 14_000)
  const trueFactors = Array.from({ length: 24 }, (_, hour) =>
    hour >= 7 && hour < 10 ? between(random, 1.15, 1.5) : hour >= 15 && hour < 19 ? between(random, 1.2, 1.6) : 1.05,
  )
  const usual = between(random, 120, 420)
  return {
    depot: place(random, radius * 1.2),
    addresses: Array.from({ length: 260 }, () => {
      const pin = place(random, radius)
      const off = random() < 0.02 ? between(random, 300, 1_500) : 0
      return {
        pin,
        door: { x: pin.x + off, y: pin.y },
        service: usual * around(random, 6) + (random() < 0.08 ? between(random, 300, 1_200) : 0),
        walk: between(random, 15, 150),
        visits: [],
      }
    }),
    drivers: Array.from({ length: 4 }, (_, i) => ({
      id: String(i),
      speed: between(random, 0.92, 1.12),
      service: between(random, 0.85, 1.2),
      taps: random() < 0.6 ? 'PROMPT' : random() < 0.55 ? 'BATCH' : 'OFFLINE',
      sharesPositions: random() < 0.5,
    })),
    trueFactors,
    factors: trueFactors.map((factor) => Math.round(factor * between(random, 0.92, 1.08) * 20) / 20),
    plannedService: Math.max(2, Math.round((usual * 0.9) / 60)) * 60,
  }
}

/** Conditions that all routes of a day share. */
export interface Weather {
  speed: number
  incidents: { place: Place; radius: number; from: number; until: number; seconds: number }[]
}

export function weatherOf(random: Random, at: number): Weather {
  const incident = (from: number, until: number, seconds: number) => ({
    place: place(random, 9_000),
    radius: between(random, 600, 1_800),
    from,
    until,
    seconds,
  })
  const jams = Array.from({ length: Math.floor(random() * 3) }, () => {
    const from = at + between(random, 0, 8 * HOUR)
    return incident(from, from + between(random, 1_200, 4_800), between(random, 240, 1_200))
  })
  const closures = random() < 0.25 ? [incident(at, at + 24 * HOUR, between(random, 90, 300))] : []
  return {
    speed: random() < 0.05 ? between(random, 1.15, 1.35) : around(random, 220),
    incidents: [...jams, ...closures],
  }
}

/** Plans a route and simulates its drive. `midnight` is the start of the day. */
export function dayOf(random: Random, business: Business, weather: Weather, midnight: number): Day {
  const day = planned(random, business, midnight)
  drive(random, day, weather)
  return day
}

function planned(random: Random, business: Business, midnight: number): Day {
  const driver = business.drivers[Math.floor(random() * business.drivers.length)] as Driver
  const shift = midnight + between(random, 7, 10) * HOUR
  const count = Math.floor(between(random, 8, 27))
  const chosen = inOrder(
    business,
    Array.from({ length: count }, () => pick(random, business.addresses)),
  )
  const reloadAt = random() < 0.2 ? Math.floor(count / 2) : -1
  const isHandOver = random() < 0.2
  const mean = business.factors.slice(8, 17).reduce((sum, one) => sum + one, 0) / 9
  let from = business.depot
  const stops = chosen.map((address, i): PlanStop => {
    const isKnown = address.visits.length >= 3
    const serviceSeconds = isKnown
      ? Math.max(1, Math.round(median(address.visits.slice(-10)) / 60)) * 60
      : business.plannedService
    const reload =
      i === reloadAt ? { seconds: 900, ready: 0, place: isHandOver ? place(random, 4_000) : business.depot } : null
    return { address, serviceSeconds, isKnown, window: null, reload }
  })
  const timed = stops.map((stop) => {
    const by = stop.reload?.place
    const seconds =
      (by ? freeSeconds(from, by) + freeSeconds(by, stop.address.pin) : freeSeconds(from, stop.address.pin)) * mean
    from = stop.address.pin
    return {
      drive: seconds,
      service: stop.serviceSeconds,
      windows: [],
      ...(by && { reload: { drive: freeSeconds(from, by) * mean, seconds: 900 } }),
    }
  })
  const open = cheapestSchedule(shift, timed, 0)
  for (const [i, stop] of stops.entries())
    if (random() < 0.3) {
      const start = Math.floor((open.stops[i]?.arrival ?? shift) / HOUR) * HOUR - (random() < 0.3 ? 0 : HOUR)
      stop.window = { start, end: start + 2 * HOUR + (random() < 0.5 ? HOUR : 0) }
    }
  const hasBreak = random() < 0.45
  const noon = { which: 0, start: midnight + 11 * HOUR, end: midnight + 14 * HOUR, seconds: 1_800 }
  const timing = cheapestSchedule(
    shift,
    timed.map((stop, i) => ({ ...stop, windows: stops[i]?.window ? [stops[i].window] : [] })),
    freeSeconds(from, business.depot) * mean,
    hasBreak ? [noon] : [],
  )
  return {
    business,
    driver,
    stops,
    plannedStart: timing.departure,
    plannedArrival: timing.stops.map(({ arrival }) => arrival),
    breaks: timing.breaks.map(({ start }) => ({ ...noon, plannedStart: start })),
    doors: [],
    path: [],
    heard: [],
    end: 0,
  }
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** Orders the addresses by the nearest-neighbor rule, beginning at the depot. */
function inOrder({ depot }: Business, addresses: Address[]): Address[] {
  const left = [...new Set(addresses)]
  const order: Address[] = []
  let at = depot
  while (left.length > 0) {
    left.sort((a, b) => freeSeconds(at, a.pin) - freeSeconds(at, b.pin))
    const next = left.shift() as Address
    order.push(next)
    at = next.pin
  }
  return order
}

interface Way {
  at: number
  place: Place
}

/** Simulates the drive of the day, and records the true times, locations and taps in `day`. */
function drive(random: Random, day: Day, weather: Weather): void {
  const { business, driver } = day
  const dayPace = driver.service * around(random, 120)
  const late = random() < 0.15 ? between(random, 900, 3_000) : between(random, -300, 900)
  const way: Way = { at: day.plannedStart + late, place: business.depot }
  day.path.push({ ...way })
  const taps: Happening[] = [{ kind: 'START', at: way.at, heard: way.at, stop: -1 }]
  const breaks = day.breaks.flatMap((one) =>
    random() < 0.12 ? [] : [{ ...one, at: one.plannedStart + between(random, -2_400, 3_000) }],
  )
  for (const [i, stop] of day.stops.entries()) {
    if (random() < 0.02) {
      taps.push({ kind: 'OUTCOME', at: way.at + 20, heard: way.at + 20, stop: i, isSkipped: true })
      day.doors.push(null)
      continue
    }
    if (stop.reload) {
      travel(random, day, weather, way, stop.reload.place)
      way.at += stop.reload.seconds * around(random, 8) + (random() < 0.2 ? between(random, 300, 1_200) : 0)
      day.path.push({ ...way })
    }
    for (const one of breaks.filter(({ at }) => at <= way.at)) {
      way.at += one.seconds * between(random, 0.7, 1.4)
      day.path.push({ ...way })
      breaks.splice(breaks.indexOf(one), 1)
    }
    travel(random, day, weather, way, stop.address.door)
    if (stop.address.door !== stop.address.pin && stop.address.door.x !== stop.address.pin.x)
      way.at += between(random, 200, 600)
    way.at += stop.address.walk * around(random, 5)
    const arrived = way.at
    const door = Math.max(arrived, stop.window?.start ?? arrived)
    const long = random() < 0.03 ? between(random, 300, 1_500) : 0
    const failed = random() < 0.05
    way.at = door + Math.max(20, stop.address.service * dayPace * around(random, 5) * (failed ? 0.6 : 1)) + long
    day.path.push({ at: arrived, place: way.place }, { ...way })
    day.doors.push(door)
    taps.push(
      { kind: 'ARRIVE', at: arrived, heard: arrived, stop: i },
      { kind: 'OUTCOME', at: way.at, heard: way.at, stop: i },
    )
    stop.address.visits.push(way.at - door)
  }
  travel(random, day, weather, way, business.depot)
  day.end = way.at
  day.heard = [...tapped(random, driver, taps), ...positions(random, day)].toSorted((a, b) => a.heard - b.heard)
}

function travel(random: Random, day: Day, weather: Weather, way: Way, to: Place): void {
  const free = freeSeconds(way.place, to)
  const hour = Math.floor(way.at / HOUR) % 24
  let seconds =
    free * (day.business.trueFactors[hour] as number) * day.driver.speed * weather.speed * around(random, 25)
  if (random() < 0.02) seconds += between(random, 120, 900)
  const middle = { x: (way.place.x + to.x) / 2, y: (way.place.y + to.y) / 2 }
  for (const { place: at, radius, from, until, seconds: more } of weather.incidents)
    if (way.at >= from && way.at < until && Math.hypot(middle.x - at.x, middle.y - at.y) < radius)
      seconds += more * random()
  way.at += seconds
  way.place = to
  day.path.push({ ...way })
}

/** Returns the taps with the times at which the driver made them and the server received them, by the driver's habit. */
function tapped(random: Random, { taps: habit }: Driver, taps: readonly Happening[]): Happening[] {
  const result: Happening[] = []
  let together: Happening[] = []
  let offlineUntil = 0
  for (const tap of taps) {
    const at = tap.at + between(random, 3, 35)
    if (habit === 'OFFLINE' && random() < 0.12) offlineUntil = at + between(random, 300, 2_400)
    together.push({ ...tap, at })
    const waits = habit === 'BATCH' && tap.kind !== 'START' && random() < 0.55
    if (waits) continue
    // A driver who taps several stops at once gives all these taps the time of the last one.
    for (const one of together) {
      const made = habit === 'BATCH' ? at : one.at
      result.push({ ...one, at: made, heard: Math.max(made, offlineUntil) + 2 })
    }
    together = []
  }
  const last = taps.at(-1)?.at ?? 0
  for (const one of together) result.push({ ...one, at: last + 60, heard: Math.max(last + 60, offlineUntil) })
  return result
}

function positions(random: Random, day: Day): Happening[] {
  if (!day.driver.sharesPositions) return []
  const result: Happening[] = []
  for (let at = (day.path[0] as Way).at + 60; at < day.end; at += 60) {
    const off = random() < 0.03 ? 250 : 20
    const { x, y } = placeAt(day, at)
    result.push({
      kind: 'SEEN',
      at,
      heard: at + 2,
      stop: -1,
      place: { x: x + between(random, -off, off), y: y + between(random, -off, off) },
    })
  }
  return result
}

/** Returns the true location of the vehicle at a time. */
export function placeAt({ path }: Pick<Day, 'path'>, at: number): Place {
  const next = path.findIndex((one) => one.at > at)
  if (next <= 0) return (next === 0 ? path[0] : path.at(-1))?.place as Place
  const [a, b] = [path[next - 1] as Way, path[next] as Way]
  const share = (at - a.at) / Math.max(1, b.at - a.at)
  return { x: a.place.x + share * (b.place.x - a.place.x), y: a.place.y + share * (b.place.y - a.place.y) }
}
