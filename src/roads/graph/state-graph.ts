// The search graph. Its nodes are states. A state is a junction together with a class of incoming arcs (`classes.ts`),
// because the class determines the turn costs. An edge leads over an arc to the state at the end of the arc. A drive
// may begin on private roads, then use roads that are open to all, then end on private roads. States on private roads
// therefore exist twice, for leaving and for arriving, so that no drive passes through private roads.
import { DESTINATION, YES } from '../read/access-level.ts'
import { growingInts } from '../read/growing.ts'
import { NEVER, NO_REQUIREMENT } from '../requirements.ts'
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
  /** Indexed by edge: requirement of the edge. Null if no edge has one. */
  requirements: Int32Array | null
  /** Indexed by arc: driving time minus cost, in hundredths of a second. */
  extras: Int32Array
  /**
   * States at the end of each arc, 2 per arc. The first is for drives that have not yet entered the private roads of
   * their destination, the second is for drives that have.
   */
  ends: Int32Array
  /**
   * State at the end of each dual arc for through traffic, keyed by arc. A dual arc is a private road for some vehicles, with
   * the states in `ends`, and a public road for others.
   */
  throughEnds: ReadonlyMap<number, number>
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
  /** Requirement of each entry. Null if no entry has one. */
  entryRequirements: Int32Array | null
}

/**
 * Sides of a state: before a drive enters the private roads of its destination (`LEAVING`), and after (`ARRIVING`). A dual
 * arc has another side for through traffic.
 */
const LEAVING = 0
const ARRIVING = 1
const THROUGH = 2
const SIDES = 3
type States = [leaving: number, arriving: number, through: number]

interface Numbered {
  junction: Junction
  classes: ReturnType<typeof classesOf>
  transfers: ReturnType<typeof transfersBetween>
  /** The state numbers of each class of the junction, by side, indexed by class. */
  states: States[]
}

/** Builds the search graph of a network. `decimeters` are the lengths of the segments. */
export function stateGraph(network: Network, decimeters: Int32Array): StateGraph {
  const { arcs } = network
  const laid = createStates(network)
  const { count, ends, throughEnds, arriving, entries } = laid
  return {
    count,
    ...edgesOf(laid, network, decimeters),
    extras: arcs.centiseconds.map((centiseconds, arc) => centiseconds - (arcs.costs[arc] as number)),
    ends,
    throughEnds,
    arriving,
    ...entriesByArc(arcs.count, entries),
  }
}

/** Returns functions that assign the state numbers of a junction, and that count the assigned numbers. */
function stateNumbering(network: Network) {
  const { arcs } = network
  const junctionOf = junctionsOf(network)
  const isDual = dualArcs(network)
  const roundMatters = uTurnsMatter(arcs, junctionOf, isDual)
  let count = 0
  const alike = (one: Row, other: Row): boolean =>
    arcs.access[one.arc] === arcs.access[other.arc] && isDual(one.arc) === isDual(other.arc)
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
      const states = classes.map(({ members }, at): States => {
        const { arc } = members[0]!.row
        const isPrivate = arcs.access[arc] === DESTINATION || isDual(arc)
        const costs = full[at] as number[]
        const leads = (access: (arc: number) => boolean): boolean =>
          costs.some((cost, i) => cost >= 0 && access(junction.out[i] as number))
        const out = number(leads(() => true))
        const toPrivate = (next: number): boolean => arcs.access[next] === DESTINATION || isDual(next)
        return [
          out,
          isPrivate ? number(leads(toPrivate)) : NO_STATE,
          isDual(arc) ? number(leads(() => true)) : NO_STATE,
        ]
      })
      return { junction, classes, transfers, states }
    },
  }
}

/** Returns a function that selects arcs that are private roads for some vehicles and public roads for others. */
function dualArcs({ rules: { arcs } }: Network): (arc: number) => boolean {
  if (arcs.size === 0) return () => false
  const duals = new Set([...arcs].flatMap(([arc, { apart }]) => (apart === NEVER ? [] : arc)))
  return (arc) => duals.has(arc)
}

/**
 * Creates all states with their outgoing edges. The target of an edge may not have a number yet. Each edge therefore
 * stores the index of its target in `ends`, or the trail of its target in `edgeTrails`. `edgesOf` replaces them.
 */
function createStates(network: Network) {
  const { arcs, restrictions, rules } = network
  const { requirements } = rules
  const usesOf = arcUses(network)
  const hasRules = rules.arcs.size + rules.nodes.size > 0
  const { count, numbered } = stateNumbering(network)
  const ends = new Int32Array(2 * arcs.count).fill(NO_STATE)
  const arriving = new Int32Array(arcs.count)
  const throughEnds = new Map<number, number>()
  const trailStates = new Map<string, States>()
  const edgeTrails = new Map<number, string>()
  const lists = edgeLists(hasRules)
  const { edges, entries } = lists
  edges.first.push(0)
  for (let node = 0; node < arcs.nodes; node++) {
    const { junction, classes, transfers, states } = numbered(node)
    for (const [at, { members, costs }] of classes.entries()) {
      const own = states[at]!
      for (const { row, arriving: added } of members) {
        if (row.trail.length > 1) trailStates.set(row.trail.join(), own)
        else {
          ends[2 * row.arc] = own[LEAVING]
          ends[2 * row.arc + 1] = own[ARRIVING]
          if (own[THROUGH] !== NO_STATE) throughEnds.set(row.arc, own[THROUGH])
          arriving[row.arc] = added
        }
      }
      const { row } = members[0] as (typeof members)[0]
      for (const [side, state] of own.entries()) {
        if (state === NO_STATE) continue
        for (const [i, cost] of costs.entries()) {
          if (cost < 0) continue
          const arc = junction.out[i] as number
          for (const [into, required] of usesOf(row.arc, side, arc)) {
            const requirement = requirements.both(rules.nodes.get(node) ?? NO_REQUIREMENT, required)
            if (requirement === NEVER) continue
            lists.enter(arc, state, cost, requirement)
            const trail: Trail = restrictions.follow(row.trail, arc)
            if (trail.length > 1) edgeTrails.set(edges.ends.length, trail.join())
            lists.edge(SIDES * arc + into, cost, arc, requirement)
          }
        }
        for (const { from, to, cost } of transfers) {
          const other = states[to]![side]
          if (from === at && other !== undefined && other !== NO_STATE) lists.edge(other, cost, NO_ARC)
        }
        edges.first.push(edges.ends.length)
      }
    }
  }
  return { count: count(), ends, throughEnds, arriving, trailStates, edges, edgeTrails, entries, hasRules }
}

/** Lists of edges and entries, with functions that add to them. Requirements are listed only if there are rules. */
function edgeLists(hasRules: boolean) {
  const edges = {
    first: growingInts(),
    ends: growingInts(),
    costs: growingInts(),
    arcs: growingInts(),
    requirements: growingInts(),
  }
  const entries = { arc: growingInts(), state: growingInts(), cost: growingInts(), requirement: growingInts() }
  return {
    edges,
    entries,
    edge(end: number, cost: number, arc: number, requirement = NO_REQUIREMENT): void {
      edges.ends.push(end)
      edges.costs.push(cost)
      edges.arcs.push(arc)
      if (hasRules) edges.requirements.push(requirement)
    },
    enter(arc: number, state: number, cost: number, requirement: number): void {
      entries.arc.push(arc)
      entries.state.push(state)
      entries.cost.push(cost)
      if (hasRules) entries.requirement.push(requirement)
    },
  }
}

/**
 * Returns a function for the ways in which a drive may continue from one side of a state into an arc. It returns the side of the
 * state at the end of the arc, and the requirement. A dual arc has two ways, one for each kind of vehicle.
 */
function arcUses(network: Network) {
  const { access } = network.arcs
  const rules = network.rules.arcs
  const isDual = dualArcs(network)
  return (from: number, side: number, arc: number): (readonly [side: number, requirement: number])[] => {
    const rule = rules.get(arc)
    const isPublic = side === THROUGH || (access[from] === YES && !isDual(from))
    // A drive is arriving as soon as it leaves the roads that are open to all.
    const local = side === ARRIVING || isPublic ? ARRIVING : LEAVING
    if (access[arc] === DESTINATION) return [[local, rule?.local ?? NO_REQUIREMENT]]
    const through =
      side === ARRIVING ? [] : [[isDual(arc) ? THROUGH : LEAVING, rule?.through ?? NO_REQUIREMENT] as const]
    return rule && isDual(arc) ? [...through, [local, rule.apart]] : through
  }
}

/** Returns the edges with their target states. Omits edges without a target. */
function edgesOf(
  { count, ends, throughEnds, arriving, trailStates, edges, edgeTrails, hasRules }: ReturnType<typeof createStates>,
  { arcs: { costs } }: Network,
  decimeters: Int32Array,
): Pick<StateGraph, 'first' | 'to' | 'weights' | 'arcs' | 'requirements'> {
  const first = edges.first.done()
  const to = edges.ends.done()
  const arcs = edges.arcs.done()
  const requirements = hasRules ? edges.requirements.done() : null
  const weights = new Float64Array(to.length)
  const targetOf = (edge: number, trail: string | undefined): number | undefined => {
    const [end, arc] = [to[edge] as number, arcs[edge] as number]
    if (arc === NO_ARC) return end
    const side = end - SIDES * arc
    if (trail !== undefined) return trailStates.get(trail)?.[side]
    return side === THROUGH ? throughEnds.get(arc) : ends[2 * arc + side]
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
      if (requirements) requirements[left] = requirements[next]!
      weights[left++] =
        arc === NO_ARC
          ? weightOf(cost, 0)
          : weightOf(cost + (costs[arc] as number) + added, decimeters[arc >> 1] as number)
    }
    first[state + 1] = left
  }
  return {
    first,
    to: to.subarray(0, left),
    weights: weights.subarray(0, left),
    arcs: arcs.subarray(0, left),
    requirements: requirements && requirements.subarray(0, left),
  }
}

function entriesByArc(arcs: number, entries: ReturnType<typeof createStates>['entries']) {
  const [arc, state, cost] = [entries.arc.done(), entries.state.done(), entries.cost.done()]
  const requirement = entries.requirement.length > 0 ? entries.requirement.done() : null
  const firstEntry = new Int32Array(arcs + 1)
  for (const of of arc) firstEntry[of + 1]!++
  for (let i = 0; i < arcs; i++) firstEntry[i + 1]! += firstEntry[i] as number
  const filled = firstEntry.slice(0, arcs)
  const entryStates = new Int32Array(arc.length)
  const entryCosts = new Int32Array(arc.length)
  const entryRequirements = requirement && new Int32Array(arc.length)
  for (let i = 0; i < arc.length; i++) {
    const at = filled[arc[i] as number]!++
    entryStates[at] = state[i] as number
    entryCosts[at] = cost[i] as number
    if (entryRequirements) entryRequirements[at] = requirement[i]!
  }
  return { firstEntry, entryStates, entryCosts, entryRequirements }
}
