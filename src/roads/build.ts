// Builds the road file of an extract for one kind of vehicle.
import type { Costing } from '../domain/planning/costing.ts'
import type { Column, Facts } from './file/road-file.ts'
import { writeRoadFile } from './file/road-file.ts'
import { networkFor } from './graph/network.ts'
import { segmentHours } from './graph/street-hours.ts'
import { snappableSegments } from './graph/snappable-segments.ts'
import { stateGraph } from './graph/state-graph.ts'
import { contract } from './hierarchy/contract.ts'
import type { Hierarchy, Side } from './hierarchy/hierarchy.ts'
import type { Roads } from './read/read-roads.ts'
import type { Segments } from './read/segments.ts'
import { makeGrid } from './snap/grid.ts'

export interface BuildProgress {
  done: number
  of: number
}

/** Returns the parts of the road file in the order in which they must be written. `facts` are stored unchanged. */
export function buildRoadFile(
  roads: Roads,
  segments: Segments,
  costing: Costing,
  facts: Facts = {},
  progress: (progress: BuildProgress) => void = () => {},
): Uint8Array[] {
  const network = networkFor(roads, segments, costing)
  const graph = stateGraph(network, segments.decimeters)
  const settled = snappableSegments(segments, network.arcs, graph)
  const hierarchy = contract(graph, (done) => progress({ done, of: graph.count }))
  const { ranks } = hierarchy
  const ranked = (states: Int32Array): Int32Array => states.map((state) => (state < 0 ? state : ranks[state]!))
  const hours = segmentHours(roads, segments, network, costing)
  const grid = makeGrid(segments, (segment) => settled[segment] === 1)
  const { lat, lng, height, width, rows, columns } = grid
  return writeRoadFile(
    { ...facts, costing, lat, lng, height, width, rows, columns, hours: JSON.stringify(hours.list) },
    {
      classes: Uint8Array.from({ length: segments.count }, (_, i) => roads.ways.classes[segments.way[i]!]!),
      decimeters: segments.decimeters,
      firstPoint: segments.firstPoint,
      lats: segments.lats,
      lngs: segments.lngs,
      access: network.arcs.access,
      tails: network.arcs.tail,
      centiseconds: network.arcs.centiseconds,
      costs: network.arcs.costs,
      ends: ranked(graph.ends),
      arriving: graph.arriving,
      firstEntry: graph.firstEntry,
      entryStates: ranked(graph.entryStates),
      entryCosts: graph.entryCosts,
      ...sides(hierarchy),
      cells: grid.first,
      cellSegments: grid.segments,
      hourSegments: hours.segments,
      hourRules: hours.rules,
    },
  )
}

function sides({ up, down }: Hierarchy): Record<string, Column> {
  const columns = (name: string, { first, others, weights, vias, extras }: Side): Record<string, Column> => ({
    [`${name}First`]: first,
    [`${name}Others`]: others,
    [`${name}Weights`]: weights,
    [`${name}Vias`]: vias,
    [`${name}Extras`]: extras,
  })
  return { ...columns('up', up), ...columns('down', down) }
}
