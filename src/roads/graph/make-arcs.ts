// Makes the arcs of one kind of vehicle from segments and their tags.
import type { Costing } from '../../domain/planning/costing.ts'
import { type Access, DESTINATION, NO, YES } from '../read/access-level.ts'
import { passableVehicles } from '../read/node-tags.ts'
import type { Roads } from '../read/read-roads.ts'
import type { Segments } from '../read/segments.ts'
import { accessAlong } from '../read/ways.ts'
import { type Arcs, CENTISECONDS, isBackward, reverseOf, segmentOf } from './arcs.ts'
import { roadDensity } from './density.ts'
import { driveSeconds, preferenceFor } from './speeds.ts'
import { mainNetwork } from './largest-component.ts'

/** Returns two arcs per segment, one per direction, with access, driving time and cost for this kind of vehicle. */
export function arcsFor(roads: Roads, segments: Segments, costing: Costing): Arcs {
  const count = 2 * segments.count
  const access = new Uint8Array(count)
  const centiseconds = new Int32Array(count)
  const costs = new Int32Array(count)
  const density = roadDensity(segments, roads.ways)
  for (let arc = 0; arc < count; arc++) {
    const [segment, backward] = [segmentOf(arc), isBackward(arc)]
    access[arc] = accessAlong(roads.ways.access[segments.way[segment] as number] as number, costing, backward)
    const seconds = driveSeconds(segments, roads.ways, segment, density[segment] as number, costing, backward)
    centiseconds[arc] = Math.max(1, Math.round(seconds * CENTISECONDS))
    const preference = preferenceFor(roads.ways, segments.way[segment] as number, costing)
    costs[arc] = Math.max(1, Math.round(preference * seconds * CENTISECONDS))
  }
  const ends = nodesOf(roads, segments, costing)
  const tail = Int32Array.from({ length: count }, (_, arc) => ends.of[arc] as number)
  const head = Int32Array.from({ length: count }, (_, arc) => ends.of[reverseOf(arc)] as number)
  const gated = Uint8Array.from(ends.positions, (at) =>
    passableVehicles(roads.nodes.bits[at] as number, costing) === YES ? 0 : 1,
  )
  const arcs: Arcs = {
    count,
    nodes: ends.positions.length,
    tail,
    head,
    access,
    centiseconds,
    costs,
    gated,
    positions: ends.positions,
  }
  const isMain = mainNetwork(arcs)
  for (let arc = 0; arc < count; arc++) if (access[arc] === YES && isMain[arc] === 0) access[arc] = DESTINATION
  return arcs
}

/** Returns the node at the beginning of each arc, and the position of each node. */
function nodesOf({ nodes }: Roads, segments: Segments, costing: Costing): { of: Int32Array; positions: Int32Array } {
  const numbers = new Int32Array(nodes.count).fill(-1)
  const of = new Int32Array(2 * segments.count)
  const positions: number[] = []
  for (let arc = 0; arc < of.length; arc++) {
    const at = (isBackward(arc) ? segments.to : segments.from)[segmentOf(arc)] as number
    const passed: Access = passableVehicles(nodes.bits[at] as number, costing)
    if (passed === NO || numbers[at] === -1) {
      numbers[at] = positions.length
      positions.push(at)
    }
    of[arc] = numbers[at] as number
  }
  return { of, positions: Int32Array.from(positions) }
}
