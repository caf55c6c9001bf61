// Reads the roads of an extract in two passes: first ways and relations, then the nodes that they use.
import type { Costing } from '../../domain/planning/costing.ts'
import { MOTOR_VEHICLES } from '../profile.ts'
import { collectWays, type Ways } from './ways.ts'
import { areSameHours } from '../../domain/planning/week-hours.ts'
import { accessConditions } from './access.ts'
import { hoursIn, noHours, type ReadHours, unreadIn } from './conditions.ts'
import { Requirements } from '../requirements.ts'
import { accessAtNode, type NodeAccess, nodeBits } from './node-tags.ts'
import { type Relation, type Restriction, restrictionOf } from './restriction.ts'
import { isFerryRoute } from './road-class.ts'
import { signsOf } from './signs.ts'
import { sortedIds } from './sorted-ids.ts'
import { conditionalTags, type Tags } from './tags.ts'
import { hasRequirement } from './vehicle-access.ts'

/** Extracts store degrees multiplied by this, as whole numbers. */
export const UNITS_A_DEGREE = 1e7
/** Latitude of a node that the extract doesn't contain. */
export const NOWHERE = 0x7fff_ffff

export interface Nodes {
  count: number
  lats: Int32Array
  lngs: Int32Array
  /** Bits of `node-tags.ts`. */
  bits: Uint16Array
  /**
   * Access to barriers and limits whose access depends on the hours or on the vehicle, keyed by position, with the ID of the
   * node and its tags with conditions.
   */
  barriers: ReadonlyMap<number, { id: number; text: string; access: NodeAccess }>
}

export interface Roads {
  ways: Ways
  /** Nodes along the ways, one way after another, as positions in `nodes`. */
  wayNodes: Int32Array
  nodes: Nodes
  /** Requirements of the ways and nodes. */
  requirements: Requirements
  restrictions: Restriction[]
  /** Returns the position of a restriction's via node in `nodes`. */
  positionOf(nodeId: number): number
  /**
   * Number of restrictions with a condition that can't be read, and number of incomplete restrictions. Both kinds are
   * ignored.
   */
  conditional: number
  broken: number
  conditions: ConditionReport
}

/** Report on the conditions about access to ways and about passing nodes. */
export interface ConditionReport {
  /** Number of conditions on hours. `seasonal` is the number of those that are not the same each week. */
  hours: number
  seasonal: number
  /** Number of occurrences of each part of a condition that can't be read, keyed by its text. */
  unread: Map<string, number>
}

export interface WayPass {
  way(id: number, refs: readonly number[], tags: Tags): void
  relation(relation: Relation): void
  done(): NodePass
}
export interface NodePass {
  node(id: number, lat: number, lng: number, tags: Tags | undefined): void
  done(): Roads
}

/**
 * Reads the roads of these kinds of vehicles in two passes: first all ways and relations, then all nodes. The caller passes the
 * objects. Without `readHours`, conditions on hours are never met.
 */
export function readRoads(readHours: ReadHours = noHours, costings: readonly Costing[] = MOTOR_VEHICLES): WayPass {
  const { report, seen } = conditionReport(readHours)
  const requirements = new Requirements()
  const collected = collectWays(costings, readHours, seen, requirements)
  const restrictions: Restriction[] = []
  const left = { CONDITIONAL: 0, BROKEN: 0 }
  return {
    way: (id, refs, tags) => collected.add(id, refs, tags),
    relation(relation) {
      if (isFerryRoute(relation.tags)) collected.addFerryRoute(relation)
      const restriction = restrictionOf(relation, readHours)
      if (typeof restriction === 'string') left[restriction]++
      else if (restriction) restrictions.push(restriction)
    },
    done() {
      const { ways, nodes } = collected.done()
      return nodePass(ways, nodes, restrictions, left, { readHours, report, seen, requirements })
    },
  }
}

function nodePass(
  ways: Ways,
  refs: Float64Array<ArrayBuffer>,
  restrictions: Restriction[],
  left: { CONDITIONAL: number; BROKEN: number },
  {
    readHours,
    report,
    seen,
    requirements,
  }: ReturnType<typeof conditionReport> & {
    readHours: ReadHours
    requirements: Requirements
  },
): NodePass {
  const ids = sortedIds(refs.slice())
  const wayNodes = Int32Array.from(refs, (id) => ids.indexOf(id))
  const lats = new Int32Array(ids.length).fill(NOWHERE)
  const lngs = new Int32Array(ids.length)
  const bits = new Uint16Array(ids.length)
  const barriers = new Map<number, { id: number; text: string; access: NodeAccess }>()
  return {
    node(id, lat, lng, tags) {
      const at = ids.indexOf(id)
      if (at < 0) return
      lats[at] = Math.round(lat * UNITS_A_DEGREE)
      lngs[at] = Math.round(lng * UNITS_A_DEGREE)
      if (!tags) return
      const access = accessAtNode(tags, readHours, requirements)
      bits[at] = nodeBits(tags, access)
      const conditional = conditionalTags(tags)
      if (conditional !== '') for (const condition of accessConditions(signsOf(tags))) seen(condition)
      if (Object.values(access).some((one) => one.hours !== null || one.sized !== null || hasRequirement(one)))
        barriers.set(at, { id, text: conditional, access })
    },
    done: () => ({
      ways,
      wayNodes,
      nodes: { count: ids.length, lats, lngs, bits, barriers },
      requirements,
      restrictions,
      positionOf: (nodeId) => ids.indexOf(nodeId),
      conditional: left.CONDITIONAL,
      broken: left.BROKEN,
      conditions: report,
    }),
  }
}

/** Returns a report, and a function that adds a condition to it. */
function conditionReport(readHours: ReadHours): { report: ConditionReport; seen: (condition: string) => void } {
  const report: ConditionReport = { hours: 0, seasonal: 0, unread: new Map() }
  return {
    report,
    seen(condition) {
      for (const { certain, possible } of hoursIn(condition, readHours)) {
        report.hours++
        if (!areSameHours(certain, possible)) report.seasonal++
      }
      for (const part of unreadIn(condition, readHours)) report.unread.set(part, (report.unread.get(part) ?? 0) + 1)
    },
  }
}
