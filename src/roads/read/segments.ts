// Cuts ways where roads meet. A segment leads from one junction to the next.
import { NOWHERE, type Roads, UNITS_A_DEGREE } from './read-roads.ts'
import { growingBytes, growingInts } from './growing.ts'
import { controlsAlong, passableVehicles, SIGNALS_FORWARD, UNDIRECTED } from './node-tags.ts'
import { COSTINGS } from '../../domain/planning/costing.ts'
import { YES } from './access-level.ts'

export interface Segments {
  count: number
  /** Positions in the nodes that were read. */
  from: Int32Array
  to: Int32Array
  way: Int32Array
  decimeters: Int32Array
  /**
   * Index of each segment's first point in `lats` and `lngs`, which include both ends. Has one element more than there
   * are segments.
   */
  firstPoint: Int32Array
  lats: Int32Array
  lngs: Int32Array
  /** Indexed by arc: signals and signs at the junction at its end, as bits of `…_FORWARD` in `node-tags.ts`. */
  controls: Uint8Array
  /** Indexed by arc: number of signals, stop signs and yield signs between its ends. */
  waits: Uint8Array
}

/** A signal or sign at most this far from the end of a segment belongs to the junction at that end. */
const AT_JUNCTION_DECIMETERS = 300

/** Cuts the ways at every node where roads meet. */
export function cutIntoSegments(roads: Roads): Segments {
  const { ways, wayNodes, nodes } = roads
  const isJunction = junctions(roads)
  const [from, to, way, decimeters] = [growingInts(), growingInts(), growingInts(), growingInts()]
  const [firstPoint, lats, lngs] = [growingInts(), growingInts(), growingInts()]
  const [controls, waits] = [growingBytes(), growingBytes()]
  const emit = (index: number, first: number, last: number): void => {
    // Distance of each node from the beginning.
    const along = [0]
    for (let i = first; i <= last; i++) {
      const at = wayNodes[i] as number
      lats.push(nodes.lats[at] as number)
      lngs.push(nodes.lngs[at] as number)
      if (i > first) along.push((along.at(-1) as number) + decimetersBetween(nodes, wayNodes[i - 1] as number, at))
    }
    from.push(wayNodes[first] as number)
    to.push(wayNodes[last] as number)
    way.push(index)
    decimeters.push(Math.max(1, Math.round(along.at(-1) as number)))
    firstPoint.push(lats.length)
    const bits = Array.from({ length: last - first + 1 }, (_, i) => nodes.bits[wayNodes[first + i] as number] as number)
    for (const backward of [false, true]) {
      const { atEnd, onTheWay } = controlsOf(bits, along, backward)
      controls.push(atEnd)
      waits.push(onTheWay)
    }
  }
  firstPoint.push(0)
  for (let index = 0; index < ways.count; index++) {
    const end = ways.firstNode[index + 1] as number
    let first = -1
    for (let i = ways.firstNode[index] as number; i < end; i++) {
      const at = wayNodes[i] as number
      // At a missing node, the course of the way is unknown.
      if (nodes.lats[at] === NOWHERE) first = -1
      else if (first < 0) first = i
      else if (isJunction[at] === 1 || i === end - 1 || nodes.lats[wayNodes[i + 1] as number] === NOWHERE) {
        emit(index, first, i)
        first = i
      }
    }
  }
  return {
    count: from.length,
    from: from.done(),
    to: to.done(),
    way: way.done(),
    decimeters: decimeters.done(),
    firstPoint: firstPoint.done(),
    lats: lats.done(),
    lngs: lngs.done(),
    controls: controls.done(),
    waits: waits.done(),
  }
}

/** Marks the nodes where roads meet or where some vehicles may not continue. */
function junctions({ ways, wayNodes, nodes }: Roads): Uint8Array {
  const uses = new Uint8Array(nodes.count)
  for (let way = 0; way < ways.count; way++) {
    const [first, end] = [ways.firstNode[way] as number, ways.firstNode[way + 1] as number]
    for (let i = first; i < end; i++) {
      const at = wayNodes[i] as number
      uses[at] = Math.min(2, (uses[at] as number) + 1)
    }
  }
  return uses.map((used, at) => {
    const isBarrier = COSTINGS.some((costing) => passableVehicles(nodes.bits[at] as number, costing) !== YES)
    return used > 1 || isBarrier || nodes.barriers.has(at) ? 1 : 0
  })
}

function controlsOf(
  bits: readonly number[],
  along: readonly number[],
  backward: boolean,
): { atEnd: number; onTheWay: number } {
  const length = along.at(-1) as number
  let atEnd = 0
  let onTheWay = 0
  for (let i = 0; i < bits.length; i++) {
    const mask = bits[i] as number
    if (mask === 0) continue
    const toEnd = backward ? (along[i] as number) : length - (along[i] as number)
    const isEnd = i === (backward ? 0 : bits.length - 1)
    // A control at the junction itself applies to all drivers who reach the junction.
    if (isEnd) atEnd |= controlsAlong(mask, false) | controlsAlong(mask, true)
    else if (i > 0 && i < bits.length - 1) {
      const control = controlsAlong(mask, backward)
      const near = toEnd < AT_JUNCTION_DECIMETERS
      const nearOther = length - toEnd < AT_JUNCTION_DECIMETERS
      const forOthers = (mask & UNDIRECTED) !== 0 && toEnd > length / 2 && (nearOther || control !== SIGNALS_FORWARD)
      if (control === 0 || forOthers) continue
      if (near) atEnd |= control
      else onTheWay++
    }
  }
  return { atEnd, onTheWay: Math.min(255, onTheWay) }
}

function decimetersBetween({ lats, lngs }: { lats: Int32Array; lngs: Int32Array }, a: number, b: number): number {
  return metersBetween(lats[a] as number, lngs[a] as number, lats[b] as number, lngs[b] as number) * 10
}

const RADIANS_A_UNIT = Math.PI / 180 / UNITS_A_DEGREE
const EARTH_RADIUS_METERS = 6_371_008.8

/** Returns the distance in meters. Ignores the curvature of the earth, which is negligible for a single segment. */
export function metersBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const squeeze = Math.cos(((latA + latB) / 2) * RADIANS_A_UNIT)
  return Math.hypot(latB - latA, (lngB - lngA) * squeeze) * RADIANS_A_UNIT * EARTH_RADIUS_METERS
}
