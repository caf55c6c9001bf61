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
}

/** Costs are computed when a junction is first asked for, and kept. */
export function junctionsOf({ arcs, at, delays, restrictions }: Network): (node: number) => Junction {
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
      return Array.from(out, (next) => {
        if (restrictions.forbids(trail, next)) return FORBIDDEN
        if (next === reverseOf(arc)) {
          // Nobody turns round to get out of a restriction that holds because of how one came.
          if (out.length > 1 && trail.length > 1) return FORBIDDEN
          return arriving + (out.length > 1 ? delays.uTurn : delays.deadEnd)
        }
        return arriving + delays.turning(arc, next, there)
      })
    }
    return { out, rows: [...Array.from(into, (arc) => [arc]), ...(trailsInto.get(node) ?? [])].map(rowOf) }
  }
}
