// Parses speeds, lengths, weights and times in tags. Returns null if a value is not valid.
// https://wiki.openstreetmap.org/wiki/Map_features/Units
import { KILOGRAMS_A_POUND, METERS_A_FOOT } from '../../domain/formats.ts'
import { precisely } from '../../domain/planning/road-vehicle.ts'

const KMH_A_MPH = 1.609344
const WALK_KMH = 6
/** `none`: the actual speed on roads without a limit. */
const UNLIMITED_KMH = 130
/** Keyed by the zone after the country code. Countries that differ from most are listed separately. */
const ZONES_KMH = new Map<string, number>(
  Object.entries({
    living_street: 10,
    pedestrian: 10,
    bicycle_road: 30,
    school: 30,
    urban: 50,
    rural: 90,
    nsl_single: 60 * KMH_A_MPH,
    nsl_dual: 70 * KMH_A_MPH,
    nsl_restricted: 30 * KMH_A_MPH,
    trunk: 100,
    motorroad: 100,
    motorway: 120,
  }),
)
const COUNTRY_ZONES_KMH = new Map<string, number>(
  Object.entries({
    'at:rural': 100,
    'at:motorway': 130,
    'be-vlg:rural': 70,
    'ch:rural': 80,
    'cz:motorway': 130,
    'de:rural': 100,
    'de:motorway': UNLIMITED_KMH,
    'dk:rural': 80,
    'dk:motorway': 130,
    'fr:rural': 80,
    'fr:motorway': 130,
    'gb:motorway': 70 * KMH_A_MPH,
    'it:motorway': 130,
    'nl:rural': 80,
    'no:rural': 80,
    'pl:motorway': 140,
    'us:urban': 30 * KMH_A_MPH,
    'us:rural': 55 * KMH_A_MPH,
  }),
)

/** Parses `50`, `30 mph`, `walk`, `none`, `DE:urban`, `DE:zone:30`. Uses the first of several values. */
export function kmhOf(text: string | undefined): number | null {
  const value = (text?.split(/[;|,]/)[0] ?? '').trim().toLowerCase()
  const number = /^(\d+(?:\.\d+)?)\s*(mph|knots|km\/h|kmh|kph)?$/.exec(value)
  if (number) {
    const kmh = Number(number[1]) * (number[2] === 'mph' ? KMH_A_MPH : number[2] === 'knots' ? 1.852 : 1)
    return kmh > 0 ? Math.min(kmh, UNLIMITED_KMH) : null
  }
  if (value === 'walk' || value.endsWith(':walk')) return WALK_KMH
  if (value === 'none') return UNLIMITED_KMH
  const zone = /^[a-z]{2}(?:-[a-z]{2,3})?:(?:zone:?)?([a-z_]+|\d+)$/.exec(value)?.[1]
  if (zone === undefined) return null
  const country = value.slice(0, value.indexOf(':'))
  if (/^\d/.test(zone)) return kmhOf(`${zone}${country === 'gb' || country === 'us' ? ' mph' : ''}`)
  return COUNTRY_ZONES_KMH.get(value) ?? ZONES_KMH.get(zone) ?? null
}

/** Parses `3.8`, `3.8 m`, `2 m 50`, `12'6"`, `12' 6`, `12 ft 6 in`. Returns null for zero. */
export function metersOf(text: string | undefined): number | null {
  const value = plainMarks(text)
  const feet = /^(\d+(?:\.\d+)?) ?(?:'|ft|feet|foot) ?(?:-? ?(\d+(?:\.\d+)?) ?(?:"|''|in|inch|inches)?)?$/.exec(value)
  if (feet) return limit((Number(feet[1]) + Number(feet[2] ?? 0) / INCHES_A_FOOT) * METERS_A_FOOT)
  const inches = /^(\d+(?:\.\d+)?) ?(?:"|''|in|inch|inches)$/.exec(value)
  if (inches) return limit((Number(inches[1]) / INCHES_A_FOOT) * METERS_A_FOOT)
  const meters = /^(\d+) ?m ?(\d\d)$/.exec(value)
  if (meters) return limit(Number(meters[1]) + Number(meters[2]) / 100)
  const [, amount, unit] = /^(\d+(?:[.,]\d+)?|[.,]\d+) ?(m|meters?|metres?|cm|mm)?$/.exec(value) ?? []
  const scale = unit === 'cm' ? 0.01 : unit === 'mm' ? 0.001 : 1
  return amount === undefined ? null : limit(Number(amount.replace(',', '.')) * scale)
}

const limit = (value: number): number | null => (value > 0 ? precisely(value) : null)

const INCHES_A_FOOT = 12

/**
 * Replaces typographic marks for feet and inches, and several spaces by one. Omits marks of estimates, and the periods of
 * abbreviations such as `ft.`.
 */
const plainMarks = (text: string | undefined): string =>
  withoutPeriods(text)
    .replace(/[′’]/g, "'")
    .replace(/[″”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/^(?:~|approx|ca) ?| ?approx$/g, '')

const withoutPeriods = (text: string | undefined): string =>
  (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/([a-z])\./g, '$1')

const TONNES_A_POUND = KILOGRAMS_A_POUND / 1_000
const SHORT_TON = 2_000 * TONNES_A_POUND
const LONG_TON = 2_240 * TONNES_A_POUND
/** Keyed by unit without spaces. */
const TONNES = new Map<string, number>(
  Object.entries({
    t: 1,
    to: 1,
    tonne: 1,
    tonnes: 1,
    metricton: 1,
    metrictons: 1,
    kg: 0.001,
    lb: TONNES_A_POUND,
    lbs: TONNES_A_POUND,
    pound: TONNES_A_POUND,
    pounds: TONNES_A_POUND,
    st: SHORT_TON,
    ton: SHORT_TON,
    tons: SHORT_TON,
    shortton: SHORT_TON,
    shorttons: SHORT_TON,
    uston: SHORT_TON,
    ustons: SHORT_TON,
    lt: LONG_TON,
    longton: LONG_TON,
    longtons: LONG_TON,
  }),
)

/**
 * Parses `7.5`, `7.5 t`, `15000 lbs`, `15,000 lbs`, `10 st` (US tons), `6 t mgw` (gross weight). A comma or a
 * period is decimal, except in front of three digits of pounds or kilograms. Returns null for zero.
 */
export function tonnesOf(text: string | undefined): number | null {
  const [, amount = '', unit] =
    /^([\d.,]*\d)([a-z]*?)(?:mgw|gvwr?)?$/.exec(withoutPeriods(text).replace(/\s/g, '')) ?? []
  const tonnes = TONNES.get(unit || 't')
  if (tonnes === undefined) return null
  const number = tonnes < SMALL_UNIT ? amount.replace(/[.,](?=\d{3}(?!\d))/g, '') : amount
  return /^(?:\d+(?:[.,]\d+)?|[.,]\d+)$/.test(number) ? limit(Number(number.replace(',', '.')) * tonnes) : null
}

/** Units in tonnes below which limits are in thousands. */
const SMALL_UNIT = 0.01

/** Parses `15`, `01:30`, `1:30:00`, `PT1H30M`. A plain number is in minutes. */
export function minutesOf(text: string | undefined): number | null {
  const value = (text ?? '').trim().toUpperCase()
  const clock = /^(?:(\d+):)?(\d+)(?::(\d\d))?$/.exec(value)
  if (clock) return Number(clock[1] ?? 0) * 60 + Number(clock[2]) + Number(clock[3] ?? 0) / 60 || null
  const iso = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(value)
  if (!iso) return null
  const [days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return days * 1_440 + hours * 60 + minutes + seconds / 60 || null
}
