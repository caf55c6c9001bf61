// Turn restrictions (https://wiki.openstreetmap.org/wiki/Relation:restriction): what a relation forbids or demands.
import type { Costing } from '../../domain/planning/costing.ts'
import { PROFILES, type Profile } from '../profile.ts'
import { type Tags, valuesOf } from './tags.ts'

export interface Relation {
  members: readonly { type: string; ref: number; role: string }[]
  tags: Tags
}

export interface Restriction {
  /** Whom it binds. */
  costings: readonly Costing[]
  /** `only`: every other way on is forbidden. */
  only: boolean
  from: readonly number[]
  /** A node, or the ways between. */
  viaNode: number | null
  viaWays: readonly number[]
  to: readonly number[]
}

/** Null for a relation that restricts nobody; a word for one that cannot be followed. */
export function restrictionOf({ members, tags }: Relation): Restriction | 'CONDITIONAL' | 'BROKEN' | null {
  if (!(tags['type'] ?? '').startsWith('restriction')) return null
  const values = Object.values(PROFILES).map((profile) => [profile.costing, valueFor(tags, profile)] as const)
  const value = values.find(([, found]) => found !== null)?.[1]
  if (value === undefined || value === null)
    return Object.keys(tags).some((key) => key.endsWith(':conditional')) ? 'CONDITIONAL' : null
  if (value.includes('@') || tags['day_on'] !== undefined || tags['hour_on'] !== undefined) return 'CONDITIONAL'
  const refs = (role: string, type: string): number[] =>
    members.filter((member) => member.role === role && member.type === type).map(({ ref }) => ref)
  const [from, to, viaNodes, viaWays] = [
    refs('from', 'way'),
    refs('to', 'way'),
    refs('via', 'node'),
    refs('via', 'way'),
  ]
  const hasVia = viaNodes.length === 1 ? viaWays.length === 0 : viaNodes.length === 0 && viaWays.length > 0
  const kind = /^(no|only)_/.exec(value)?.[1]
  if (kind === undefined || from.length === 0 || to.length === 0 || !hasVia) return 'BROKEN'
  const costings = values.flatMap(([costing, found]) => (found?.startsWith(`${kind}_`) ? [costing] : []))
  return { costings, only: kind === 'only', from, viaNode: viaNodes[0] ?? null, viaWays, to }
}

/** The most particular of the keys that speak of the profile. */
function valueFor(tags: Tags, profile: Profile): string | null {
  const keys = ['restriction', ...profile.kinds.map((kind) => `restriction:${kind}`)]
  const value = keys.reduce<string | undefined>((found, key) => tags[key] ?? found, undefined)
  const excepted = valuesOf(tags['except'] ?? '').some((kind) => profile.kinds.includes(kind))
  return value === undefined || excepted ? null : value.trim().toLowerCase()
}
