// Finds the limit that keeps a vehicle from a drive.
import { MEASURES, type Obstacle } from '../domain/planning/road-vehicle.ts'
import { type Fitting, hoursFor, requirementsMet } from './fit.ts'
import { DESTINATION } from './read/access-level.ts'
import { NEVER, type Requirements } from './requirements.ts'
import { indexIn } from './sorted-index.ts'
import type { StoredRules } from './stored-rules.ts'

/** Returns the first limit on the arcs of a drive that the vehicle exceeds. Null if there is none. */
export function obstacleOn(
  { facts, requirements, arcs, through, local, sources, nodes, nodeRequirements, nodeSources }: StoredRules,
  { tails, access }: { tails: Int32Array; access: Uint8Array },
  driven: readonly number[],
  fitting: Fitting,
): Obstacle | null {
  const met = requirementsMet(requirements, facts.areas, fitting)
  const isMet = (requirement: number): boolean => requirement !== NEVER && met[requirement] === 1
  const isThrough = (arc: number): boolean => {
    const at = indexIn(arcs, arc)
    return at < 0 ? access[arc] !== DESTINATION : isMet(through[at]!)
  }
  const isLocal = (arc: number): boolean => {
    const at = indexIn(arcs, arc)
    return at < 0 || isMet(local[at]!)
  }
  const sourceOf = (requirement: number, source: number): Obstacle | null => {
    const { name, type, id } = facts.sources[source]!
    const limit = requirement === NEVER ? null : limitOf(requirements, requirement, fitting)
    return limit && { ...limit, street: name || null, source: { type, id } }
  }
  for (const [i, arc] of driven.entries()) {
    const node = i === 0 ? -1 : indexIn(nodes, tails[arc]!)
    if (node >= 0 && !isMet(nodeRequirements[node]!)) return sourceOf(nodeRequirements[node]!, nodeSources[node]!)
    if (!isThrough(arc) && !isLocal(arc)) {
      const at = indexIn(arcs, arc)
      return sourceOf(local[at]!, sources[at]!)
    }
  }
  // The vehicle may use each road, but only at the beginning or end of a drive.
  const first = driven.findIndex(isThrough)
  const last = driven.findLastIndex(isThrough)
  const inside = driven.find((arc, i) => i > first && i < last && !isThrough(arc))
  const at = inside === undefined ? -1 : indexIn(arcs, inside)
  return at < 0 ? null : sourceOf(through[at]!, sources[at]!)
}

const KINDS = {
  heightMeters: 'HEIGHT',
  widthMeters: 'WIDTH',
  lengthMeters: 'LENGTH',
  weightTonnes: 'WEIGHT',
  axleTonnes: 'AXLE_LOAD',
} as const

/**
 * Returns the limit of a requirement that the vehicle doesn't meet. Null if it doesn't meet the requirement because of hours. The
 * vehicle may use a road with hours at the beginning or end of a drive, so that hours alone keep it from no drive.
 */
function limitOf(
  requirements: Requirements,
  requirement: number,
  { size }: Fitting,
): Pick<Obstacle, 'kind' | 'limit'> | null {
  const limits = requirements.limitsOf(requirement)
  for (const [i, measure] of MEASURES.entries())
    if (size[measure] > limits[i]!) return { kind: KINDS[measure], limit: rounded(limits[i]!) }
  for (const number of requirements.conditionsOf(requirement)) {
    const condition = requirements.conditions[number]!
    if ('unless' in condition || hoursFor(condition, size).length > 0) continue
    for (const measure of MEASURES) {
      const limit = condition.limits[measure]?.findLast((one) => one <= size[measure])
      if (limit !== undefined) return { kind: KINDS[measure], limit: rounded(limit) }
    }
  }
  return null
}

/** Limits that a vehicle must not reach are stored as values just below them. */
const rounded = (limit: number): number => Math.round(limit * 1e6) / 1e6
