// Finds the arcs whose U-turn matters. If a junction allows all continuations, nobody gains by driving into a street,
// making a U-turn at its end, and coming back. The cost of that U-turn is then not needed, and arcs can share a state
// (state-graph.ts). The detour could pay at a junction that forbids a continuation, or delays it by more than the
// detour. It could also pay at a junction where a U-turn costs more than the detour.
import { DESTINATION, YES } from '../read/access-level.ts'
import { type Arcs, reverseOf } from './arcs.ts'
import { FORBIDDEN, type Junction, type Row } from './junctions.ts'

/**
 * Returns 1 for each arc whose U-turn cost at its end matters. `isDual` selects arcs that are private roads for some vehicles
 * and public roads for others.
 */
export function uTurnsMatter(
  arcs: Arcs,
  junctionOf: (node: number) => Junction,
  isDual: (arc: number) => boolean,
): Uint8Array {
  const matters = new Uint8Array(arcs.count)
  const open: number[] = []
  const mark = (arc: number): void => {
    if (matters[arc] === 1) return
    matters[arc] = 1
    open.push(arc)
  }
  for (let node = 0; node < arcs.nodes; node++) {
    const junction = junctionOf(node)
    for (const street of streets(arcs, junction)) if (isDetour(arcs, junction, street, isDual)) mark(street.arc)
  }
  for (let arc = open.pop(); arc !== undefined; arc = open.pop()) {
    const junction = junctionOf(arcs.head[arc] as number)
    for (const street of streets(arcs, junction)) if (isWayRound(junction, street, arc)) mark(street.arc)
  }
  return matters
}

/** A segment on which a drive may leave the junction and come back after a U-turn. */
interface Street {
  arc: number
  /** Index of `arc` among the outgoing arcs of the junction. */
  at: number
  back: Row
  /** Cost of both arcs, without the turns, in hundredths of a second. */
  cost: number
}

function* streets(arcs: Arcs, { out, rows }: Junction): Generator<Street> {
  for (const [at, arc] of out.entries()) {
    const back = rows.find((row) => row.trail.length === 1 && row.arc === reverseOf(arc))
    if (!back) continue
    const cost = (arcs.costs[arc] as number) + (arcs.costs[reverseOf(arc)] as number)
    yield { arc, at, back, cost }
  }
}

/** Returns whether a drive between two other arcs of the junction can be cheaper over a U-turn in the street. */
function isDetour(
  arcs: Arcs,
  { out, rows }: Junction,
  { arc, at, back, cost }: Street,
  isDual: (arc: number) => boolean,
): boolean {
  return rows.some((row) => {
    const there = row.costs[at] as number
    // A drive that came out of the street needs no second U-turn in it.
    if (there === FORBIDDEN || (row.arc === reverseOf(arc) && row.trail.length === 1)) return false
    return out.some((next, i) => {
      const on = back.costs[i] as number
      if (on === FORBIDDEN || next === arc) return false
      // `isWayRound` checks drives that return to the arc from which they came. Trails of several arcs are checked
      // here, because their U-turn at the junction is forbidden and the street would evade the restriction.
      if (next === reverseOf(row.arc) && row.trail.length === 1) return false
      // A drive never passes through private roads, so it can't leave a public road to turn around on a private one.
      const [from, by, to] = [arcs.access[row.arc], arcs.access[arc], arcs.access[next]]
      if (from === YES && by === DESTINATION && to === YES && !isDual(row.arc) && !isDual(next)) return false
      const direct = row.costs[i] as number
      return direct === FORBIDDEN || row.leadsOn[i] === true || direct > there + cost + on
    })
  })
}

/**
 * Returns whether a U-turn in the street can be cheaper than a U-turn at the junction, for drives that reach the
 * junction on the arc `by`.
 */
function isWayRound({ out, rows }: Junction, { arc, at, back, cost }: Street, by: number): boolean {
  const round = out.indexOf(reverseOf(by))
  if (round < 0 || arc === reverseOf(by)) return false
  const on = back.costs[round] as number
  return rows.some((row) => {
    const there = row.costs[at] as number
    if (row.arc !== by || there === FORBIDDEN || on === FORBIDDEN) return false
    const direct = row.costs[round] as number
    return direct === FORBIDDEN || row.leadsOn[round] === true || direct > there + cost + on
  })
}
