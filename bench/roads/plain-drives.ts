// Shortest drives by Dijkstra's algorithm (1959) directly on the ways and rules of an extract: no states, no shortcuts,
// no tables, and no code of src/roads. The costs of driving and turning are an input, because they can't be right or
// wrong.
import type { Costing } from '../../src/domain/planning/costing.ts'
import { isFerry, type Level, nodeLevel, type Rule, ruleOf, wayLevels } from './plain-rules.ts'

type Tags = Readonly<Record<string, string>>

/** Data of the extract: ways and relations in their order, and nodes by ID. */
export interface RawMap {
  ways: readonly { id: number; refs: readonly number[]; tags: Tags }[]
  relations: readonly { tags: Tags; members: readonly { type: string; ref: number; role: string }[] }[]
  nodes: ReadonlyMap<number, Tags>
}

/**
 * Costs in hundredths of a second, and lengths in decimeters. An arc is twice the index of its piece of road, plus 1 if
 * it runs against the way.
 */
export interface Prices {
  /** Cost of driving the arc when roads are compared, and its driving time. */
  drive(arc: number): number
  time(arc: number): number
  length(arc: number): number
  arriving(arc: number, piecesThere: readonly number[]): number
  turning(from: number, to: number, piecesThere: readonly number[]): number
  uTurn: number
  deadEnd: number
}

/** A position on a piece of road, as a share of its length along the way. */
export interface Spot {
  segment: number
  share: number
}

export interface PlainRoads {
  /** Number of pieces that the ways are cut into. */
  pieces: number
  /**
   * Returns the drive from a location to others, each on one or more spots: hundredths of a second and decimeters. Null
   * if no road leads there.
   */
  from(spots: readonly Spot[]): (to: readonly Spot[]) => readonly [number, number] | null
}

interface Arc {
  id: number
  way: number
  tail: string
  head: string
  level: Level
  /** Whether the road is too busy for a U-turn. */
  isMain: boolean
}

/** A drive along the whole `trail` must not continue on `next`. */
interface Ban {
  trail: readonly Arc[]
  next: Arc
}

/**
 * Position of a drive: an arc, and the bans that have begun to apply. The stage is 0 on private road at the beginning
 * of the drive, 1 on open road, and 2 on private road at its end.
 */
interface State {
  arc: Arc
  begun: readonly (readonly [ban: Ban, matched: number])[]
  stage: 0 | 1 | 2
  cost: number
  /** Hundredths of a second that the drive so far takes beyond its cost. */
  extra: number
}

/** Factor of the cost in a sum of cost and distance, so that sums compare by cost first. */
const CENTISECOND = 1e8

/** Prepares the search on the ways of the map. Null if the main network is ambiguous: two networks are equally large. */
export function plainRoads(map: RawMap, costing: Costing, prices: Prices): PlainRoads | null {
  const { arcs, pieces } = arcsOf(map, costing)
  const levels = (node: string): Level => nodeLevel(map.nodes.get(Number.parseInt(node, 10)) ?? {}, costing)
  if (!keepMainOpen(arcs, levels)) return null
  const driven = arcs.filter(({ level }) => level > 0)
  const into = Map.groupBy(driven, ({ head }) => head)
  const outOf = Map.groupBy(driven, ({ tail }) => tail)
  const bans = map.relations.flatMap((relation) => bansOf(ruleOf(relation, costing), driven, outOf))
  const network: Network = {
    prices,
    outOf,
    byId: new Map(driven.map((arc) => [arc.id, arc])),
    bansFrom: Map.groupBy(bans, ({ trail }) => trail[0]),
    numbers: new Map(bans.map((ban, i) => [ban, i])),
    piecesAt: (node) => [...new Set([...(into.get(node) ?? []), ...(outOf.get(node) ?? [])].map(({ id }) => id >> 1))],
  }
  return {
    pieces,
    from(spots) {
      const entered = search(network, spots)
      return (to) => bestDrive(network, entered, spots, to)
    },
  }
}

interface Network {
  prices: Prices
  outOf: ReadonlyMap<string, readonly Arc[]>
  byId: ReadonlyMap<number, Arc>
  bansFrom: ReadonlyMap<Arc | undefined, readonly Ban[]>
  numbers: ReadonlyMap<Ban, number>
  /** Returns the pieces of road that meet at the node. */
  piecesAt: (node: string) => number[]
}

const arcsAt = ({ byId }: Network, { segment }: Spot): Arc[] =>
  [2 * segment, 2 * segment + 1].flatMap((id) => byId.get(id) ?? [])

/** Returns the share of the arc before the spot. */
const along = (spot: Spot, { id }: Arc): number => (id % 2 === 1 ? 1 - spot.share : spot.share)

/** Returns the cost and length of a share of the arc as one sum, and the time beyond the cost. */
const partOf = ({ prices }: Network, { id }: Arc, share: number): Part => ({
  cost: Math.round(share * prices.drive(id)) * CENTISECOND + Math.round(share * prices.length(id)),
  extra: Math.round(share * prices.time(id)) - Math.round(share * prices.drive(id)),
})

type Part = Pick<State, 'cost' | 'extra'>

const plus = (one: Part, other: Part): Part => ({ cost: one.cost + other.cost, extra: one.extra + other.extra })

const beginBans = ({ bansFrom }: Network, arc: Arc): State['begun'] =>
  (bansFrom.get(arc) ?? []).map((ban) => [ban, 1] as const)

/** Yields the arcs on which the drive may continue, with the cost up to the start of each. */
function* onwards(
  network: Network,
  { arc, begun, stage, cost, extra }: State,
): Generator<{ next: Arc; turned: number; state: State }> {
  const { prices } = network
  const out = network.outOf.get(arc.head) ?? []
  const pieces = network.piecesAt(arc.head)
  const isBanned = (next: Arc): boolean =>
    begun.some(([ban, matched]) => matched === ban.trail.length && ban.next === next)
  // If another road that is open to the same drivers continues here, U-turns are only possible at junctions of
  // smaller roads.
  const goesOn = out.some((next) => next.id !== (arc.id ^ 1) && !isBanned(next) && next.level >= arc.level)
  const isPlaceToTurn = !goesOn || (pieces.length > 2 && !arc.isMain)
  for (const next of out) {
    if (isBanned(next)) continue
    const isBack = next.id === (arc.id ^ 1)
    if (isBack && out.length > 1 && (!isPlaceToTurn || begun.some(([, matched]) => matched > 1))) continue
    if (stage === 2 && next.level === 2) continue
    const turn = isBack ? (out.length > 1 ? prices.uTurn : prices.deadEnd) : prices.turning(arc.id, next.id, pieces)
    const turned = cost + (prices.arriving(arc.id, pieces) + turn) * CENTISECOND
    const longer = begun.flatMap(([ban, matched]) => (ban.trail[matched] === next ? [[ban, matched + 1] as const] : []))
    const stageThere = next.level === 2 ? 1 : stage === 0 ? 0 : 2
    const end = plus({ cost: turned, extra }, partOf(network, next, 1))
    yield {
      next,
      turned,
      state: { arc: next, begun: [...longer, ...beginBans(network, next)], stage: stageThere, ...end },
    }
  }
}

/** Returns the cost of the drive up to the start of each arc, including the turn into the arc. */
function search(network: Network, spots: readonly Spot[]): ReadonlyMap<Arc, Part> {
  const entered = new Map<Arc, Part>()
  const least = new Map<string, number>()
  const open = new Heap()
  const keyOf = ({ arc, begun, stage }: State): string =>
    `${arc.id} ${stage} ${begun
      .map(([ban, matched]) => `${network.numbers.get(ban)}:${matched}`)
      .sort()
      .join()}`
  const reach = (state: State): void => {
    const key = keyOf(state)
    if (state.cost >= (least.get(key) ?? Infinity)) return
    least.set(key, state.cost)
    open.push(state)
  }
  for (const spot of spots)
    for (const arc of arcsAt(network, spot)) {
      const rest = partOf(network, arc, 1 - along(spot, arc))
      reach({ arc, begun: beginBans(network, arc), stage: arc.level === 2 ? 1 : 0, ...rest })
    }
  for (let state = open.pop(); state; state = open.pop()) {
    if (state.cost > (least.get(keyOf(state)) ?? 0)) continue
    for (const { next, turned, state: then } of onwards(network, state)) {
      if (turned < (entered.get(next)?.cost ?? Infinity)) entered.set(next, { cost: turned, extra: state.extra })
      reach(then)
    }
  }
  return entered
}

/** Returns the cheapest drive from one of the spots to one of `to`: straight along an arc, or through its start. */
function bestDrive(
  network: Network,
  entered: ReadonlyMap<Arc, Part>,
  spots: readonly Spot[],
  to: readonly Spot[],
): readonly [number, number] | null {
  const reached = to.flatMap((spot) => arcsAt(network, spot).map((arc) => ({ arc, share: along(spot, arc) })))
  const found = reached.flatMap(({ arc, share }) => {
    const straight = spots
      .filter(({ segment }) => segment === arc.id >> 1)
      .map((spot) => share - along(spot, arc))
      .filter((onward) => onward >= 0)
      .map((onward) => partOf(network, arc, onward))
    const by = entered.get(arc)
    return [...straight, ...(by ? [plus(by, partOf(network, arc, share))] : [])]
  })
  const best = found.reduce<Part | null>((one, other) => (one && one.cost <= other.cost ? one : other), null)
  return best && [Math.floor(best.cost / CENTISECOND) + best.extra, best.cost % CENTISECOND]
}

/**
 * Cuts the ways that any vehicle may drive at junctions and at nodes that some vehicles can't pass. Returns both
 * directions of each piece.
 */
function arcsOf({ ways, nodes, relations }: RawMap, costing: Costing): { arcs: Arc[]; pieces: number } {
  const either: readonly Costing[] = costing === 'BICYCLE' ? ['BICYCLE'] : ['CAR', 'TRUCK']
  const routesOf = (way: number): Tags[] =>
    relations.flatMap(({ tags, members }) =>
      members.some(({ type, ref }) => type === 'way' && ref === way) ? [tags] : [],
    )
  const levelsOf = ({ id, tags }: RawMap['ways'][number], one: Costing) =>
    wayLevels(tags, one, isFerry(tags) ? routesOf(id) : [])
  const driven = ways.filter((way) => {
    const levels = either.map((one) => levelsOf(way, one))
    return way.refs.length > 1 && levels.some((level) => level && level.along + level.against > 0)
  })
  // Pieces have the same indexes as in the road file, where ferries come last.
  const used = [...driven.filter(({ tags }) => !isFerry(tags)), ...driven.filter(({ tags }) => isFerry(tags))]
  const uses = new Map<number, number>()
  for (const { refs } of used) for (const ref of refs) uses.set(ref, (uses.get(ref) ?? 0) + 1)
  const isCut = (ref: number): boolean =>
    (uses.get(ref) ?? 0) > 1 || either.some((one) => nodeLevel(nodes.get(ref) ?? {}, one) < 2)
  const arcs: Arc[] = []
  let pieces = 0
  for (const each of used) {
    const { id: way, refs, tags } = each
    const isMain = /^(motorway|trunk|primary)(_link)?$/.test(tags['highway'] ?? '')
    const levels = levelsOf(each, costing) ?? { along: 0, against: 0 }
    let first: number | null = null
    refs.forEach((ref, i) => {
      if (!nodes.has(ref)) first = null
      else if (first === null) first = ref
      else if (isCut(ref) || i === refs.length - 1 || !nodes.has(refs[i + 1] as number)) {
        // Each road that ends at an impassable barrier has its own end node.
        const endOf = (node: number, side: number): string =>
          nodeLevel(nodes.get(node) ?? {}, costing) === 0 ? `${node} ${2 * pieces + side}` : `${node}`
        const [a, b] = [endOf(first, 0), endOf(ref, 1)]
        arcs.push({ id: 2 * pieces, way, tail: a, head: b, level: levels.along, isMain })
        arcs.push({ id: 2 * pieces + 1, way, tail: b, head: a, level: levels.against, isMain })
        pieces++
        first = ref
      }
    })
  }
  return { arcs, pieces }
}

/** Treats open roads outside the largest network as private. Returns false if two networks are equally large. */
function keepMainOpen(arcs: readonly Arc[], levels: (node: string) => Level): boolean {
  const free = arcs.filter(({ level, tail, head }) => level === 2 && levels(tail) === 2 && levels(head) === 2)
  const nodes = new Set(arcs.flatMap(({ tail, head }) => [tail, head]))
  const ahead = Map.groupBy(free, ({ tail }) => tail)
  const back = Map.groupBy(free, ({ head }) => head)
  const spread = (node: string, inside: ReadonlySet<string>, step: (at: string) => string[]): Set<string> => {
    const seen = new Set([node])
    for (const one of seen) for (const next of step(one)) if (inside.has(next)) seen.add(next)
    return seen
  }
  // Find one strongly connected set after another: nodes that are reachable from a node and also reach it.
  const left = new Set(nodes)
  let [main, second] = [new Set<string>(), 0]
  for (const node of nodes) {
    if (!left.has(node)) continue
    const there = spread(node, left, (one) => (ahead.get(one) ?? []).map(({ head }) => head))
    const both = spread(node, there, (one) => (back.get(one) ?? []).map(({ tail }) => tail))
    for (const one of both) left.delete(one)
    if (both.size > main.size) [main, second] = [both, main.size]
    else second = Math.max(second, both.size)
  }
  for (const arc of arcs) if (arc.level === 2 && !(main.has(arc.tail) && main.has(arc.head))) arc.level = 1
  return main.size > second
}

/** Returns the bans of a rule. Empty if its members don't meet, or meet more than once. */
function bansOf(rule: Rule | null, arcs: readonly Arc[], outOf: ReadonlyMap<string, Arc[]>): Ban[] {
  if (!rule) return []
  const found = rule.from.flatMap((from) => rule.to.flatMap((to) => placed(rule, from, to, arcs, outOf) ?? []))
  if (!rule.only) return found
  return found.flatMap(({ trail, next }) =>
    (outOf.get(next.tail) ?? []).flatMap((other) => (other === next ? [] : [{ trail, next: other }])),
  )
}

function placed(
  { viaNode, viaWays }: Rule,
  from: number,
  to: number,
  arcs: readonly Arc[],
  outOf: ReadonlyMap<string, Arc[]>,
): Ban | null {
  if (viaNode !== null) {
    const into = arcs.filter(({ way, head }) => way === from && head === `${viaNode}`)
    const out = arcs.filter(({ way, tail }) => way === to && tail === `${viaNode}`)
    return into.length === 1 && out.length === 1 ? { trail: into, next: out[0] as Arc } : null
  }
  // Breadth first: the shortest path over the via ways, in their order.
  const open = arcs.filter(({ way }) => way === from).map((arc) => ({ trail: [arc], at: -1 }))
  for (const { trail, at } of open) {
    const last = trail.at(-1) as Arc
    for (const next of outOf.get(last.head) ?? []) {
      if (next.id === (last.id ^ 1) || trail.includes(next)) continue
      if (at === viaWays.length - 1 && next.way === to) return { trail, next }
      for (const step of at < 0 ? [0] : [at, at + 1])
        if (viaWays[step] === next.way) open.push({ trail: [...trail, next], at: step })
    }
  }
  return null
}

class Heap {
  readonly #states: State[] = []

  push(state: State): void {
    const states = this.#states
    let at = states.push(state) - 1
    for (let up = (at - 1) >> 1; at > 0 && (states[up] as State).cost > state.cost; up = (at - 1) >> 1) {
      states[at] = states[up] as State
      at = up
    }
    states[at] = state
  }

  pop(): State | undefined {
    const states = this.#states
    const [top] = states
    const last = states.pop()
    if (!last || states.length === 0) return top
    let at = 0
    for (let down = 1; down < states.length; down = 2 * at + 1) {
      if (down + 1 < states.length && (states[down + 1] as State).cost < (states[down] as State).cost) down++
      if ((states[down] as State).cost >= last.cost) break
      states[at] = states[down] as State
      at = down
    }
    states[at] = last
    return top
  }
}
