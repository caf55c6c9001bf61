// A delivery: its input, derived values, and the changes that its status allows.
import { text } from '../../texts/text.ts'
import type { Language } from '../customer-words/language.ts'
import { type Changes, changesBetween } from '../audit.ts'
import { snake } from '../names.ts'
import { conflict, type Refusal } from '../refusal.ts'
import { ORDER_RULES, type OrderRules, statedRules } from '../planning/rules.ts'
import type { RouteStatus } from '../routes/route-status.ts'
import { stateInWords } from '../state-words.ts'

export const ORDER_STATUSES = ['OPEN', 'SCHEDULED', 'DELIVERED', 'FAILED', 'CANCELLED'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const TEMPERATURE_CLASSES = ['DRY', 'REFRIGERATED', 'FROZEN'] as const
/** Warmest first. */
export type TemperatureClass = (typeof TEMPERATURE_CLASSES)[number]

/** PENDING: waits for geocoding. UNPLACED: the geocoder found no location, so the order is flagged for the office. */
export const PLACEMENTS = ['PLACED', 'APPROXIMATE', 'PENDING', 'AMBIGUOUS', 'UNPLACED'] as const
export type Placement = (typeof PLACEMENTS)[number]

/** Placements of addresses that were looked up without a result. A new region or geocoder may find them. */
export const WITHOUT_LOCATION: readonly Placement[] = ['UNPLACED', 'AMBIGUOUS']

/** A location that an address can mean. */
export interface PlaceCandidate extends Point {
  address: string
}

export interface OrderItem {
  name: string
  quantity: number
  unitWeightLbs: number | null
  temperatureClass: TemperatureClass | null
  sku: string | null
  /** One code per piece. Present if the pieces were sent with their own codes. */
  barcodes?: string[]
}

export interface Address {
  line1: string
  city: string | null
  region: string | null
  postalCode: string | null
}

export interface Point {
  lat: number
  lng: number
}

/** Range of days, inclusive. */
export interface AllowedDays {
  first: string
  last: string
}

/** An order as the caller sends it. Null: the caller omitted the field. Dates are yyyy-MM-dd, times HH:mm. */
export interface OrderInput {
  externalRef: string
  customerName: string
  customerPhone: string | null
  customerEmail: string | null
  address: Address
  givenPoint: Point | null
  instructions: string | null
  deliveryDate: string
  /** The order may be delivered on any of these days. Null: only on the delivery date. */
  allowedDays: AllowedDays | null
  windowStart: string | null
  windowEnd: string | null
  givenTemperatureClass: TemperatureClass | null
  givenLoadWeightLbs: number | null
  items: OrderItem[] | null
  metadata: Record<string, unknown> | null
  smsConsent: boolean | null
  emailConsent: boolean | null
  serviceMinutes: number | null
  language: Language | null
  rules: OrderRules | null
}

/** An order in its current state. */
export interface Order extends OrderInput {
  orderId: string
  status: OrderStatus
  point: Point | null
  placement: Placement
  /** Locations that the address can mean. Null unless the placement is AMBIGUOUS. */
  candidates: readonly PlaceCandidate[] | null
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  routeId: string | null
  stopId: string | null
  /** 1, plus one for each earlier attempt that failed. */
  attempt: number
  /** Reference of the delivery that this delivery repeats. */
  repeatOf: string | null
  /** The customer's message for the driver, in addition to the instructions of the order. */
  customerInstructions: string | null
}

/** Returns the given class, else the coldest class of the items, else DRY (docs/spec/orders.md#order-input). */
export function effectiveTemperatureClass(
  input: Pick<OrderInput, 'givenTemperatureClass' | 'items'>,
): TemperatureClass {
  if (input.givenTemperatureClass) return input.givenTemperatureClass
  const ranks = (input.items ?? []).map((item) => TEMPERATURE_CLASSES.indexOf(item.temperatureClass ?? 'DRY'))
  return TEMPERATURE_CLASSES[Math.max(0, ...ranks)] ?? 'DRY'
}

/**
 * Returns the given weight in pounds, else the sum if every item has a weight. Otherwise null for unknown, never zero.
 */
export function effectiveLoadWeight(input: Pick<OrderInput, 'givenLoadWeightLbs' | 'items'>): number | null {
  if (input.givenLoadWeightLbs !== null) return input.givenLoadWeightLbs
  if (!input.items?.length) return null
  let sum = 0
  for (const { quantity, unitWeightLbs } of input.items) {
    if (unitWeightLbs === null) return null
    sum += quantity * unitWeightLbs
  }
  return Math.round(sum * 1e6) / 1e6
}

/**
 * Returns the values derived from the input. They keep their values from dispatch until the order is OPEN again
 * (docs/spec/orders.md#changes-on-a-route).
 */
export const derivedOf = (
  input: Pick<OrderInput, 'givenTemperatureClass' | 'givenLoadWeightLbs' | 'items'>,
): Pick<Order, 'temperatureClass' | 'loadWeightLbs'> => ({
  temperatureClass: effectiveTemperatureClass(input),
  loadWeightLbs: effectiveLoadWeight(input),
})

/** In the order in which changes are listed. */
const INPUT_FIELDS = Object.keys({
  externalRef: true,
  customerName: true,
  customerPhone: true,
  customerEmail: true,
  address: true,
  givenPoint: true,
  instructions: true,
  deliveryDate: true,
  allowedDays: true,
  windowStart: true,
  windowEnd: true,
  givenTemperatureClass: true,
  givenLoadWeightLbs: true,
  items: true,
  metadata: true,
  smsConsent: true,
  emailConsent: true,
  serviceMinutes: true,
  language: true,
  rules: true,
} satisfies Record<keyof OrderInput, true>) as readonly (keyof OrderInput)[]

/** On the wire, the given class and weight have the names of the derived values. */
const WIRE_NAMES = Object.fromEntries(
  INPUT_FIELDS.map((field) => [field, snake(field).replace(/^given_/, '')]),
) as Record<keyof OrderInput, string>

/** Returns only the input fields of an order. */
export function inputOf(order: OrderInput): OrderInput {
  const input: Partial<Record<keyof OrderInput, unknown>> = {}
  for (const field of INPUT_FIELDS) input[field] = order[field]
  return input as OrderInput
}

/**
 * Returns the input with the day that was chosen from its range, if the range is unchanged. The sender knows only the
 * first day (docs/spec/orders.md#days).
 */
export const withChosenDay = (current: OrderInput, input: OrderInput): OrderInput =>
  input.allowedDays && sameJson(input.allowedDays, current.allowedDays)
    ? { ...input, deliveryDate: current.deliveryDate }
    : input

/** An order with its rules as separate fields, to compare and change each rule individually. */
type Parts = Omit<OrderInput, 'rules'> & OrderRules

const partsOf = ({ rules, ...fields }: OrderInput): Parts => ({ ...fields, ...rules })

/** Fields that change only together: an address and its point, and the start and end of a window. */
const INDIVISIBLE_FIELDS: readonly (readonly (keyof Parts)[])[] = [
  ['address', 'givenPoint'],
  ['windowStart', 'windowEnd', 'moreWindows'],
]

/** Applies the difference between `before` and `after` to the order, in the parts that count. The other fields stay. */
export function withChange(
  order: OrderInput,
  before: OrderInput,
  after: OrderInput,
  counts: (part: keyof Parts) => boolean = () => true,
): OrderInput {
  const [was, is] = [partsOf(before), partsOf(after)]
  const differ = (part: keyof Parts): boolean => counts(part) && !sameJson(was[part], is[part])
  const changes = (part: keyof Parts): boolean =>
    (INDIVISIBLE_FIELDS.find((whole) => whole.includes(part)) ?? [part]).some(differ)
  const pick = (parts: readonly (keyof Parts)[]) =>
    Object.fromEntries(parts.filter(changes).map((part) => [part, is[part] ?? null]))
  const fields = INPUT_FIELDS.filter((field) => field !== 'rules')
  return {
    ...inputOf(order),
    ...pick(fields),
    rules: statedRules<OrderRules>({ ...order.rules, ...pick(ORDER_RULES) }),
  }
}

/** Returns null if the point is the shown location of the order. */
export const newPoint = (current: Pick<Order, 'point'>, point: Point | null): Point | null =>
  sameJson(point, current.point) ? null : point

/**
 * Returns the input for an order that was shown, edited and sent back. If the shown location comes back, the given point stays
 * unless the address changes, because the location may be that of the previous address. If the order has no temperature class or weight of its own, the value derived from its items was
 * shown. If this value comes back unchanged, don't store it, so that it is still derived.
 */
export const withoutShown = (current: Order, input: OrderInput): OrderInput => ({
  ...input,
  givenPoint:
    newPoint(current, input.givenPoint) ?? (sameJson(input.address, current.address) ? current.givenPoint : null),
  givenTemperatureClass:
    input.givenTemperatureClass === current.temperatureClass
      ? current.givenTemperatureClass
      : input.givenTemperatureClass,
  givenLoadWeightLbs:
    input.givenLoadWeightLbs === current.loadWeightLbs ? current.givenLoadWeightLbs : input.givenLoadWeightLbs,
})

/** Names of the request fields that state each part. A rule has its own name. */
const STATED_BY: Partial<Record<keyof Parts, string>> = {
  ...WIRE_NAMES,
  givenPoint: 'address',
  allowedDays: 'delivery_by',
}

/**
 * Applies only the stated fields of the input to the order. `isStated` gets the wire name of a field. An order that moves
 * to another day loses its span of days, unless the span is stated.
 */
export function withStated(current: Order, input: OrderInput, isStated: (name: string) => boolean): OrderInput {
  const moves = input.deliveryDate !== current.deliveryDate
  return withChange(
    current,
    current,
    withoutShown(current, input),
    (part) => (part === 'allowedDays' && moves) || isStated(STATED_BY[part] ?? snake(part)),
  )
}

/** Fields that may still change on a dispatched route (docs/spec/orders.md#changes-on-a-route). */
const CHANGEABLE_WHEN_DISPATCHED = new Set([
  'items',
  'instructions',
  'metadata',
  'sms_consent',
  'email_consent',
  'language',
  'collect_amount',
  'id_check',
  'door_code',
])

/** Returns the wire names of the fields in which two inputs differ. */
export function changedFields(a: OrderInput, b: OrderInput): string[] {
  const [before, after] = [valuesOf(a), valuesOf(b)]
  return Object.keys(after).filter((name) => !sameJson(before[name], after[name]))
}

/** Returns the differing fields with their values before and after. */
export const fieldChanges = (before: OrderInput, after: OrderInput): Changes =>
  changesBetween(valuesOf(before), valuesOf(after))

/** Returns the values of the input, keyed by wire name. */
function valuesOf(input: OrderInput): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of INPUT_FIELDS)
    if (field === 'address')
      for (const [part, value] of Object.entries(input.address)) values[`address.${snake(part)}`] = value
    else if (field === 'givenPoint') {
      values['address.lat'] = input.givenPoint?.lat ?? null
      values['address.lng'] = input.givenPoint?.lng ?? null
    } else if (field === 'allowedDays') {
      values.delivery_from = input.allowedDays?.first ?? null
      values.delivery_by = input.allowedDays?.last ?? null
    } else if (field === 'rules') for (const rule of ORDER_RULES) values[snake(rule)] = input.rules?.[rule] ?? null
    else values[WIRE_NAMES[field]] = input[field]
  return values
}

/** Effect of POST /orders on the existing order. */
export type UpsertDecision =
  | { outcome: 'created' | 'unchanged'; changed: string[] }
  | { outcome: 'updated'; changed: string[]; frozenDerivation: boolean }

/**
 * Decides the result of a full replacement. `current` is null if there is no order yet
 * (docs/spec/orders.md#create-or-update).
 */
export function decideUpsert(
  current: (Pick<Order, 'status'> & OrderInput) | null,
  input: OrderInput,
): UpsertDecision | Refusal {
  if (!current) return { outcome: 'created', changed: [] }
  const gate = UPSERT_GATE[current.status]
  if (gate === 'final')
    return conflict(
      'ORDER_FINAL',
      text('This delivery is {state} and can no longer change; send a new external_ref to deliver again.', {
        state: stateInWords(current.status),
      }),
    )
  const changed = changedFields(current, input)
  if (changed.length === 0) return { outcome: 'unchanged', changed }
  if (gate === 'any') return { outcome: 'updated', changed, frozenDerivation: false }
  const fixed = changed.filter((field) => !CHANGEABLE_WHEN_DISPATCHED.has(field))
  if (fixed.length > 0)
    return conflict(
      'ORDER_ON_DISPATCHED_ROUTE',
      text(
        'This delivery is on a route that was sent: {fields} can’t change there; only items, instructions, metadata, consent, language and the checks at the door can.',
        { fields: fixed.join(', ') },
      ),
      fixed,
    )
  return { outcome: 'updated', changed, frozenDerivation: true }
}

const UPSERT_GATE = {
  OPEN: 'any',
  SCHEDULED: 'some',
  DELIVERED: 'final',
  FAILED: 'final',
  CANCELLED: 'final',
} as const satisfies Record<OrderStatus, 'any' | 'some' | 'final'>

/**
 * Decides the result of a cancellation. An order is out for delivery if its route is IN_PROGRESS
 * (docs/spec/orders.md#cancel).
 */
export function decideCancel(status: OrderStatus, route: RouteStatus | null): 'cancel' | 'already' | Refusal {
  const gate = CANCEL_GATE[status]
  if (gate === 'already') return 'already'
  if (gate === 'final')
    return conflict(
      'ORDER_FINAL',
      text('This delivery is {state} and can’t be canceled.', { state: stateInWords(status) }),
    )
  if (status === 'SCHEDULED' && route === 'IN_PROGRESS')
    return conflict('OUT_FOR_DELIVERY', 'This delivery is out for delivery and can’t be canceled.')
  return 'cancel'
}

const CANCEL_GATE = {
  OPEN: 'open',
  SCHEDULED: 'open',
  DELIVERED: 'final',
  FAILED: 'final',
  CANCELLED: 'already',
} as const satisfies Record<OrderStatus, 'open' | 'final' | 'already'>

/** Compares JSON values. The order of members doesn't count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) && sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  )
}
