// Hours at which each segment can be reached from the roads that are open at all hours. A stop on such a segment is served
// within these hours.
import type { Costing } from '../../domain/planning/costing.ts'
import { USUAL_SIZES, type VehicleSize } from '../../domain/planning/road-vehicle.ts'
import type { HoursSource, StreetHours } from '../../domain/planning/street-hours.ts'
import { ALWAYS, areSameHours, hoursInBoth, hoursInEither, type WeekHours } from '../../domain/planning/week-hours.ts'
import { DESTINATION, NO, YES } from '../read/access-level.ts'
import type { Roads } from '../read/read-roads.ts'
import type { Segments } from '../read/segments.ts'
import { hoursOfSize, type VehicleAccess } from '../read/vehicle-access.ts'
import { hoursAlong } from '../read/ways.ts'
import { type Arcs, isBackward, segmentOf } from './arcs.ts'
import { fittingOf, requirementsMet } from '../fit.ts'
import { NO_REQUIREMENT } from '../requirements.ts'
import { arcsAtNodes } from './arcs-at-nodes.ts'
import type { Network } from './junctions.ts'
import { mainNetwork } from './largest-component.ts'
import { type SizeClasses, sizeClasses, sizesOf } from '../size-classes.ts'

/** Maximum number of ways and nodes of one rule. */
const MAX_SOURCES = 3

/** Hours of segments that can't be reached at all hours, of one class of vehicles after the other. */
export interface SegmentHours {
  segments: Int32Array
  /** Index in `list` of each of the segments. */
  rules: Int32Array
  list: StreetHours[]
  /** Classes of vehicles by size, in the order of `sizesOf`. */
  tops: SizeClasses
  /** End of each class in `segments`. */
  ends: number[]
}

const OPEN = 0
const UNREACHED = -1

/** Returns the hours of the segments that are not reachable at all hours. */
export function segmentHours(
  roads: Roads,
  segments: Segments,
  network: Pick<Network, 'arcs' | 'at' | 'rules'>,
  costing: Costing,
): SegmentHours {
  const hourly = hourlyAccess(roads, costing)
  const tops = sizeClasses(hourly, USUAL_SIZES[costing])
  const rules = ruleTable()
  const found: [segment: number, rule: number][] = []
  const ends: number[] = []
  for (const size of hourly.length > 0 ? sizesOf(tops, costing) : []) {
    found.push(...hoursOfSegments(roads, segments, network, { costing, size }, rules))
    ends.push(found.length)
  }
  return {
    segments: Int32Array.from(found, ([segment]) => segment),
    rules: Int32Array.from(found, ([, rule]) => rule - 1),
    list: rules.list.slice(1),
    tops,
    ends,
  }
}

/** Returns the access to the ways and nodes that have hours for some vehicle of the kind. */
function hourlyAccess({ ways, nodes }: Roads, costing: Costing): Pick<VehicleAccess, 'hours' | 'sized'>[] {
  const all = [
    ...[...ways.hours.keys()].flatMap((way) =>
      [false, true].map((backward) => hoursAlong(ways, way, costing, backward)),
    ),
    ...[...nodes.barriers.values()].map(({ access }) => access[costing]),
  ]
  return all.flatMap((one) => (one && (one.hours ?? one.sized) ? [one] : []))
}

/** Returns the segments with hours for a vehicle of this size, each with its rule. */
function hoursOfSegments(
  roads: Roads,
  segments: Segments,
  network: Pick<Network, 'arcs' | 'at' | 'rules'>,
  vehicle: SizedVehicle,
  rules: RuleTable,
): [segment: number, rule: number][] {
  const own = networkOf(network, vehicle)
  const { arcs } = own
  const { ofArc, ofNode } = ownRules(roads, segments, arcs, vehicle, rules)
  const reached = reachedNodes(own, rules, ofArc, ofNode)
  const found: [segment: number, rule: number][] = []
  for (let segment = 0; segment < segments.count; segment++) {
    let rule = UNREACHED
    for (const arc of [2 * segment, 2 * segment + 1]) {
      if (arcs.access[arc] === NO) continue
      const from = rules.both(reached[arcs.tail[arc]!]!, ofNode(arcs.tail[arc]!))
      // A road that is connected to no open road has at least its own hours.
      rule = rules.either(rule, from === UNREACHED ? ofArc(arc) : rules.both(from, ofArc(arc)))
    }
    if (rule > OPEN) found.push([segment, rule])
  }
  return found
}

interface SizedVehicle {
  costing: Costing
  size: VehicleSize
}

/** Returns the network for a vehicle, which is open to it if its hours contain those of ordinary deliveries. */
function networkOf({ arcs, at, rules }: Pick<Network, 'arcs' | 'at' | 'rules'>, vehicle: SizedVehicle) {
  if (rules.arcs.size + rules.nodes.size === 0) return { arcs, at }
  const met = requirementsMet(rules.requirements, rules.areas, fittingOf(vehicle))
  const access = arcs.access.slice()
  for (const [arc, { through, local }] of rules.arcs)
    access[arc] = met[through] === 1 ? YES : met[local] === 1 ? DESTINATION : NO
  const isClosed = (node: number): boolean => met[rules.nodes.get(node) ?? NO_REQUIREMENT] === 0
  const own = { ...arcs, access, gated: arcs.gated.map((gate, node) => (isClosed(node) ? 1 : gate)) }
  const around = arcsAtNodes(own)
  return { arcs: own, at: { ...around, outOf: (node: number) => (isClosed(node) ? [] : around.outOf(node)) } }
}

/** Returns for each node the rule with the hours at which it can be reached from the main network of open roads. */
function reachedNodes(
  { arcs, at }: Pick<Network, 'arcs' | 'at'>,
  rules: RuleTable,
  ofArc: (arc: number) => number,
  ofNode: (node: number) => number,
): Int32Array {
  const access = arcs.access.map((level, arc) => (level === YES && ofArc(arc) !== OPEN ? DESTINATION : level))
  const gated = arcs.gated.map((gate, node) => (ofNode(node) === OPEN ? gate : 1))
  const isMain = mainNetwork({ ...arcs, access, gated })
  const reached = new Int32Array(arcs.nodes).fill(UNREACHED)
  const open: number[] = []
  const reach = (node: number, rule: number): void => {
    const joined = rules.either(reached[node]!, rule)
    if (joined === reached[node]) return
    reached[node] = joined
    open.push(node)
  }
  for (let arc = 0; arc < arcs.count; arc++) if (isMain[arc] === 1) reach(arcs.head[arc]!, OPEN)
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const from = rules.both(reached[node]!, ofNode(node))
    for (const arc of at.outOf(node)) reach(arcs.head[arc]!, rules.both(from, ofArc(arc)))
  }
  return reached
}

/** Returns functions for the rule of each arc and of each node. */
function ownRules(roads: Roads, segments: Segments, arcs: Arcs, { costing, size }: SizedVehicle, rules: RuleTable) {
  const { ways, nodes } = roads
  const ofArcs = new Map<number, number>()
  return {
    ofArc: (arc: number): number => {
      const way = segments.way[segmentOf(arc)]!
      const along = hoursAlong(ways, way, costing, isBackward(arc))
      const hours = along && hoursOfSize(along, size)
      if (hours === null) return OPEN
      const known =
        ofArcs.get(arc) ?? rules.of(hours.local, { type: 'way', id: ways.ids[way]!, text: ways.hours.get(way)!.text })
      ofArcs.set(arc, known)
      return known
    },
    ofNode: (node: number): number => {
      const found = nodes.barriers.get(arcs.positions[node]!)
      const hours = found && hoursOfSize(found.access[costing], size)
      return found && hours ? rules.of(hours.local, { type: 'node', id: found.id, text: found.text }) : OPEN
    },
  }
}

type RuleTable = ReturnType<typeof ruleTable>

/** Numbers the different hours, so that each combination is computed once. Rule 0 (`OPEN`) is always open. */
function ruleTable() {
  const list: StreetHours[] = [{ week: ALWAYS, sources: [] }]
  const numbers = new Map<string, number>()
  const combined = new Map<string, number>()
  const numberOf = (week: WeekHours, sources: readonly HoursSource[]): number => {
    if (areSameHours(week, ALWAYS)) return OPEN
    const some = [...new Map(sources.map((one) => [`${one.type} ${one.id}`, one]))].slice(0, MAX_SOURCES)
    const key = `${week.join()} ${some.map(([name]) => name).join()}`
    const known = numbers.get(key) ?? list.push({ week, sources: some.map(([, source]) => source) }) - 1
    numbers.set(key, known)
    return known
  }
  const combine = (a: number, b: number, kind: 'both' | 'either'): number => {
    const key = `${kind} ${a},${b}`
    const known = combined.get(key)
    if (known !== undefined) return known
    const [one, other] = [list[a]!, list[b]!]
    const week = (kind === 'both' ? hoursInBoth : hoursInEither)(one.week, other.week)
    const same = [a, b].find((rule) => areSameHours(list[rule]!.week, week))
    const rule = same ?? numberOf(week, [...one.sources, ...other.sources])
    combined.set(key, rule)
    return rule
  }
  return {
    list,
    of: (week: WeekHours, source: HoursSource): number => numberOf(week, [source]),
    /** Returns the rule with the hours of both rules. */
    both: (a: number, b: number): number => {
      if (a === UNREACHED || b === UNREACHED) return UNREACHED
      return a === b || b === OPEN ? a : a === OPEN ? b : combine(a, b, 'both')
    },
    /** Returns the rule with the hours of either rule. */
    either: (a: number, b: number): number => {
      if (a === UNREACHED || a === b) return b
      if (b === UNREACHED || a === OPEN) return a
      return b === OPEN ? OPEN : combine(a, b, 'either')
    },
  }
}
