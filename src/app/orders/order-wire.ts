// Converts orders from and to the wire format.
import { expectedNow, type ExpectedStop } from '../../domain/forecast/expected-now.ts'
import { dayToWire } from '../../contract/fields.ts'
import { AddressOut, ItemOut, type OrderBody, OrderOut } from '../../contract/order.ts'
import { pickForWire, fromWireNames } from '../../contract/wire.ts'
import { type Camel, snake } from '../../domain/names.ts'
import type { Address, OrderInput, OrderItem, Point } from '../../domain/orders/order.ts'
import { ORDER_RULES, type OrderRules, type Span, statedRules } from '../../domain/planning/rules.ts'
import { moreWindowsOf, type Windowed } from '../../domain/planning/windows.ts'
import type { OrderRead } from '../../store/orders/order-rows.ts'
import type { App, Context } from '../context.ts'

export function orderFromWire(body: OrderBody): OrderInput {
  const { address: placed, delivery_by, temperature_class, load_weight_lbs, items, more_windows, ...others } = body
  const { rules, rest } = withoutRules(others)
  const { lat, lng, ...address } = placed
  return {
    ...fromWireNames(rest),
    allowedDays: delivery_by === null ? null : { first: rest.delivery_date, last: delivery_by },
    address: fromWireNames(address),
    givenPoint: lat === null || lng === null ? null : { lat, lng },
    givenTemperatureClass: temperature_class,
    givenLoadWeightLbs: load_weight_lbs,
    items:
      items?.map(({ barcodes, ...item }) => ({ ...fromWireNames(item), ...(barcodes?.length && { barcodes }) })) ??
      null,
    rules: statedRules<OrderRules>({
      moreWindows: windowsFromWire(more_windows),
      ...fromWireNames(rules),
    }),
  }
}

type Others = Omit<
  OrderBody,
  'address' | 'delivery_by' | 'temperature_class' | 'load_weight_lbs' | 'items' | 'more_windows'
>
/** Wire names of those fields that are stored as rules of the order. */
type RuleField = { [Name in keyof Others]: Camel<Name> extends keyof OrderRules ? Name : never }[keyof Others]

const RULE_FIELDS: ReadonlySet<string> = new Set(ORDER_RULES.map(snake))

/** Splits the body: fields that are stored as rules of the order (`ORDER_RULES`), and all other fields. */
function withoutRules(body: Others) {
  const rules: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) (RULE_FIELDS.has(name) ? rules : rest)[name] = value
  return { rules: rules as Pick<Others, RuleField>, rest: rest as Omit<Others, RuleField> }
}

export const windowsFromWire = (windows: OrderBody['more_windows']): Span[] | null =>
  windows?.map(({ window_start, window_end }) => ({ start: window_start, end: window_end })) ?? null

type Links = Pick<App, 'publicUrl' | 'secrets'>

const RouteOfOrder = OrderOut.shape.route.unwrap()
const StopOfOrder = OrderOut.shape.stop.unwrap()

/** Returns the rules that are set. A rule that is not set is missing in the response. */
const rulesToWire = (rules: OrderRules | null) => {
  const { moreWindows: _windows, ...others } = rules ?? {}
  const named: Partial<OrderOut> = Object.fromEntries(
    Object.entries(others).map(([rule, value]) => [snake(rule), value]),
  )
  return { ...named, ...moreWindowsToWire({ rules }) }
}

/**
 * Returns the goods that the driver picks up at the stop. `goods_from` is the order at whose stop the driver picks up
 * the goods that this order delivers.
 */
export const goodsToWire = (rules: OrderRules | null) => ({
  pickup_weight_lbs: rules?.pickupWeightLbs,
  pickup_pieces: rules?.pickupPieces,
  pickup_cubic_feet: rules?.pickupCubicFeet,
  goods_from: rules?.goodsFrom,
})

/** Returns the windows after the first one. Empty if the order has no further windows. */
export function moreWindowsToWire(of: Pick<Windowed, 'rules'>): Pick<OrderOut, 'more_windows'> {
  const windows = moreWindowsOf(of)
  if (windows.length === 0) return {}
  return { more_windows: windows.map(({ start, end }) => ({ window_start: start, window_end: end })) }
}

export const orderToWire = (order: OrderRead, links: Links & Pick<Context, 'now'>): OrderOut =>
  pickForWire(
    OrderOut,
    {
      delivery_date: dayToWire(order.deliveryDate),
      ...spanToWire(order),
      address: addressToWire(order),
      items: order.items && itemsToWire(order.items),
      ...rulesToWire(order.rules),
      tracking_url: trackingUrl(order.orderId, links),
      route: order.route && pickForWire(RouteOfOrder, {}, order.route),
      stop: order.stop && orderStopToWire(order.stop, trackingUrl(order.orderId, links), links.now),
    },
    { ...order, candidates: order.candidates?.map((one) => ({ ...one })) },
  )

function orderStopToWire(
  { itemOutcomes, checks, ...stop }: NonNullable<OrderRead['stop']>,
  tracking_url: string,
  now: Date,
): NonNullable<OrderOut['stop']> {
  return pickForWire(
    StopOfOrder,
    {
      ...expectedToWire(stop, now),
      tracking_url,
      item_outcomes: itemOutcomes ?? undefined,
      checks: checks ?? undefined,
    },
    stop,
  )
}

/**
 * Returns the expected arrival and its range. For a stop that was reached, returns the last expected arrival without a
 * range.
 */
export function expectedToWire(stop: ExpectedStop, now: Date) {
  const expected = expectedNow(stop, now)
  return {
    eta: (expected?.eta ?? stop.eta)?.toISOString() ?? null,
    eta_from: expected?.range.from.toISOString() ?? null,
    eta_to: expected?.range.to.toISOString() ?? null,
  }
}

/** Returns the first and last possible day. Empty if the order has only one possible day. */
export const spanToWire = ({
  allowedDays: days,
}: Pick<OrderInput, 'allowedDays'>): Pick<OrderOut, 'delivery_from' | 'delivery_by'> =>
  days ? { delivery_from: dayToWire(days.first), delivery_by: dayToWire(days.last) } : {}

export const itemsToWire = (items: readonly OrderItem[]): NonNullable<OrderOut['items']> =>
  items.map((item) => pickForWire(ItemOut, { barcodes: item.barcodes }, item))

export const addressToWire = ({ address, point }: { address: Address; point: Point | null }): OrderOut['address'] =>
  pickForWire(AddressOut, { lat: point?.lat ?? null, lng: point?.lng ?? null }, address)

export const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** The customer's tracking link. It stays the same for the life of the order, on every route. */
export const trackingUrl = (orderId: string, links: Links): string =>
  `${links.publicUrl}/t/${trackingToken(orderId, links)}`

/** URL of the order's first photo. It responds only while the tracking page shows the photo. */
export const photoUrl = (orderId: string, links: Links): string => `${trackingUrl(orderId, links)}/photo`

export const trackingToken = (orderId: string, { secrets }: Pick<App, 'secrets'>): string =>
  secrets.linkToken('tracking', orderId, '')
