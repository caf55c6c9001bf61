// Where turning round could pay. Nobody gains by driving into a street, turning round at its end and coming back, where
// the junction lets everybody go on as they like: there, what turning round costs need not be known, and arcs can share
// a state (states.ts). It could pay behind a junction that forbids or delays something more than the way into the
// street and back takes, and behind one at which turning round costs more than that.
import { DESTINATION, YES } from '../read/access.ts'
import { type Arcs, reverseOf } from './arcs.ts'
import { FORBIDDEN, type Junction, type Row } from './junctions.ts'

/** By arc: whether what it costs to turn round at its end matters. */
export function turningRound(arcs: Arcs, junctionOf: (node: number) => Junction): Uint8Array {
  const matters = new Uint8Array(arcs.count)
  const open: number[] = []
  const mark = (arc: number): void => {
    if (matters[arc] === 1) return
    matters[arc] = 1
    open.push(arc)
  }
  for (let node = 0; node < arcs.nodes; node++) {
    const junction = junctionOf(node)
    for (const street of streets(arcs, junction)) if (isDetour(arcs, junction, street)) mark(street.arc)
  }
  for (let arc = open.pop(); arc !== undefined; arc = open.pop()) {
    const junction = junctionOf(arcs.head[arc] as number)
    for (const street of streets(arcs, junction)) if (isWayRound(junction, street, arc)) mark(street.arc)
  }
  return matters
}

/** A way out of the junction, and the way back in. */
interface Street {
  arc: number
  /** Position among the arcs out. */
  at: number
  back: Row
  /** There and back. */
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

/** Whether one gets from some arc into another by the street and back, and not as well without. */
function isDetour(arcs: Arcs, { out, rows }: Junction, { arc, at, back, cost }: Street): boolean {
  return rows.some((row) => {
    const there = row.costs[at] as number
    // Back on the same arc, one has only forgotten how one came to it.
    if (there === FORBIDDEN || (row.arc === reverseOf(arc) && row.trail.length === 1)) return false
    return out.some((next, i) => {
      const on = back.costs[i] as number
      if (on === FORBIDDEN || next === arc) return false
      // Turning round is looked at last, but where a restriction holds it is forbidden, and the street gives a way out.
      if (next === reverseOf(row.arc) && row.trail.length === 1) return false
      // A route that has left the public roads does not return to them.
      const [from, by, to] = [arcs.access[row.arc], arcs.access[arc], arcs.access[next]]
      if (from === YES && by === DESTINATION && to === YES) return false
      const direct = row.costs[i] as number
      return direct === FORBIDDEN || row.leadsOn[i] === true || direct > there + cost + on
    })
  })
}

/** Whether turning round in the street could be better than doing it at the junction, coming by an arc. */
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
