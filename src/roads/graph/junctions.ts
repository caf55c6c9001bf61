// Costs of each turn at a junction, from each incoming arc to each outgoing arc.
import { growingInts } from '../read/growing.ts'
import { type Arcs, reverseOf, segmentOf } from './arcs.ts'
import type { ArcRules } from './arc-rules.ts'
import type { ArcsAtNodes } from './arcs-at-nodes.ts'
import type { Restrictions, Trail } from './restrictions.ts'
import type { TurnDelays } from './turn-delays.ts'

export const FORBIDDEN = -1

/** Turn costs of one trail into a junction: one row of the table of all turns at the junction. */
export interface Row {
  trail: Trail
  /** Last arc of the trail. */
  arc: number
  /** Indexed by outgoing arc: cost of the turn into the arc in hundredths of a second, or `FORBIDDEN`. */
  costs: number[]
  /**
   * Indexed by outgoing arc: whether a restriction at a later junction depends on this trail followed by the arc. Empty if
   * this is so for no arc.
   */
  leadsOn: readonly boolean[]
}

export interface Junction {
  out: readonly number[]
  rows: Row[]
}

export interface Network {
  arcs: Arcs
  at: ArcsAtNodes
  delays: TurnDelays
  restrictions: Restrictions
  rules: ArcRules
  /** Returns whether the segment belongs to a primary or larger road. */
  isMainRoad: (segment: number) => boolean
}

/**
 * Returns a function that returns the junction at a node. It computes the costs on the first call, then caches them.
 */
export function junctionsOf({ arcs, at, delays, restrictions, isMainRoad }: Network): (node: number) => Junction {
  const trailsInto = Map.groupBy(restrictions.trails, (trail) => arcs.head[trail.at(-1) as number] as number)
  const firstCost = new Int32Array(arcs.nodes).fill(-1)
  const kept = growingInts()
  return (node) => {
    const out = at.outOf(node)
    const into = at.into(node)
    const isNew = firstCost[node]! < 0
    if (isNew) firstCost[node] = kept.length
    let read = firstCost[node]!
    const there = isNew ? segmentsOf(into, out) : []
    const rowOf = (trail: Trail): Row => {
      const arc = trail.at(-1) as number
      const costs: number[] = []
      const arriving = isNew ? delays.arriving(arc, there) : 0
      for (const next of out) {
        const cost = isNew ? costOf(trail, arc, next, arriving) : kept.at(read++)
        costs.push(cost)
        if (isNew) kept.push(cost)
      }
      const leads = (next: number, i: number): boolean => costs[i] !== FORBIDDEN && restrictions.leadsOn(trail, next)
      return { trail, arc, costs, leadsOn: out.some(leads) ? out.map(leads) : LEADS_NOWHERE }
    }
    const costOf = (trail: Trail, arc: number, next: number, arriving: number): number => {
      if (restrictions.forbids(trail, next)) return FORBIDDEN
      if (next !== reverseOf(arc)) return arriving + delays.turning(arc, next, there)
      if (out.length === 1) return arriving + delays.deadEnd
      return mayTurnRound(trail, arc) ? arriving + delays.uTurn : FORBIDDEN
    }
    /**
     * Returns whether a U-turn is allowed at a node with several outgoing arcs. U-turns are allowed at junctions of
     * minor roads, and where the road ends for this drive. They are not allowed at nodes that only split a road because
     * its tags change.
     */
    const mayTurnRound = (trail: Trail, arc: number): boolean => {
      // A U-turn must not evade a restriction that depends on the trail.
      if (trail.length > 1) return false
      if (there.length > 2 && !isMainRoad(segmentOf(arc))) return true
      // A drive on a public road may turn around if only a private road continues.
      return !out.some(
        (next) =>
          next !== reverseOf(arc) && arcs.access[next]! >= arcs.access[arc]! && !restrictions.forbids(trail, next),
      )
    }
    return { out, rows: [...into.map((arc) => [arc]), ...(trailsInto.get(node) ?? [])].map(rowOf) }
  }
}

const LEADS_NOWHERE: readonly boolean[] = []

/** Returns the segments that meet at a junction, each once. */
function segmentsOf(...arcs: readonly (readonly number[])[]): number[] {
  const there: number[] = []
  for (const some of arcs) for (const arc of some) if (!there.includes(segmentOf(arc))) there.push(segmentOf(arc))
  return there
}
