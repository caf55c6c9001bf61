// Finds where a route reloads: splits its stops into trips by dynamic programming (labeling) over the last stop of each
// trip. A reload can pay off for capacity, for goods that are ready later, for windows and for cost, so all splits are
// tried. Only the timing of the whole route reveals the cost of breaks, ride times and waiting.
import { pairsOf } from '../pairs.ts'
import { roadsOf } from '../problem.ts'
import { beginTrip, fitsOneTrip, addStopToTrip } from './aboard.ts'
import * as legs from './legs.ts'
import type { Drive } from './passes.ts'

const SLACK = 1e-6
const SAME = 1e-7
/**
 * Up to `MAX_COMPLETE_LENGTH` stops, the dynamic program keeps all its labels (defined below). Above, it keeps at most
 * `MAX_STORED` labels per position.
 */
const MAX_COMPLETE_LENGTH = 6
const MAX_STORED = 8

// A label is one way to divide the stops before a position into whole trips. These arrays are indexed by label.
let labels = 0
let cost = new Float64Array(64)
/** Earliest departure from the last stop before the label's position. */
let leaves = new Float64Array(64)
let trips = new Int32Array(64)
let begins = new Int32Array(64)
let before = new Int32Array(64)
/** Per position: its labels as a linked list, newest first. */
let newest = new Int32Array(0)
let older = new Int32Array(64)
let kept = new Int32Array(0)

/**
 * Per position: seconds from the previous stop directly, from the previous stop to the reload, and from the reload.
 * Includes a collection on the way.
 */
let direct = new Float64Array(0)
let toReload = new Float64Array(0)
let fromReload = new Float64Array(0)
/** Per position: earliest and latest service start, seconds of service, and the time when the goods are ready. */
let opens = new Float64Array(0)
let closes = new Float64Array(0)
let service = new Float64Array(0)
let readyAt = new Float64Array(0)
/** Per position: cost of the additional meters and seconds (driving and loading) if the vehicle reloads before it. */
let reloadCost = new Float64Array(0)

let found: number[] = []
/** Part of the cost that is equal for all splits. */
let fixedPart = 0
/** Reason why no split is feasible. */
export let splitsFail: 'CAPACITY' | 'TIME_WINDOW' | 'SHIFT' = 'CAPACITY'

function ensureTripCapacity(length: number): void {
  if (newest.length > length) return
  newest = new Int32Array(2 * length + 16)
  kept = new Int32Array(2 * length + 16)
  direct = new Float64Array(2 * length + 16)
  toReload = new Float64Array(2 * length + 16)
  fromReload = new Float64Array(2 * length + 16)
  reloadCost = new Float64Array(2 * length + 16)
  opens = new Float64Array(2 * length + 16)
  closes = new Float64Array(2 * length + 16)
  service = new Float64Array(2 * length + 16)
  readyAt = new Float64Array(2 * length + 16)
}

function ensureLabelCapacity(): void {
  const double = (array: Int32Array): Int32Array<ArrayBuffer> => {
    const more = new Int32Array(2 * array.length)
    more.set(array)
    return more
  }
  const wider = (array: Float64Array): Float64Array<ArrayBuffer> => {
    const more = new Float64Array(2 * array.length)
    more.set(array)
    return more
  }
  cost = wider(cost)
  leaves = wider(leaves)
  trips = double(trips)
  begins = double(begins)
  before = double(before)
  older = double(older)
}

/**
 * Computes the cost of reloading before each stop. Returns whether a single trip is optimal: it fits, its goods are
 * ready when the shift begins, and no reload is a shortcut.
 */
export function isSingleTrip({ problem, vehicle, sequence, length, soft }: Drive): boolean {
  ensureTripCapacity(length)
  const { locations, stops } = problem
  const { distances, durations } = roadsOf(problem, vehicle)
  const { location, seconds } = vehicle.reload!
  legs.measureLegs(problem, vehicle, sequence, length)
  let simple = true
  for (let i = 0; i < length; i++) {
    const stop = stops[sequence[i]!]!
    direct[i] = legs.legSeconds[i]! + legs.collectSeconds[i]!
    opens[i] = stop.windows.length === 0 ? -Infinity : stop.windows[0]!.start
    closes[i] = stop.windows.length === 0 || soft ? Infinity : stop.windows.at(-1)!.end
    service[i] = legs.serviceOn(vehicle, stop)
    readyAt[i] = legs.readyOf(vehicle, stop)
    if (readyAt[i]! > vehicle.shiftStart) simple = false
    if (i === 0) continue
    const from = stops[sequence[i - 1]!]!.location * locations + location
    const to = legs.collectBefore(problem, vehicle, sequence, i)?.location ?? stop.location
    const collecting = to === stop.location ? 0 : distances[to * locations + stop.location]!
    const meters = distances[from]! + distances[location * locations + to]! + collecting - legs.legDistance[i]!
    toReload[i] = durations[from]!
    fromReload[i] = legs.timeOn(problem, vehicle, sequence, i, location)
    const longer = toReload[i]! + seconds + fromReload[i]! - direct[i]!
    reloadCost[i] = meters * vehicle.costPerMeter + longer * vehicle.costPerSecond
    if (!(meters >= -SLACK && longer >= -SLACK)) simple = false
  }
  fixedPart = vehicle.costPerMeter * legs.totalDistance + vehicle.costPerSecond * legs.totalDrive
  for (let i = 0; i < length; i++) fixedPart += vehicle.costPerSecond * (service[i]! + legs.collectSeconds[i]!)
  return simple && fitsOneTrip(problem, vehicle, sequence, length)
}

/**
 * Finds splits into trips that respect capacity and may respect times, cheapest first. Returns their number. Requires a
 * previous call of `isSingleTrip`, which computes the cost of each reload.
 */
export function findSplits(drive: Drive, timed: boolean): number {
  const { problem, vehicle, length, soft } = drive
  const exact =
    !timed && !soft && vehicle.breaks.length === 0 && vehicle.maxDrive === undefined && pairsOf(problem.stops) === null
  const keepAll = !exact && length <= MAX_COMPLETE_LENGTH
  labels = 0
  newest.fill(-1, 0, length + 1)
  kept.fill(0, 0, length + 1)
  splitsFail = 'CAPACITY'
  for (let from = 0; from < length; from++) if (from === 0 || newest[from]! >= 0) extendLabels(drive, from, keepAll)
  found = []
  for (let label = newest[length]!; label >= 0; label = older[label]!) found.push(label)
  found.sort((a, b) => cost[a]! - cost[b]! || trips[a]! - trips[b]!)
  return found.length
}

/** Lower bound of the route's cost with this split, without parts that don't depend on its reloads. */
export const splitCost = (_drive: Drive, index: number): number => fixedPart + cost[found[index]!]!

/** Writes the split's reloads into `reloadBefore`. */
export function useSplit({ length }: Drive, index: number): void {
  legs.reloadBefore.fill(0, 0, length)
  for (let label = found[index]!; begins[label]! > 0; label = before[label]!) legs.reloadBefore[begins[label]!] = 1
}

/** Extends the labels at position `from` by every trip that begins there, while capacity and times may allow it. */
function extendLabels(drive: Drive, from: number, keepAll: boolean): void {
  const { problem, vehicle, sequence, length } = drive
  const pairs = pairsOf(problem.stops)
  const home = legs.legTime(vehicle, length, length)
  const max = vehicle.reload!.max
  const loading = from === 0 ? 0 : vehicle.reload!.seconds
  // If the vehicle leaves with the trip's load at time t, it leaves stop `to` at max(soonest, t + lead). Its windows
  // allow this if t is at most `latest`.
  let [lead, soonest, latest, ready] = [0, -Infinity, Infinity, vehicle.shiftStart]
  let earliest = from === 0 ? -Infinity : Infinity
  for (let label = from === 0 ? -1 : newest[from]!; label >= 0; label = older[label]!)
    earliest = Math.min(earliest, leaves[label]! + toReload[from]!)
  beginTrip(vehicle.capacity)
  for (let to = from; to < length && addStopToTrip(problem, vehicle, pairs, sequence, to, from); to++) {
    const leg = to === from && from > 0 ? fromReload[to]! : direct[to]!
    lead += leg
    soonest = Math.max(soonest + leg, opens[to]!)
    latest = Math.min(latest, closes[to]! - lead)
    // A trip with more stops is only longer and its load ready later, so it is infeasible too.
    if (soonest > closes[to]! + SLACK || Math.max(earliest, ready) + loading > latest + SLACK) {
      splitsFail = 'TIME_WINDOW'
      return
    }
    lead += service[to]!
    soonest += service[to]!
    ready = Math.max(ready, readyAt[to]!)
    for (let label = from === 0 ? 0 : newest[from]!; label >= 0; label = from === 0 ? -1 : older[label]!) {
      const count = from === 0 ? 1 : trips[label]! + 1
      if (count > max + 1) continue
      const there = from === 0 ? -Infinity : leaves[label]! + toReload[from]!
      const loaded = Math.max(there, ready) + loading
      const left = Math.max(soonest, loaded + lead)
      if (loaded > latest + SLACK) splitsFail = 'TIME_WINDOW'
      else if (left + (to === length - 1 ? home : 0) > vehicle.shiftEnd + SLACK) splitsFail = 'SHIFT'
      else {
        const sum = from === 0 ? 0 : cost[label]! + reloadCost[from]!
        addLabel(to + 1, sum, left, count, from, from === 0 ? -1 : label, keepAll)
      }
    }
  }
}

/**
 * Adds a label unless another label at the position dominates it. Removes the labels that it dominates. If the position
 * has `MAX_STORED` labels, it replaces the most expensive one or is discarded.
 */
function addLabel(
  place: number,
  sum: number,
  left: number,
  count: number,
  from: number,
  label: number,
  all: boolean,
): void {
  let dearest = -1
  if (!all) {
    let newer = -1
    for (let other = newest[place]!; other >= 0; other = older[other]!) {
      if (cost[other]! <= sum + SAME && leaves[other]! <= left + SAME && trips[other]! <= count) return
      if (sum <= cost[other]! && left <= leaves[other]! && count <= trips[other]!) {
        if (newer < 0) newest[place] = older[other]!
        else older[newer] = older[other]!
        kept[place]!--
        continue
      }
      if (dearest < 0 || cost[other]! > cost[dearest]!) dearest = other
      newer = other
    }
    if (kept[place]! >= MAX_STORED) {
      if (cost[dearest]! <= sum) return
      writeLabel(dearest, sum, left, count, from, label)
      return
    }
  }
  if (labels === cost.length) ensureLabelCapacity()
  older[labels] = newest[place]!
  newest[place] = labels
  kept[place]!++
  writeLabel(labels++, sum, left, count, from, label)
}

function writeLabel(into: number, sum: number, left: number, count: number, from: number, label: number): void {
  cost[into] = sum
  leaves[into] = left
  trips[into] = count
  begins[into] = from
  before[into] = label
}
