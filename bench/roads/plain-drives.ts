// Shortest drives by Dijkstra's algorithm (1959) directly on the ways and rules of an extract: no states, no shortcuts,
// no tables, and no code of src/roads. The costs of driving and turning are an input, because they can't be right or
// wrong.
import type { Costing } from '../../src/domain/planning/costing.ts'
import { Heap } from './plain-heap.ts'
import { extremes, isFerry, type Level, nodeLevel, type Rule, ruleOf, type Subject, wayLevels } from './plain-rules.ts'

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
  /** Level for vehicles that may use the most roads, which decides about turns. */
  open: Level
  /** Level for the vehicle. */
  level: Level
  /** Level for vehicles that may use the fewest roads. */
  fewest: Level
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
export function plainRoads(map: RawMap, costing: Costing, prices: Prices, subject: Subject = {}): PlainRoads | null {
  const { arcs, pieces } = arcsOf(map, costing, subject)
  const { most, fewest } = extremes(subject.hours !== undefined)
  const levelsFor = (one: Subject): ((node: string) => Level) => {
    const known = new Map<string, Level>()
    return (node) => {
      const level = known.get(node) ?? nodeLevel(map.nodes.get(Number.parseInt(node, 10)) ?? {}, costing, one)
      known.set(node, level)
      return level
    }
  }
  const [mostAt, ownAt] = [levelsFor(most), levelsFor(subject)]
  if (!keepMainOpen(arcs, mostAt, levelsFor(fewest), ownAt)) return null
  const driven = arcs.filter(({ open }) => open > 0)
  const into = Map.groupBy(driven, ({ head }) => head)
  const outOf = Map.groupBy(driven, ({ tail }) => tail)
  const bans = map.relations.flatMap((relation) => bansOf(ruleOf(relation, costing), driven, outOf))
  const network: Network = {
    prices,
    outOf,
    byId: new Map(driven.map((arc) => [arc.id, arc])),
    bansFrom: Map.groupBy(bans, ({ trail }) => trail[0]),
    numbers: new Map(bans.map((ban, i) => [ban, i])),
    isClosed: (node) => ownAt(node) === 0 && mostAt(node) > 0,
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
  /** Returns whether the vehicle can't pass the node. */
  isClosed: (node: string) => boolean
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
  if (network.isClosed(arc.head)) return
  const out = network.outOf.get(arc.head) ?? []
  const pieces = network.piecesAt(arc.head)
  const isBanned = (next: Arc): boolean =>
    begun.some(([ban, matched]) => matched === ban.trail.length && ban.next === next)
  // If another road that is open to the same drivers continues here, U-turns are only possible at junctions of
  // smaller roads.
  const goesOn = out.some((next) => next.id !== (arc.id ^ 1) && !isBanned(next) && next.open >= arc.open)
  const isPlaceToTurn = !goesOn || (pieces.length > 2 && !arc.isMain)
  for (const next of out) {
    if (isBanned(next) || next.level === 0) continue
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
  const open = new Heap<State>()
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
      if (arc.level === 0) continue
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
  const reached = to.flatMap((spot) =>
    arcsAt(network, spot).flatMap((arc) => (arc.level === 0 ? [] : [{ arc, share: along(spot, arc) }])),
  )
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
function arcsOf(
  { ways, nodes, relations }: RawMap,
  costing: Costing,
  subject: Subject,
): { arcs: Arc[]; pieces: number } {
  const either: readonly Costing[] = costing === 'BICYCLE' ? ['BICYCLE'] : ['CAR', 'TRUCK']
  const routesOf = (way: number): Tags[] =>
    relations.flatMap(({ tags, members }) =>
      members.some(({ type, ref }) => type === 'way' && ref === way) ? [tags] : [],
    )
  const readsHours = subject.hours !== undefined
  const levelsOf = ({ id, tags }: RawMap['ways'][number], one: Costing, by: Subject) =>
    wayLevels(tags, one, isFerry(tags) ? routesOf(id) : [], by)
  const { most, fewest } = extremes(readsHours)
  const driven = ways.filter((way) => {
    const levels = either.map((one) => levelsOf(way, one, most))
    return way.refs.length > 1 && levels.some((level) => level && level.along + level.against > 0)
  })
  // Pieces have the same indexes as in the road file, where ferries come last.
  const used = [...driven.filter(({ tags }) => !isFerry(tags)), ...driven.filter(({ tags }) => isFerry(tags))]
  const uses = new Map<number, number>()
  for (const { refs } of used) for (const ref of refs) uses.set(ref, (uses.get(ref) ?? 0) + 1)
  const isCut = (ref: number): boolean =>
    (uses.get(ref) ?? 0) > 1 || KINDS.some((one) => nodeLevel(nodes.get(ref) ?? {}, one, fewest) < 2)
  const arcs: Arc[] = []
  let pieces = 0
  for (const each of used) {
    const { id: way, refs, tags } = each
    const isMain = /^(motorway|trunk|primary)(_link)?$/.test(tags['highway'] ?? '')
    const [open, own, least] = [most, subject, fewest].map((by) => levelsOf(each, costing, by) ?? CLOSED) as [
      typeof CLOSED,
      typeof CLOSED,
      typeof CLOSED,
    ]
    let first: number | null = null
    refs.forEach((ref, i) => {
      if (!nodes.has(ref)) first = null
      else if (first === null) first = ref
      else if (isCut(ref) || i === refs.length - 1 || !nodes.has(refs[i + 1] as number)) {
        // Each road that ends at an impassable barrier has its own end node.
        const endOf = (node: number, side: number): string =>
          nodeLevel(nodes.get(node) ?? {}, costing, most) === 0 ? `${node} ${2 * pieces + side}` : `${node}`
        const [a, b] = [endOf(first, 0), endOf(ref, 1)]
        const along = { open: open.along, level: own.along, fewest: least.along }
        const against = { open: open.against, level: own.against, fewest: least.against }
        arcs.push({ id: 2 * pieces, way, tail: a, head: b, ...along, isMain })
        arcs.push({ id: 2 * pieces + 1, way, tail: b, head: a, ...against, isMain })
        pieces++
        first = ref
      }
    })
  }
  return { arcs, pieces }
}

const KINDS: readonly Costing[] = ['CAR', 'TRUCK', 'BICYCLE']
const CLOSED: { along: Level; against: Level } = { along: 0, against: 0 }

/**
 * Treats open roads outside the main network of the vehicle as private. It contains the largest network of roads that are open
 * to all. Returns false if two networks are equally large.
 */
function keepMainOpen(
  arcs: readonly Arc[],
  mostAt: (node: string) => Level,
  fewestAt: (node: string) => Level,
  levelAt: (node: string) => Level,
): boolean {
  const isFree = (arc: Arc, level: Level, at: (node: string) => Level): boolean =>
    level === 2 && at(arc.tail) === 2 && at(arc.head) === 2
  const [all, ...others] = networksOf(arcs, (arc) => isFree(arc, arc.open, mostAt))
  const main = all ?? new Set<string>()
  for (const arc of arcs) {
    if (main.has(arc.tail) && main.has(arc.head)) continue
    arc.open = Math.min(1, arc.open) as Level
    arc.level = Math.min(1, arc.level) as Level
    arc.fewest = Math.min(1, arc.fewest) as Level
  }
  const [core, ...smaller] = networksOf(arcs, (arc) => isFree(arc, arc.fewest, fewestAt))
  const own = networksOf(arcs, (arc) => isFree(arc, arc.level, levelAt)).find((one) =>
    one.has([...(core ?? [])][0] ?? ''),
  )
  for (const arc of arcs) if (!own?.has(arc.tail) || !own.has(arc.head)) arc.level = Math.min(1, arc.level) as Level
  return main.size > (others[0]?.size ?? 0) && (core?.size ?? 0) > (smaller[0]?.size ?? 0)
}

/** Returns the sets of nodes that reach each other on free arcs, the largest first. */
function networksOf(arcs: readonly Arc[], isFree: (arc: Arc) => boolean): Set<string>[] {
  const free = arcs.filter(isFree)
  const ahead = Map.groupBy(free, ({ tail }) => tail)
  const back = Map.groupBy(free, ({ head }) => head)
  const spread = (node: string, inside: ReadonlySet<string>, step: (at: string) => string[]): Set<string> => {
    const seen = new Set([node])
    for (const one of seen) for (const next of step(one)) if (inside.has(next)) seen.add(next)
    return seen
  }
  // Find one strongly connected set after another: nodes that are reachable from a node and also reach it.
  const left = new Set(arcs.flatMap(({ tail, head }) => [tail, head]))
  const networks: Set<string>[] = []
  for (const node of left) {
    if (!left.has(node)) continue
    const there = spread(node, left, (one) => (ahead.get(one) ?? []).map(({ head }) => head))
    const both = spread(node, there, (one) => (back.get(one) ?? []).map(({ tail }) => tail))
    for (const one of both) left.delete(one)
    networks.push(both)
  }
  return networks.sort((a, b) => b.size - a.size)
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
