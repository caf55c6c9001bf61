// The road network of an extract for one kind of vehicle.
import type { Costing } from '../../domain/planning/costing.ts'
import { ROAD_CLASSES, type RoadClass } from '../read/road-class.ts'
import type { Roads } from '../read/read-roads.ts'
import type { Segments } from '../read/segments.ts'
import { arcRules } from './arc-rules.ts'
import { arcsFor } from './make-arcs.ts'
import { arcsAtNodes } from './arcs-at-nodes.ts'
import { drivesOnLeft } from './driving-side.ts'
import type { Network } from './junctions.ts'
import { restrictionsOn } from './restrictions.ts'
import { turnDelays } from './turn-delays.ts'

/** Roads whose traffic is too fast or too dense for a U-turn. */
const MAIN_ROADS: ReadonlySet<RoadClass> = new Set<RoadClass>([
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
])

/** Builds the network of a kind of vehicle: arcs, whose times include waits on the way, turn delays, restrictions. */
export function networkFor(roads: Roads, segments: Segments, costing: Costing): Network {
  const arcs = arcsFor(roads, segments, costing)
  const at = arcsAtNodes(arcs)
  const delays = turnDelays(segments, roads.ways, costing, drivesOnLeft(roads))
  for (let arc = 0; arc < arcs.count; arc++) {
    arcs.centiseconds[arc]! += delays.waiting(arc)
    arcs.costs[arc]! += delays.waiting(arc)
  }
  return {
    arcs,
    at,
    delays,
    rules: arcRules(roads, segments, arcs, costing),
    restrictions: restrictionsOn(arcs, at, roads, segments, costing),
    isMainRoad: (segment) => MAIN_ROADS.has(ROAD_CLASSES[roads.ways.classes[segments.way[segment]!]!]!),
  }
}
