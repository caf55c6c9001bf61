// Turn restrictions (https://wiki.openstreetmap.org/wiki/Relation:restriction): the turns that a relation forbids or
// requires.
import type { Costing } from '../../domain/planning/costing.ts'
import { PROFILES, type Profile } from '../profile.ts'
import { momentsIn } from './access-hours.ts'
import { type Drive, hoursIn, noHours, type ReadHours, unreadIn } from './conditions.ts'
import { type Signs, signsOf, applicableValue } from './signs.ts'
import { type Tags, valuesOf } from './tags.ts'

export interface Relation {
  members: readonly { type: string; ref: number; role: string }[]
  tags: Tags
}

export interface Restriction {
  /** Vehicles that the restriction applies to. */
  costings: readonly Costing[]
  /** If true, all continuations except `to` are forbidden. */
  only: boolean
  from: readonly number[]
  /** ID of the node at which the turn is made. Null if the restriction leads over `viaWays` instead. */
  viaNode: number | null
  viaWays: readonly number[]
  to: readonly number[]
}

/**
 * Returns null if the relation restricts no vehicle. Returns 'CONDITIONAL' if its condition can't be read, and 'BROKEN' if it
 * is incomplete. A restriction at some hours applies at all hours if they overlap with ordinary hours of deliveries.
 */
export function restrictionOf(
  { members, tags: given }: Relation,
  readHours: ReadHours = noHours,
): Restriction | 'CONDITIONAL' | 'BROKEN' | null {
  const tags = withCondition(given)
  if (tags === null) return 'CONDITIONAL'
  const [type, mode] = (tags['type'] ?? '').split(':')
  if (type !== 'restriction') return null
  const signs = signsOf(tags)
  const values = Object.values(PROFILES)
    .filter(({ modes }) => mode === undefined || modes.includes(mode))
    .map((profile) => [profile.costing, valueFor(tags, signs, profile, readHours)] as const)
  const value = values.find(([, found]) => found !== null)?.[1]
  if (value === undefined || value === null) return isUnread(signs, readHours) ? 'CONDITIONAL' : null
  if (value.includes('@')) return 'CONDITIONAL'
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

/**
 * Converts `day_on` and `hour_on` of old restrictions to the condition that replaced them. Null if the tags also have a
 * condition, because the meaning of both is not defined.
 */
function withCondition(tags: Tags): Tags | null {
  const { day_on: firstDay, day_off: lastDay, hour_on: start, hour_off: end, ...others } = tags
  if ((firstDay ?? start ?? lastDay ?? end) === undefined) return tags
  if (Object.keys(tags).some((key) => key.endsWith(':conditional'))) return null
  const days = [firstDay, lastDay].flatMap((day) => (day ? day.slice(0, 1).toUpperCase() + day.slice(1, 2) : []))
  const condition = `(${days.join('-')} ${start ?? '00:00'}-${end ?? '24:00'})`
  return Object.fromEntries(
    Object.entries(others).map(([key, value]) =>
      /^restriction(:[a-z_]+)?$/.test(key) ? [`${key}:conditional`, `${value} @ ${condition}`] : [key, value],
    ),
  )
}

/**
 * Returns null if the relation doesn't restrict the profile: it is for other vehicles or another condition, or only for
 * turns on red.
 */
function valueFor(tags: Tags, signs: Signs, profile: Profile, readHours: ReadHours): string | null {
  if (valuesOf(tags['except'] ?? '').some((mode) => profile.modes.includes(mode))) return null
  const drive: Drive = { profile, direction: null, isLocal: false }
  const hours = conditionsOf(signs).flatMap((condition) => hoursIn(condition, readHours))
  const drives = hours.length === 0 ? [drive] : momentsIn(hours, readHours).map((moment) => ({ ...drive, moment }))
  const values = drives.map((one) => applicableValue(signs, 'restriction', one, (found) => found.trim().toLowerCase()))
  return values.find((value) => value !== null && value !== 'none' && !value.endsWith('_on_red')) ?? null
}

const conditionsOf = (signs: Signs): string[] =>
  (signs.get('restriction') ?? []).flatMap(({ values }) => values.flatMap(({ condition }) => condition ?? []))

const isUnread = (signs: Signs, readHours: ReadHours): boolean =>
  conditionsOf(signs).some((condition) => unreadIn(condition, readHours).length > 0)
