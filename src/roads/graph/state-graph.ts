// The graph that is searched: its nodes are states (at a junction, having come in such a way that only so much may
// follow), its edges lead over an arc to the state at the end of it. Private roads are there twice, for leaving and for
// arriving, so that no drive goes through: from private roads to those open to all, and from these to private ones.
import { DESTINATION, YES } from '../read/access.ts'
import { growingInts, growingNumbers } from '../read/growing.ts'
import { classesOf, transfersBetween } from './classes.ts'
import { type Junction, junctionsOf, type Network, type Row } from './junctions.ts'
import type { Trail } from './restrictions.ts'
import { turningRound } from './turning-round.ts'
import { weightOf } from './weight.ts'

export const NO_STATE = -1
/** Of an edge that leads to another state at the same junction. */
export const NO_ARC = -1

export interface StateGraph {
  count: number
  /** Edges by the state they leave; one more than states. */
  first: Int32Array
  to: Int32Array
  weights: Float64Array
  arcs: Int32Array
  /** By arc: hundredths of a second that driving it takes beyond its cost. */
  extras: Int32Array
  /** The state at the end of each arc, 2 an arc: when it is on the way out or open to all, and on the way in. */
  ends: Int32Array
  /** Hundredths of a second added on arriving at that state. */
  arriving: Int32Array
  /** By arc: from which states one gets into it, and for how many hundredths of a second; one more than arcs. */
  firstEntry: Int32Array
  entryStates: Int32Array
  entryCosts: Int32Array
}

/** Whose arcs a state is about: those left on the way out, those open to all, those driven on the way in. */
const LEAVING = 0
const ARRIVING = 1

interface Numbered {
  junction: Junction
  classes: ReturnType<typeof classesOf>
  transfers: ReturnType<typeof transfersBetween>
  /** By class: its states, `LEAVING` and `ARRIVING`. */
  states: [number, number][]
}

export function stateGraph(network: Network, decimeters: Int32Array): StateGraph {
  const { arcs, restrictions } = network
  const junctionOf = junctionsOf(network)
  const roundMatters = turningRound(arcs, junctionOf)
  const ends = new Int32Array(2 * arcs.count).fill(NO_STATE)
  const arriving = new Int32Array(arcs.count)
  const trailStates = new Map<string, [number, number]>()
  let count = 0
  const alike = (one: Row, other: Row): boolean => arcs.access[one.arc] === arcs.access[other.arc]

  const numbered = (node: number, number: (open: boolean) => number): Numbered => {
    const junction = junctionOf(node)
    const classes = classesOf(
      junction,
      ({ arc, trail, leadsOn }) => trail.length > 1 || roundMatters[arc] === 1 || leadsOn.includes(true),
      alike,
    )
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
  }

  for (let node = 0; node < arcs.nodes; node++) {
    const { classes, states } = numbered(node, (open) => (open ? count++ : NO_STATE))
    for (const [at, { members }] of classes.entries())
      for (const { row, arriving: added } of members) {
        const own = states[at] as [number, number]
        if (row.trail.length > 1) trailStates.set(row.trail.join(), own)
        else {
          ends[2 * row.arc] = own[LEAVING]
          ends[2 * row.arc + 1] = own[ARRIVING]
          arriving[row.arc] = added
        }
      }
  }

  const edges = { first: growingInts(), to: growingInts(), weights: growingNumbers(), arcs: growingInts() }
  const entries = { arc: growingInts(), state: growingInts(), cost: growingInts() }
  const edge = (to: number, weight: number, arc: number): void => {
    edges.to.push(to)
    edges.weights.push(weight)
    edges.arcs.push(arc)
  }
  let next = 0
  edges.first.push(0)
  for (let node = 0; node < arcs.nodes; node++) {
    const { junction, classes, transfers, states } = numbered(node, (open) => (open ? next++ : NO_STATE))
    for (const [at, { members, costs }] of classes.entries()) {
      const { row } = members[0] as (typeof members)[0]
      for (const [side, state] of (states[at] as [number, number]).entries()) {
        if (state === NO_STATE) continue
        // On the way in from the moment that a road open to all is left.
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
          const to = trail.length > 1 ? (trailStates.get(trail.join()) ?? [])[into] : ends[2 * arc + into]
          if (to === undefined || to === NO_STATE) continue
          const added = trail.length > 1 ? 0 : (arriving[arc] as number)
          edge(to, weightOf(cost + (arcs.costs[arc] as number) + added, decimeters[arc >> 1] as number), arc)
        }
        for (const { from, to, cost } of transfers) {
          const other = (states[to] as [number, number])[side]
          if (from === at && other !== undefined && other !== NO_STATE) edge(other, weightOf(cost, 0), NO_ARC)
        }
        edges.first.push(edges.to.length)
      }
    }
  }
  const byArc = entriesByArc(arcs.count, entries.arc.done(), entries.state.done(), entries.cost.done())
  return {
    count,
    first: edges.first.done(),
    to: edges.to.done(),
    weights: edges.weights.done(),
    arcs: edges.arcs.done(),
    extras: arcs.centiseconds.map((centiseconds, arc) => centiseconds - (arcs.costs[arc] as number)),
    ends,
    arriving,
    ...byArc,
  }
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
