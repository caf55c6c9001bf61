// The search graph. Its nodes are states. A state is a junction together with a class of incoming arcs (`classes.ts`),
// because the class determines the turn costs. An edge leads over an arc to the state at the end of the arc. A drive
// may begin on private roads, then use roads that are open to all, then end on private roads. States on private roads
// therefore exist twice, for leaving and for arriving, so that no drive passes through private roads.
import { DESTINATION, YES } from '../read/access-level.ts'
import { growingInts } from '../read/growing.ts'
import { classesOf, transfersBetween } from './classes.ts'
import { type Junction, junctionsOf, type Network, type Row } from './junctions.ts'
import type { Trail } from './restrictions.ts'
import { uTurnsMatter } from './u-turns.ts'
import { weightOf } from './weight.ts'

export const NO_STATE = -1
/** Arc of an edge that leads to another state at the same junction (`Transfer` in `classes.ts`), not over an arc. */
export const NO_ARC = -1

export interface StateGraph {
  count: number
  /** Index of the first edge of each state. Has one element more than there are states. */
  first: Int32Array
  to: Int32Array
  weights: Float64Array
  arcs: Int32Array
  /** Indexed by arc: driving time minus cost, in hundredths of a second. */
  extras: Int32Array
  /**
   * States at the end of each arc, 2 per arc. The first is for drives that have not yet entered the private roads of
   * their destination, the second is for drives that have.
   */
  ends: Int32Array
  /**
   * Indexed by arc: constant part of all turn costs at its end (`Class` in `classes.ts`), in hundredths of a second.
   */
  arriving: Int32Array
  /**
   * Index of each arc's first entry in `entryStates` and `entryCosts`. Has one element more than there are arcs. An
   * entry is a state from which a drive may turn into the arc, with the cost of the turn in hundredths of a second.
   */
  firstEntry: Int32Array
  entryStates: Int32Array
  entryCosts: Int32Array
}

/** Sides of a state: before a drive enters the private roads of its destination (`LEAVING`), and after (`ARRIVING`). */
const LEAVING = 0
const ARRIVING = 1

interface Numbered {
  junction: Junction
  classes: ReturnType<typeof classesOf>
  transfers: ReturnType<typeof transfersBetween>
  /** The two state numbers of each class of the junction, `LEAVING` and `ARRIVING`, indexed by class. */
  states: [number, number][]
}

/** Builds the search graph of a network. `decimeters` are the lengths of the segments. */
export function stateGraph(network: Network, decimeters: Int32Array): StateGraph {
  const { arcs } = network
  const laid = createStates(network)
  const { count, ends, arriving, entries } = laid
  return {
    count,
    ...edgesOf(laid, network, decimeters),
    extras: arcs.centiseconds.map((centiseconds, arc) => centiseconds - (arcs.costs[arc] as number)),
    ends,
    arriving,
    ...entriesByArc(arcs.count, entries.arc.done(), entries.state.done(), entries.cost.done()),
  }
}

/** Returns functions that assign the state numbers of a junction, and that count the assigned numbers. */
function stateNumbering(network: Network) {
  const { arcs } = network
  const junctionOf = junctionsOf(network)
  const roundMatters = uTurnsMatter(arcs, junctionOf)
  let count = 0
  const alike = (one: Row, other: Row): boolean => arcs.access[one.arc] === arcs.access[other.arc]
  const matters = ({ arc, trail, leadsOn }: Row): boolean =>
    trail.length > 1 || roundMatters[arc] === 1 || leadsOn.includes(true)
  const number = (open: boolean): number => (open ? count++ : NO_STATE)
  return {
    count: () => count,
    numbered: (node: number): Numbered => {
      const junction = junctionOf(node)
      const classes = classesOf(junction, matters, alike)
      const full = classes.map(({ costs }) => costs.slice())
      const transfers = transfersBetween(classes, alike)
      const states = classes.map(({ members }, at): [number, number] => {
        const isPrivate = arcs.access[(members[0] as (typeof members)[0]).row.arc] === DESTINATION
        const costs = full[at] as number[]
        const leads = (access: (arc: number) => boolean): boolean =>
          costs.some((cost, i) => cost >= 0 && access(junction.out[i] as number))
        const out = number(leads(() => true))
        return [out, isPrivate ? number(leads((arc) => arcs.access[arc] === DESTINATION)) : NO_STATE]
      })
      return { junction, classes, transfers, states }
    },
  }
}

/**
 * Creates all states with their outgoing edges. The target of an edge may not have a number yet. Each edge therefore
 * stores the index of its target in `ends`, or the trail of its target in `edgeTrails`. `edgesOf` replaces them.
 */
function createStates(network: Network) {
  const { arcs, restrictions } = network
  const { count, numbered } = stateNumbering(network)
  const ends = new Int32Array(2 * arcs.count).fill(NO_STATE)
  const arriving = new Int32Array(arcs.count)
  const trailStates = new Map<string, [number, number]>()
  const edges = { first: growingInts(), ends: growingInts(), costs: growingInts(), arcs: growingInts() }
  const edgeTrails = new Map<number, string>()
  const entries = { arc: growingInts(), state: growingInts(), cost: growingInts() }
  const edge = (end: number, cost: number, arc: number): void => {
    edges.ends.push(end)
    edges.costs.push(cost)
    edges.arcs.push(arc)
  }
  edges.first.push(0)
  for (let node = 0; node < arcs.nodes; node++) {
    const { junction, classes, transfers, states } = numbered(node)
    for (const [at, { members, costs }] of classes.entries()) {
      const own = states[at] as [number, number]
      for (const { row, arriving: added } of members) {
        if (row.trail.length > 1) trailStates.set(row.trail.join(), own)
        else {
          ends[2 * row.arc] = own[LEAVING]
          ends[2 * row.arc + 1] = own[ARRIVING]
          arriving[row.arc] = added
        }
      }
      const { row } = members[0] as (typeof members)[0]
      for (const [side, state] of own.entries()) {
        if (state === NO_STATE) continue
        // A drive is arriving as soon as it leaves the roads that are open to all.
        const isIn = side === ARRIVING
        for (const [i, cost] of costs.entries()) {
          const arc = junction.out[i] as number
          const isPrivate = arcs.access[arc] === DESTINATION
          if (cost < 0 || (isIn && !isPrivate)) continue
          entries.arc.push(arc)
          entries.state.push(state)
          entries.cost.push(cost)
          const into = isPrivate && (isIn || arcs.access[row.arc] === YES) ? ARRIVING : LEAVING
          const trail: Trail = restrictions.follow(row.trail, arc)
          if (trail.length > 1) edgeTrails.set(edges.ends.length, trail.join())
          edge(2 * arc + into, cost, arc)
        }
        for (const { from, to, cost } of transfers) {
          const other = (states[to] as [number, number])[side]
          if (from === at && other !== undefined && other !== NO_STATE) edge(other, cost, NO_ARC)
        }
        edges.first.push(edges.ends.length)
      }
    }
  }
  return { count: count(), ends, arriving, trailStates, edges, edgeTrails, entries }
}

/** Returns the edges with their target states. Omits edges without a target. */
function edgesOf(
  { count, ends, arriving, trailStates, edges, edgeTrails }: ReturnType<typeof createStates>,
  { arcs: { costs } }: Network,
  decimeters: Int32Array,
): Pick<StateGraph, 'first' | 'to' | 'weights' | 'arcs'> {
  const first = edges.first.done()
  const to = edges.ends.done()
  const arcs = edges.arcs.done()
  const weights = new Float64Array(to.length)
  const targetOf = (edge: number, trail: string | undefined): number | undefined => {
    const [end, arc] = [to[edge] as number, arcs[edge] as number]
    if (arc === NO_ARC) return end
    return trail === undefined ? ends[end] : trailStates.get(trail)?.[end - 2 * arc]
  }
  let left = 0
  for (let state = 0, next = 0; state < count; state++) {
    const end = first[state + 1] as number
    for (; next < end; next++) {
      const arc = arcs[next] as number
      const cost = edges.costs.at(next)
      const trail = edgeTrails.get(next)
      const target = targetOf(next, trail)
      if (target === undefined || target === NO_STATE) continue
      const added = trail === undefined ? (arriving[arc] as number) : 0
      to[left] = target
      arcs[left] = arc
      weights[left++] =
        arc === NO_ARC
          ? weightOf(cost, 0)
          : weightOf(cost + (costs[arc] as number) + added, decimeters[arc >> 1] as number)
    }
    first[state + 1] = left
  }
  return { first, to: to.subarray(0, left), weights: weights.subarray(0, left), arcs: arcs.subarray(0, left) }
}

function entriesByArc(arcs: number, arc: Int32Array, state: Int32Array, cost: Int32Array) {
  const firstEntry = new Int32Array(arcs + 1)
  for (const of of arc) firstEntry[of + 1]!++
  for (let i = 0; i < arcs; i++) firstEntry[i + 1]! += firstEntry[i] as number
  const filled = firstEntry.slice(0, arcs)
  const entryStates = new Int32Array(arc.length)
  const entryCosts = new Int32Array(arc.length)
  for (let i = 0; i < arc.length; i++) {
    const at = filled[arc[i] as number]!++
    entryStates[at] = state[i] as number
    entryCosts[at] = cost[i] as number
  }
  return { firstEntry, entryStates, entryCosts }
}
