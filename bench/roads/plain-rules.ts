// What tags allow, read a second time: nothing here is shared with src/roads, so that the two can be held against each
// other. 0 is closed, 1 private, 2 open.
import type { Costing } from '../../src/domain/planning/costing.ts'

type Tags = Readonly<Record<string, string>>
export type Level = 0 | 1 | 2

const OPEN = /^(yes|permissive|designated|official|public|allowed)$/
const PRIVATE = /^(destination|delivery|customers|private|permit|residents|local|driveway|employees)$/
const CLOSED = /^(no|agricultural|forestry|emergency|military|psv|bus|use_sidepath|restricted)$/
const ROADS =
  /^((motorway|trunk|primary|secondary|tertiary)(_link)?|unclassified|residential|living_street|service|road|track|unsurfaced)$/
const PATHS = /^(pedestrian|footway|path|cycleway|bridleway|busway|bus_guideway|services|rest_area)$/

const KEYS: Record<Costing, readonly string[]> = {
  CAR: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  TRUCK: ['hgv', 'goods', 'motor_vehicle', 'vehicle', 'access'],
}
/** Height, width, length in meters, and tonnes. */
const SIZE: Record<Costing, readonly [number, number, number, number]> = {
  CAR: [2, 2, 6, 3],
  TRUCK: [4, 2.6, 10, 11.8],
}

/** Of a way along its nodes and against them; null for what no vehicle ever drives. */
export function wayLevels(tags: Tags, costing: Costing): { along: Level; against: Level } | null {
  const kind = kindOf(tags)
  if (kind === null) return null
  const closed = { along: 0, against: 0 } as const
  if (tags['hov'] === 'designated' || isTooSmallFor(tags, costing)) return closed
  const usual: Level = kind === 'road' ? 2 : kind === 'private road' ? 1 : 0
  // The general keys of a path speak of people on foot.
  const keys = KEYS[costing].filter((key) => usual !== 0 || (key !== 'access' && key !== 'vehicle'))
  const level = (direction: string): Level =>
    keys
      .values()
      .flatMap((key) => [valueLevel(tags[`${key}:${direction}`]), valueLevel(tags[key])])
      .find((found) => found !== null) ?? usual
  const oneway = tags['oneway:motor_vehicle'] ?? tags['oneway:vehicle'] ?? tags['oneway'] ?? ''
  if (oneway === 'reversible') return closed
  const isBackward = oneway === '-1' || oneway === 'reverse'
  const isBoth = /^(no|false|0|alternating)$/.test(oneway)
  const isRound = /^(roundabout|circular)$/.test(tags['junction'] ?? '')
  const isForward = /^(yes|true|1)$/.test(oneway) || (!isBoth && (tags['highway'] === 'motorway' || isRound))
  return { along: isBackward ? 0 : level('forward'), against: isBackward || !isForward ? level('backward') : 0 }
}

function kindOf(tags: Tags): 'road' | 'private road' | 'path' | null {
  const { highway = '', service = '', route = '' } = tags
  if (route === 'ferry' || route === 'shuttle_train') return 'path'
  if (tags['area'] === 'yes' && highway !== 'service') return null
  if (PATHS.test(highway) || (highway === 'service' && service === 'emergency_access')) return 'path'
  if (!ROADS.test(highway)) return null
  const isDrive = highway === 'service' && /^(driveway|parking_aisle|drive-through|drive_through)$/.test(service)
  return isDrive || highway === 'track' || highway === 'unsurfaced' ? 'private road' : 'road'
}

/** Who passes a node. */
export function nodeLevel(tags: Tags, costing: Costing): Level {
  const { barrier } = tags
  if (barrier === undefined) return 2
  if (isTooSmallFor(tags, costing)) return 0
  const opens =
    /^((lift_|swing_|sliding_|hampshire_|wicket_|bump_)?gate|toll_booth|border_control|checkpoint|sally_port|cattle_grid|entrance|height_restrictor|kerb|no)$/
  const sinks = /^(removable|rising|foldable)$/.test(tags['bollard'] ?? '')
  const usual: Level = opens.test(barrier) ? 2 : sinks ? 1 : 0
  return KEYS[costing].map((key) => valueLevel(tags[key])).find((found) => found !== null) ?? usual
}

function valueLevel(value: string | undefined): Level | null {
  const each = (value ?? '').split(/[;|,]/).map((one) => one.trim().toLowerCase())
  if (each.some((one) => OPEN.test(one))) return 2
  if (each.some((one) => PRIVATE.test(one))) return 1
  return each.some((one) => CLOSED.test(one)) ? 0 : null
}

function isTooSmallFor(tags: Tags, costing: Costing): boolean {
  const [height, width, length, tonnes] = SIZE[costing]
  const weight = (costing === 'TRUCK' ? tags['maxweight:hgv'] : undefined) ?? tags['maxweight']
  return (
    below(meters(tags['maxheight:physical'] ?? tags['maxheight']), height) ||
    below(meters(tags['maxwidth:physical'] ?? tags['maxwidth']), width) ||
    below(meters(tags['maxlength']), length) ||
    below(weightOf(weight), tonnes)
  )
}

const below = (most: number, own: number): boolean => most < own

/** NaN for what says nothing. */
function meters(text = ''): number {
  const value = text.trim().toLowerCase().replace(',', '.')
  const [, feet, inches] = /^([\d.]+) ?(?:'|ft|feet) ?(?:([\d.]+) ?(?:"|''|in))?$/.exec(value) ?? []
  if (feet) return Number(feet) * 0.3048 + Number(inches ?? 0) * 0.0254
  const [, only] = /^([\d.]+) ?(?:"|''|in)$/.exec(value) ?? []
  if (only) return Number(only) * 0.0254
  return Number(/^([\d.]+) ?(?:m|meters?|metres?)?$/.exec(value)?.[1])
}

function weightOf(text = ''): number {
  const [, amount, unit = ''] = /^([\d.]+) ?([a-z]*)$/.exec(text.trim().toLowerCase().replace(',', '.')) ?? []
  const units: Record<string, number> = {
    '': 1,
    t: 1,
    tonnes: 1,
    kg: 1e-3,
    st: 0.907185,
    ton: 0.907185,
    tons: 0.907185,
  }
  const factor = /^lbs?$/.test(unit) ? 0.000453592 : unit === 'lt' ? 1.016047 : (units[unit] ?? Number.NaN)
  return Number(amount) * factor
}

export interface Rule {
  only: boolean
  from: number[]
  viaNode: number | null
  viaWays: number[]
  to: number[]
}

/** A relation as it binds this kind of vehicle at all hours; null where it doesn't. */
export function ruleOf(
  { tags, members }: { tags: Tags; members: readonly { type: string; ref: number; role: string }[] },
  costing: Costing,
): Rule | null {
  if (!tags['type']?.startsWith('restriction')) return null
  const kinds = { CAR: ['motorcar', 'motor_vehicle', 'vehicle'], TRUCK: ['hgv', 'goods', 'motor_vehicle', 'vehicle'] }[
    costing
  ]
  const excepted = (tags['except'] ?? '').split(/[;|,]/).map((one) => one.trim().toLowerCase())
  if (excepted.some((kind) => kinds.includes(kind))) return null
  const value = kinds.map((kind) => tags[`restriction:${kind}`]).find((one) => one) ?? tags['restriction'] ?? ''
  const [, word] = /^(no|only)_/.exec(value.trim().toLowerCase()) ?? []
  if (!word || value.includes('@') || tags['day_on'] !== undefined || tags['hour_on'] !== undefined) return null
  const of = (role: string, type: string): number[] =>
    members.flatMap((member) => (member.role === role && member.type === type ? [member.ref] : []))
  const rule = { only: word === 'only', from: of('from', 'way'), viaWays: of('via', 'way'), to: of('to', 'way') }
  const viaNodes = of('via', 'node')
  const isWhole = viaNodes.length + Math.min(1, rule.viaWays.length) === 1
  return isWhole && rule.from.length > 0 && rule.to.length > 0 ? { ...rule, viaNode: viaNodes[0] ?? null } : null
}
