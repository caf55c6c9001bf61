// Groups the arcs into a junction whose continuations cost the same, except for a constant cost of arriving. A junction
// of two streets with right of way for one of them needs a single class; a plain crossing needs two.
import { FORBIDDEN, type Junction, type Row } from './junctions.ts'

/** The cost is never needed, because a U-turn can't pay here. */
export const NOT_ASKED = -2

export interface Class {
  /** `arriving` is the cost that each row adds on arriving. */
  members: { row: Row; arriving: number }[]
  /** Hundredths of a second into each outgoing arc, `FORBIDDEN` or `NOT_ASKED`. */
  costs: number[]
}

/** `isOwn` selects the rows that get a class of their own, because their U-turn or their trail matters. */
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

/** Returns false if the row has other continuations. */
function tryJoinClass(to: Class, row: Row, costs: readonly number[]): boolean {
  let arriving: number | null = null
  for (const [i, cost] of costs.entries()) {
    const there = to.costs[i] as number
    if (cost === NOT_ASKED || there === NOT_ASKED) continue
    if (cost === FORBIDDEN || there === FORBIDDEN) {
      if (cost !== there) return false
      continue
    }
    if (arriving !== null && cost - there !== arriving) return false
    arriving = cost - there
  }
  const least = Math.max(0, Math.min(...costs.filter((cost) => cost >= 0)))
  const added = arriving ?? (Number.isFinite(least) ? least : 0)
  // Costs must not become negative.
  if (added < 0 || costs.some((cost, i) => to.costs[i] === NOT_ASKED && cost >= 0 && cost < added)) return false
  for (const [i, cost] of costs.entries())
    if (to.costs[i] === NOT_ASKED && cost !== NOT_ASKED) to.costs[i] = cost === FORBIDDEN ? FORBIDDEN : cost - added
  to.members.push({ row, arriving: added })
  return true
}

export interface Transfer {
  /** Indexes in the list of classes. */
  from: number
  to: number
  cost: number
}

/**
 * If a class may continue wherever another class may, at an additional cost, it gets a transfer to that class. The
 * costs that the transfer covers are removed from its own costs (`NOT_ASKED`). No continuation becomes cheaper.
 */
export function transfersBetween(classes: readonly Class[], mayJoin: (one: Row, other: Row) => boolean): Transfer[] {
  const transfers: Transfer[] = []
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
