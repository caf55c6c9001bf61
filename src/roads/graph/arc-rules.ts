// Requirements of the arcs and nodes of one kind of vehicle.
import type { Costing } from '../../domain/planning/costing.ts'
import type { Areas } from '../fit.ts'
import { DESTINATION, YES } from '../read/access-level.ts'
import type { Roads } from '../read/read-roads.ts'
import type { Segments } from '../read/segments.ts'
import { requirementsAlong } from '../read/ways.ts'
import { NEVER, NO_REQUIREMENT, type Requirements } from '../requirements.ts'
import { type Arcs, isBackward, segmentOf } from './arcs.ts'
import { components } from './largest-component.ts'

export interface ArcRule {
  /** Requirement for through traffic. `NEVER` for an arc that is open only to drives that begin or end there. */
  through: number
  /** Requirement for drives that begin or end on the arc or beyond it. */
  local: number
  /**
   * Requirement of vehicles that may use the arc only at the beginning or end of a drive, although others drive through.
   * `NEVER` if no vehicle must.
   */
  apart: number
}

export interface ArcRules {
  requirements: Requirements
  areas: Areas
  /** Keyed by arc. All vehicles may use an arc without an entry. */
  arcs: ReadonlyMap<number, ArcRule>
  /** Requirement for passing a node, keyed by node. */
  nodes: ReadonlyMap<number, number>
}

/** Returns the rules of the arcs. Their access must be final. */
export function arcRules(roads: Roads, segments: Segments, arcs: Arcs, costing: Costing): ArcRules {
  const requirements = roads.requirements.copy()
  const nodes = new Map<number, number>()
  const throughNodes = new Map<number, number>()
  if (roads.nodes.barriers.size > 0)
    arcs.positions.forEach((position, node) => {
      const access = roads.nodes.barriers.get(position)?.access[costing]
      if (!access) return
      if (access.local > NO_REQUIREMENT) nodes.set(node, access.local)
      if (access.through > NO_REQUIREMENT) throughNodes.set(node, access.through)
    })
  const own = new Map<number, { through: number; local: number }>()
  if (roads.ways.requirements.size > 0 || throughNodes.size > 0)
    for (let arc = 0; arc < arcs.count; arc++) {
      if (!arcs.access[arc]) continue
      const found = requirementsAlong(roads.ways, segments.way[segmentOf(arc)]!, costing, isBackward(arc))
      const ends = [arcs.tail[arc]!, arcs.head[arc]!].map((node) => throughNodes.get(node) ?? NO_REQUIREMENT)
      const through = ends.reduce((one, other) => requirements.both(one, other), found?.through ?? NO_REQUIREMENT)
      const local = found?.local ?? NO_REQUIREMENT
      if (arcs.access[arc] === DESTINATION && local !== NO_REQUIREMENT) own.set(arc, { through: NEVER, local })
      if (arcs.access[arc] === YES && (through !== NO_REQUIREMENT || local !== NO_REQUIREMENT))
        own.set(arc, { through, local })
    }
  if (own.size === 0) return { requirements, areas: ONE_AREA, arcs: new Map(), nodes }
  const { areas, areaOf } = areasOf(arcs, (arc) => own.get(arc)?.through ?? NO_REQUIREMENT)
  const rules = new Map<number, ArcRule>()
  for (let arc = 0; arc < arcs.count; arc++) {
    const { through, local } = own.get(arc) ?? NO_RULE
    if (arcs.access[arc] === DESTINATION && local !== NO_REQUIREMENT) rules.set(arc, { through, local, apart: NEVER })
    if (arcs.access[arc] !== YES) continue
    const beyond = [...new Set([areaOf(arcs.tail[arc]!), areaOf(arcs.head[arc]!)])].filter((area) => area !== 0)
    if (through === local && beyond.length === 0) {
      if (through !== NO_REQUIREMENT) rules.set(arc, { through, local, apart: NEVER })
      continue
    }
    const apart = requirements.both(
      local,
      requirements.of({}, { unless: through, areas: beyond.sort((a, b) => a - b) }),
    )
    rules.set(arc, { through, local, apart })
  }
  return { requirements, areas, arcs: rules, nodes }
}

const NO_RULE = { through: NO_REQUIREMENT, local: NO_REQUIREMENT }
const ONE_AREA: Areas = { count: 1, from: [], to: [], requirements: [] }

/** Returns the areas of the main network, and a function for the area of a node of it. */
function areasOf(arcs: Arcs, throughOf: (arc: number) => number): { areas: Areas; areaOf: (node: number) => number } {
  const { component, sizes } = components(arcs, (arc) => arcs.access[arc] === YES && throughOf(arc) === NO_REQUIREMENT)
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))
  const numbers = new Map([[largest, 0]])
  const areaOf = (node: number): number => {
    const one = component[node]!
    const number = numbers.get(one) ?? numbers.size
    numbers.set(one, number)
    return number
  }
  const links = new Map<string, readonly [from: number, to: number, requirement: number]>()
  for (let arc = 0; arc < arcs.count; arc++) {
    if (arcs.access[arc] !== YES) continue
    const link = [areaOf(arcs.tail[arc]!), areaOf(arcs.head[arc]!), throughOf(arc)] as const
    if (link[0] !== link[1]) links.set(link.join(), link)
  }
  const all = [...links.values()]
  return {
    areas: {
      count: numbers.size,
      from: all.map(([from]) => from),
      to: all.map(([, to]) => to),
      requirements: all.map(([, , requirement]) => requirement),
    },
    areaOf,
  }
}
