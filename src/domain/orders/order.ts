// A delivery: its input, what follows from it, and which changes its state allows.
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

/** PENDING: waits for the geocoder. UNPLACED: the geocoder does not know it; flagged for the office. */
export const PLACEMENTS = ['PLACED', 'APPROXIMATE', 'PENDING', 'UNPLACED'] as const
export type Placement = (typeof PLACEMENTS)[number]

export interface OrderItem {
  name: string
  quantity: number
  unitWeightLbs: number | null
  temperatureClass: TemperatureClass | null
  sku: string | null
  /** One for each piece, where the pieces came with codes of their own. */
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

/** A span of days, both included. */
export interface AllowedDays {
  first: string
  last: string
}

/** An order as the caller sees it now; null is what the caller left out. Dates yyyy-MM-dd, times HH:mm. */
export interface OrderInput {
  externalRef: string
  customerName: string
  customerPhone: string | null
  customerEmail: string | null
  address: Address
  givenPoint: Point | null
  instructions: string | null
  deliveryDate: string
  /** It may be delivered on any of these; null for the delivery date alone. */
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

/** An order as it stands. */
export interface Order extends OrderInput {
  orderId: string
  status: OrderStatus
  point: Point | null
  placement: Placement
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  routeId: string | null
  stopId: string | null
  /** 1, and one more for each that failed before it. */
  attempt: number
  /** The reference of the delivery that this one makes again. */
  repeatOf: string | null
  /** What the customer says for the driver, beside the instructions of the order. */
  customerInstructions: string | null
}

/** The class sent, else the coldest among the items, else DRY (docs/spec/orders.md#order-input). */
export function effectiveTemperatureClass(
  input: Pick<OrderInput, 'givenTemperatureClass' | 'items'>,
): TemperatureClass {
  if (input.givenTemperatureClass) return input.givenTemperatureClass
  const ranks = (input.items ?? []).map((item) => TEMPERATURE_CLASSES.indexOf(item.temperatureClass ?? 'DRY'))
  return TEMPERATURE_CLASSES[Math.max(0, ...ranks)] ?? 'DRY'
}

/** Pounds: the weight sent, else the sum when every item has one, else null for unknown (never zero). */
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

/** What follows from the input, and stays as it was at dispatch until the order is OPEN again (docs/spec/orders.md#changes-on-a-route). */
export const derivedOf = (
  input: Pick<OrderInput, 'givenTemperatureClass' | 'givenLoadWeightLbs' | 'items'>,
): Pick<Order, 'temperatureClass' | 'loadWeightLbs'> => ({
  temperatureClass: effectiveTemperatureClass(input),
  loadWeightLbs: effectiveLoadWeight(input),
})

/** In the order in which changes are told. */
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

/** The class and the weight that were given have the names of what follows from them there. */
const WIRE_NAMES = Object.fromEntries(
  INPUT_FIELDS.map((field) => [field, snake(field).replace(/^given_/, '')]),
) as Record<keyof OrderInput, string>

/** The input alone, of an order with more to it. */
export function inputOf(order: OrderInput): OrderInput {
  const input: Partial<Record<keyof OrderInput, unknown>> = {}
  for (const field of INPUT_FIELDS) input[field] = order[field]
  return input as OrderInput
}

/**
 * The input with the day that was chosen of its span, as long as the span is the same: who sends it knows the first day
 * alone (docs/spec/orders.md#days).
 */
export const withChosenDay = (current: OrderInput, input: OrderInput): OrderInput =>
  input.allowedDays && sameJson(input.allowedDays, current.allowedDays)
    ? { ...input, deliveryDate: current.deliveryDate }
    : input

/** An order as a change of a recurring one goes about it: each rule by itself. */
type Parts = Omit<OrderInput, 'rules'> & OrderRules

const partsOf = ({ rules, ...fields }: OrderInput): Parts => ({ ...fields, ...rules })

/** What makes no sense by halves: another address without its point, an end that is before the start. */
const WHOLES: readonly (readonly (keyof Parts)[])[] = [
  ['address', 'givenPoint'],
  ['windowStart', 'windowEnd', 'moreWindows'],
]

/** The order, where it differs from `before`, and `after` in all that differs between the two. */
export function withChange(order: OrderInput, before: OrderInput, after: OrderInput): OrderInput {
  const [was, is] = [partsOf(before), partsOf(after)]
  const differ = (part: keyof Parts): boolean => !sameJson(was[part], is[part])
  const changes = (part: keyof Parts): boolean => (WHOLES.find((whole) => whole.includes(part)) ?? [part]).some(differ)
  const pick = (parts: readonly (keyof Parts)[]) =>
    Object.fromEntries(parts.filter(changes).map((part) => [part, is[part] ?? null]))
  const fields = INPUT_FIELDS.filter((field) => field !== 'rules')
  return {
    ...inputOf(order),
    ...pick(fields),
    rules: statedRules<OrderRules>({ ...order.rules, ...pick(ORDER_RULES) }),
  }
}

/** What may still change while on a route that was sent (docs/spec/orders.md#changes-on-a-route). */
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

/** Wire names of the fields in which two inputs differ. */
export function changedFields(a: OrderInput, b: OrderInput): string[] {
  const [before, after] = [valuesOf(a), valuesOf(b)]
  return Object.keys(after).filter((name) => !sameJson(before[name], after[name]))
}

/** Those fields with their values before and after. */
export const fieldChanges = (before: OrderInput, after: OrderInput): Changes =>
  changesBetween(valuesOf(before), valuesOf(after))

/** Each value of the input by its name on the wire. */
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

/** What POST /orders does to the order there is. */
export type UpsertDecision =
  | { outcome: 'created' | 'unchanged'; changed: string[] }
  | { outcome: 'updated'; changed: string[]; frozenDerivation: boolean }

/** Decides a full replacement; `null` is no order yet (docs/spec/orders.md#create-or-update). */
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
        "This delivery is on a route that was sent: {fields} can't change there; only items, instructions, metadata, consent, language and what is asked for at the door can.",
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

/** What a cancel does; "out for delivery" is on a route IN_PROGRESS (docs/spec/orders.md#cancel). */
export function decideCancel(status: OrderStatus, route: RouteStatus | null): 'cancel' | 'already' | Refusal {
  const gate = CANCEL_GATE[status]
  if (gate === 'already') return 'already'
  if (gate === 'final')
    return conflict(
      'ORDER_FINAL',
      text("This delivery is {state} and can't be cancelled.", { state: stateInWords(status) }),
    )
  if (status === 'SCHEDULED' && route === 'IN_PROGRESS')
    return conflict('OUT_FOR_DELIVERY', "This delivery is out for delivery and can't be cancelled.")
  return 'cancel'
}

const CANCEL_GATE = {
  OPEN: 'open',
  SCHEDULED: 'open',
  DELIVERED: 'final',
  FAILED: 'final',
  CANCELLED: 'already',
} as const satisfies Record<OrderStatus, 'open' | 'final' | 'already'>

/** Equality of JSON values: order of members does not count. */
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
