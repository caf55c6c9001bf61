// Builds the road file of an extract for one kind of vehicle.
import type { Costing } from '../domain/planning/costing.ts'
import type { Column, Facts } from './file/road-file.ts'
import { writeRoadFile } from './file/road-file.ts'
import { networkFor } from './graph/network.ts'
import { segmentHours } from './graph/street-hours.ts'
import { snappableSegments } from './graph/snappable-segments.ts'
import { stateGraph } from './graph/state-graph.ts'
import { storedRules } from './stored-rules.ts'
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
  const { graph, snappable, hours, columns, rules } = prepareGraph(roads, segments, costing)
  const hierarchy = contract(graph, (done) => progress({ done, of: graph.count }))
  const { ranks } = hierarchy
  const ranked = (states: Int32Array): Int32Array => states.map((state) => (state < 0 ? state : ranks[state]!))
  const grid = makeGrid(segments, (segment) => snappable[segment] === 1)
  const { lat, lng, height, width, rows, columns: gridColumns } = grid
  return writeRoadFile(
    {
      ...facts,
      costing,
      lat,
      lng,
      height,
      width,
      rows,
      columns: gridColumns,
      hours: JSON.stringify(hours.list),
      hourClasses: JSON.stringify({ tops: hours.tops, ends: hours.ends }),
      rules: JSON.stringify({
        ...rules.facts,
        requirements: rules.requirements.stored(),
        conditions: rules.requirements.conditions,
      }),
    },
    {
      classes: Uint8Array.from({ length: segments.count }, (_, i) => roads.ways.classes[segments.way[i]!]!),
      decimeters: segments.decimeters,
      firstPoint: segments.firstPoint,
      lats: segments.lats,
      lngs: segments.lngs,
      ...columns,
      ends: ranked(columns.ends),
      entryStates: ranked(columns.entryStates),
      ...sides(hierarchy),
      cells: grid.first,
      cellSegments: grid.segments,
      hourSegments: hours.segments,
      hourRules: hours.rules,
      ...rules.columns,
      ruledEnds: ranked(rules.columns.ruledEnds),
    },
  )
}

/** Returns the graph and the other data of the file. All else is freed here, because the contraction needs the memory. */
function prepareGraph(roads: Roads, segments: Segments, costing: Costing) {
  const network = networkFor(roads, segments, costing)
  const { access, tail, centiseconds, costs } = network.arcs
  const states = stateGraph(network, segments.decimeters)
  const snappable = snappableSegments(segments, network.arcs, states)
  const { ends, arriving, firstEntry, entryStates, entryCosts, requirements } = states
  const { count, first, to, weights, arcs, extras } = states
  return {
    graph: {
      count,
      first,
      to,
      weights,
      arcs,
      extras,
      restricted: requirements && { of: requirements, table: network.rules.requirements },
    },
    rules: storedRules(roads, segments, network, states),
    snappable,
    hours: segmentHours(roads, segments, network, costing),
    columns: { access, tails: tail, centiseconds, costs, ends, arriving, firstEntry, entryStates, entryCosts },
  }
}

function sides({ up, down }: Hierarchy): Record<string, Column> {
  const columns = (
    name: string,
    { first, others, weights, vias, extras, requirements }: Side,
  ): Record<string, Column> => ({
    [`${name}First`]: first,
    [`${name}Others`]: others,
    [`${name}Weights`]: weights,
    [`${name}Vias`]: vias,
    [`${name}Extras`]: extras,
    [`${name}Requirements`]: requirements,
  })
  return { ...columns('up', up), ...columns('down', down) }
}
