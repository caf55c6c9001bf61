// State of deliveries (docs/spec/orders.md).
import type { EmittedEvent } from './events.ts'
import { valueChecks } from './matching.ts'
import { finishIfOver } from './routes.ts'
import { accepted, type Call, refusal, type Step } from './step.ts'
import { type Input, isPlaced, type Order, orderShape, removeStop, type Temperature, type World } from './world.ts'

const WARMEST_FIRST: readonly Temperature[] = ['DRY', 'REFRIGERATED', 'FROZEN']
const EDITABLE_WHEN_DISPATCHED = ['items', 'instructions', 'metadata', 'sms_consent', 'email_consent']
export const DEFAULT_SERVICE_MINUTES = 5

/** Creates or replaces an order. `body`: request body for `input`. `wrong`: names of the invalid fields in it. */
export function putOrder(world: World, input: Input, body: unknown, wrong: string[]): Step {
  const call: Call = { method: 'POST', path: '/orders', body }
  if (wrong.length > 0) return refusal(call, 400, 'INVALID', wrong)
  const order = world.orders.get(input.external_ref)
  if (!order) return accepted(call, ({ order_uuid, created_at }) => create(world, input, { order_uuid, created_at }))
  if (order.status !== 'OPEN' && order.status !== 'SCHEDULED') return refusal(call, 409, 'ORDER_FINAL')
  const changed = changedFields(order.input, input)
  const fixed = changed.filter((field) => !EDITABLE_WHEN_DISPATCHED.includes(field))
  if (order.status === 'SCHEDULED' && fixed.length > 0) return refusal(call, 409, 'ORDER_ON_DISPATCHED_ROUTE', fixed)
  return accepted(call, () => {
    if (changed.length > 0) replace(order, input)
    return { status: 200, data: orderShape(order) }
  })
}

function create(world: World, input: Input, learned: { order_uuid: unknown; created_at: unknown }) {
  const order: Order = {
    input,
    status: 'OPEN',
    temperature: temperatureOf(input),
    load: loadOf(input),
    orderId: String(learned.order_uuid),
    createdAt: String(learned.created_at),
    route: null,
    stop: null,
  }
  world.orders.set(input.external_ref, order)
  return { status: 201, data: { ...orderShape(order), changed_at: order.createdAt } }
}

function replace(order: Order, input: Input): void {
  const loadBefore = order.load
  order.input = input
  // Dispatch fixes the temperature class and the load of an order, so a later change keeps them.
  if (order.status === 'SCHEDULED') return
  order.temperature = temperatureOf(input)
  order.load = loadOf(input)
  const { route, stop } = order
  if (!route || !stop) return
  const load = route.stops.reduce((sum, each) => sum + (each.order.load ?? 0), 0)
  const { capacity, temperatures } = route.vehicle
  const fits =
    input.delivery_date === route.day &&
    isPlaced(order) &&
    temperatures.includes(order.temperature) &&
    (capacity === null || order.load === loadBefore || load <= capacity)
  if (fits) stop.serviceMinutes = input.service_minutes ?? DEFAULT_SERVICE_MINUTES
  else removeStop(route, stop)
}

/** Reopens the order: values fixed at dispatch are derived from the input again. The caller removes its stop. */
export const reopen = (order: Order): void =>
  void Object.assign(order, { status: 'OPEN', temperature: temperatureOf(order.input), load: loadOf(order.input) })

const temperatureOf = ({ temperature_class, items }: Input): Temperature =>
  temperature_class ??
  WARMEST_FIRST[Math.max(0, ...(items ?? []).map((item) => WARMEST_FIRST.indexOf(item.temperature_class ?? 'DRY')))] ??
  'DRY'

function loadOf({ load_weight_lbs, items }: Input): number | null {
  if (load_weight_lbs !== null) return load_weight_lbs
  if (!items || items.length === 0 || items.some((item) => item.unit_weight_lbs === null)) return null
  return items.reduce((sum, item) => sum + item.quantity * (item.unit_weight_lbs ?? 0), 0)
}

function changedFields(before: Input, after: Input): string[] {
  const leaves = ({ address, ...rest }: Input): Record<string, unknown> => ({
    ...rest,
    ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`address.${name}`, value])),
  })
  const now = leaves(after)
  return Object.entries(leaves(before)).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(now[name]) ? [] : [name],
  )
}

export function cancelOrder(world: World, ref: string): Step {
  const call: Call = { method: 'POST', path: `/orders/${encodeURIComponent(ref)}/cancel` }
  const order = world.orders.get(ref)
  if (!order) return refusal(call, 404, 'NOT_FOUND')
  if (order.status === 'DELIVERED' || order.status === 'FAILED') return refusal(call, 409, 'ORDER_FINAL')
  if (order.status === 'SCHEDULED' && order.route?.status === 'IN_PROGRESS')
    return refusal(call, 409, 'OUT_FOR_DELIVERY')
  return accepted(call, () => {
    const told: EmittedEvent[] = []
    const { route, stop } = order
    order.status = 'CANCELLED'
    if (route && stop) {
      removeStop(route, stop)
      told.push(...finishIfOver(world, route, [stop]))
    }
    return { status: 200, data: orderShape(order), told }
  })
}

export function readOrder(world: World, ref: string): Step {
  const call: Call = { method: 'GET', path: `/orders/${encodeURIComponent(ref)}` }
  const order = world.orders.get(ref)
  return order ? accepted(call, () => ({ status: 200, data: orderShape(order) })) : refusal(call, 404, 'NOT_FOUND')
}

/**
 * Lists all matching deliveries on one page. Doesn't check their order, because `prove feed` checks it.
 */
export function listOrders(world: World, statuses: string[], day: string | null): Step {
  const query = new URLSearchParams({ limit: '200' })
  if (statuses.length > 0) query.set('status', statuses.join(','))
  if (day) query.set('date', day)
  const fitting = [...world.orders.values()].filter(
    ({ status, input }) =>
      (statuses.length === 0 || statuses.includes(status)) && (!day || input.delivery_date === day),
  )
  return accepted({ method: 'GET', path: `/orders?${query.toString()}` }, () => ({
    status: 200,
    data: valueChecks.anyOrder(fitting.map(orderShape), 'external_ref'),
  }))
}
