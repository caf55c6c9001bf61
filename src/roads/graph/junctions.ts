// What it costs to get from each arc into each other at a junction.
import { growingInts } from '../read/growing.ts'
import { type Arcs, reverseOf, segmentOf } from './arcs.ts'
import type { ArcsAtNodes } from './arcs-at-nodes.ts'
import type { Restrictions, Trail } from './restrictions.ts'
import type { TurnDelays } from './turn-delays.ts'

export const FORBIDDEN = -1

/** Of everybody who comes to a junction by a trail. */
export interface Row {
  trail: Trail
  /** The last arc of the trail. */
  arc: number
  /** Hundredths of a second into each arc out of the junction, or `FORBIDDEN`. */
  costs: number[]
  /** Whether what may follow later depends on having come this way. */
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
  /** Whether the segment is of a primary or larger road. */
  isMainRoad: (segment: number) => boolean
}

/** Costs are computed when a junction is first asked for, and kept. */
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
    /** At junctions of lesser roads, and where the road ends for this drive, but never because tags change on the way. */
    const mayTurnRound = (trail: Trail, arc: number, onwards: readonly number[]): boolean => {
      // A restriction that holds because of how one came is not evaded by turning round.
      if (trail.length > 1) return false
      // A public road ends where only a private one goes on.
      const leadsOn = onwards.some((next) => next !== reverseOf(arc) && arcs.access[next]! >= arcs.access[arc]!)
      return !leadsOn || (there.length > 2 && !isMainRoad(segmentOf(arc)))
    }
    return { out, rows: [...Array.from(into, (arc) => [arc]), ...(trailsInto.get(node) ?? [])].map(rowOf) }
  }
}
