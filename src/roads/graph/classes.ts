// Groups the arcs that enter a junction into classes. Two arcs share a class if their turn costs differ by the same
// constant for each outgoing arc. Fewer classes make the search graph smaller, because each class becomes a state.
// A junction of two streets with right of way for one of them needs a single class. A plain crossing needs two classes.
import { FORBIDDEN, type Junction, type Row } from './junctions.ts'

/**
 * In a list of turn costs: no drive needs this cost from the class, so it may have any value when classes are compared.
 */
export const NOT_ASKED = -2

export interface Class {
  /**
   * Incoming trails of the class. `arriving` is in hundredths of a second. The turn costs of a row are its `arriving`
   * plus the `costs` of the class.
   */
  members: { row: Row; arriving: number }[]
  /**
   * Indexed by outgoing arc: turn cost in hundredths of a second without `arriving`, or `FORBIDDEN`, or `NOT_ASKED`.
   */
  costs: number[]
}

/**
 * Returns the classes of a junction. `isOwn` selects the rows that get a class of their own. Such a row has a U-turn
 * whose cost is needed, or a trail on which a restriction depends.
 */
export function classesOf(
  { out, rows }: Junction,
  isOwn: (row: Row) => boolean,
  mayJoin: (one: Row, other: Row) => boolean,
): Class[] {
  const classes: (Class & { open: boolean })[] = []
  for (const row of rows) {
    const costs = row.costs.slice()
    if (isOwn(row)) {
      classes.push({ members: [{ row, arriving: 0 }], costs, open: false })
      continue
    }
    const back = out.findIndex((arc) => arc === (row.arc ^ 1))
    if (back >= 0) costs[back] = NOT_ASKED
    const joined = classes.some(
      (one) => one.open && mayJoin((one.members[0] as Class['members'][0]).row, row) && tryJoinClass(one, row, costs),
    )
    if (joined) continue
    const least = costs.reduce((most, cost) => (cost >= 0 ? Math.min(most, cost) : most), Infinity)
    const arriving = Number.isFinite(least) ? least : 0
    classes.push({
      members: [{ row, arriving }],
      costs: costs.map((cost) => (cost >= 0 ? cost - arriving : cost)),
      open: true,
    })
  }
  return classes
}

/** Adds the row to the class if their costs differ only by a constant. Returns false if they differ otherwise. */
function tryJoinClass(to: Class, row: Row, costs: readonly number[]): boolean {
  let arriving: number | null = null
  let least = Infinity
  for (let i = 0; i < costs.length; i++) {
    const [cost, there] = [costs[i]!, to.costs[i]!]
    if (cost >= 0 && cost < least) least = cost
    if (cost === NOT_ASKED || there === NOT_ASKED) continue
    if (cost === FORBIDDEN || there === FORBIDDEN) {
      if (cost !== there) return false
      continue
    }
    if (arriving !== null && cost - there !== arriving) return false
    arriving = cost - there
  }
  const added = arriving ?? (Number.isFinite(least) ? least : 0)
  // The shortest path search requires edges that are not negative.
  if (added < 0) return false
  for (let i = 0; i < costs.length; i++)
    if (to.costs[i] === NOT_ASKED && costs[i]! >= 0 && costs[i]! < added) return false
  for (let i = 0; i < costs.length; i++)
    if (to.costs[i] === NOT_ASKED && costs[i] !== NOT_ASKED)
      to.costs[i] = costs[i] === FORBIDDEN ? FORBIDDEN : costs[i]! - added
  to.members.push({ row, arriving: added })
  return true
}

export interface Transfer {
  /** `from` and `to` are indexes in the list of classes. A drive may change from class `from` to class `to`. */
  from: number
  to: number
  cost: number
}

/**
 * Replaces turns of one class by a transfer to another class, so that the search graph has fewer edges. A class gets a
 * transfer if it may continue on all arcs of the other class, at an additional cost. Its turn costs that equal the cost
 * of the transfer plus the turn cost of the other class become `NOT_ASKED`. No continuation becomes cheaper.
 */
export function transfersBetween(classes: readonly Class[], mayJoin: (one: Row, other: Row) => boolean): Transfer[] {
  const transfers: Transfer[] = []
  if (classes.length < 2) return transfers
  const full = classes.map(({ costs }) => costs.slice())
  for (const [from, own] of full.entries()) {
    let best: (Transfer & { spares: number }) | null = null
    for (const [to, other] of full.entries()) {
      if (to === from || !mayJoin(rowOf(classes, from), rowOf(classes, to))) continue
      if (leadsOn(classes, from) || leadsOn(classes, to)) continue
      let cost = 0
      const possible = other.every((there, i) => {
        if (there < 0) return true
        if ((own[i] as number) >= 0) cost = Math.max(cost, (own[i] as number) - there)
        return own[i] !== FORBIDDEN
      })
      const spares = own.filter(
        (there, i) => there >= 0 && (other[i] as number) >= 0 && there === cost + (other[i] as number),
      ).length
      if (possible && cost > 0 && spares > 1 && spares > (best?.spares ?? 0)) best = { from, to, cost, spares }
    }
    if (!best) continue
    const { to, cost } = best
    const other = full[to] as number[]
    ;(classes[from] as Class).costs = own.map((there, i) =>
      there >= 0 && (other[i] as number) >= 0 && there === cost + (other[i] as number) ? NOT_ASKED : there,
    )
    transfers.push({ from, to, cost })
  }
  return transfers
}

const rowOf = (classes: readonly Class[], at: number): Row => classes[at]!.members[0]!.row

const leadsOn = (classes: readonly Class[], at: number): boolean =>
  (classes[at] as Class).members.some(({ row }) => row.leadsOn.includes(true))
