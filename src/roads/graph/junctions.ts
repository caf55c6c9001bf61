// Costs of each turn at a junction, from each incoming arc to each outgoing arc.
import { growingInts } from '../read/growing.ts'
import { type Arcs, reverseOf, segmentOf } from './arcs.ts'
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
  /** Indexed by outgoing arc: whether a restriction at a later junction depends on this trail followed by the arc. */
  leadsOn: boolean[]
}

export interface Junction {
  out: Int32Array
  rows: Row[]
}

export interface Network {
  arcs: Arcs
  at: ArcsAtNodes
  delays: TurnDelays
  restrictions: Restrictions
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
    const there = isNew ? [...new Set([...into, ...out].map(segmentOf))] : []
    const rowOf = (trail: Trail): Row => {
      const arc = trail.at(-1) as number
      const costs = isNew ? costsFrom(trail, arc) : Array.from(out, () => kept.at(read++))
      if (isNew) for (const cost of costs) kept.push(cost)
      const leadsOn = Array.from(
        out,
        (next, i) => costs[i] !== FORBIDDEN && restrictions.follow(trail, next).length > 1,
      )
      return { trail, arc, costs, leadsOn }
    }
    const costsFrom = (trail: Trail, arc: number): number[] => {
      const arriving = delays.arriving(arc, there)
      const onwards = Array.from(out).filter((next) => !restrictions.forbids(trail, next))
      return Array.from(out, (next) => {
        if (!onwards.includes(next)) return FORBIDDEN
        if (next !== reverseOf(arc)) return arriving + delays.turning(arc, next, there)
        if (out.length === 1) return arriving + delays.deadEnd
        return mayTurnRound(trail, arc, onwards) ? arriving + delays.uTurn : FORBIDDEN
      })
    }
    /**
     * Returns whether a U-turn is allowed at a node with several outgoing arcs. U-turns are allowed at junctions of
     * minor roads, and where the road ends for this drive. They are not allowed at nodes that only split a road because
     * its tags change.
     */
    const mayTurnRound = (trail: Trail, arc: number, onwards: readonly number[]): boolean => {
      // A U-turn must not evade a restriction that depends on the trail.
      if (trail.length > 1) return false
      // A drive on a public road may turn around if only a private road continues.
      const leadsOn = onwards.some((next) => next !== reverseOf(arc) && arcs.access[next]! >= arcs.access[arc]!)
      return !leadsOn || (there.length > 2 && !isMainRoad(segmentOf(arc)))
    }
    return { out, rows: [...Array.from(into, (arc) => [arc]), ...(trailsInto.get(node) ?? [])].map(rowOf) }
  }
}
