// A day that uses only the API: sends deliveries, builds routes, dispatches and works them, and reads each outcome from
// the log.
//
//   ROUNDSMAN_URL=http://localhost:8080 ROUNDSMAN_KEY=rk_live_… node examples/day.ts 11/23/2026
//
// The business needs a depot, vehicles, and no other deliveries on that day. The example waits for the undo window (2
// minutes by default), because outcomes are logged after it.
import { isApiError, type OrderInput, Roundsman } from '../src/index.ts'

const { ROUNDSMAN_URL: baseUrl = 'http://localhost:8080', ROUNDSMAN_KEY: apiKey = '' } = process.env
const [date = ''] = process.argv.slice(2)
const client = new Roundsman({ baseUrl, apiKey })

const orders: OrderInput[] = Array.from({ length: 12 }, (_, i) => ({
  external_ref: `DAY-TS-${i + 1}`,
  customer_name: `Demo customer ${i + 1}`,
  address: { line1: `${i + 1} Demo Street`, city: 'Washington', lat: 38.9 + i / 500, lng: -77.03 + (i % 4) / 400 },
  delivery_date: date,
  load_weight_lbs: 20,
}))

// The day always has the same Idempotency-Key, so a second run has no effect.
const { results, refused } = await client.orders.putBatch({ orders }, { idempotencyKey: `day-ts-${date}` })

const built = await client.routes.build({ date, options: { time_limit_seconds: 1 } })
for (const { route_uuid } of built.routes) await client.routes.dispatch(route_uuid)

let done = 0
for (const route of built.routes)
  for (const [i, { stop_uuid }] of route.stops.entries()) {
    if (i === 0) {
      await client.stops.recordOutcome(route.route_uuid, stop_uuid, { status: 'FAILED', reason: 'A mis-tap' })
      await client.stops.undo(route.route_uuid, stop_uuid)
    }
    await client.stops.recordOutcome(route.route_uuid, stop_uuid, { status: 'DELIVERED' })
    done++
  }

// A delivery that is out can't be canceled anymore.
let refusal = ''
try {
  await client.orders.cancel('DAY-TS-1')
} catch (error) {
  if (!isApiError(error, 'OUT_FOR_DELIVERY', 'ORDER_FINAL')) throw error
  refusal = error.code ?? ''
}

const { undo_window_seconds } = await client.settings.get()
const signal = AbortSignal.timeout((undo_window_seconds + 60) * 1000)
const counts: Record<string, number> = {}
const routes = new Set(built.routes.map(({ route_uuid }) => route_uuid))
const open = new Set(routes)
// Read the log from one hour ago, which allows for differing clocks. Events of other routes in the log are skipped.
const since = new Date(Date.now() - 3_600_000)
for await (const { event, data } of client.events.follow({ since, interval: 0.2, signal })) {
  if (!data.route_uuid || !routes.has(data.route_uuid)) continue
  counts[event] = (counts[event] ?? 0) + 1
  if (event === 'route.completed') open.delete(data.route_uuid)
  if (open.size === 0) break
}
const delivered = []
for await (const order of client.orders.list({ date, status: 'DELIVERED', limit: 5 }))
  delivered.push(order.external_ref)
console.log(
  JSON.stringify({ sent: results.length, refused, routes: built.routes.length, done, refusal, counts, delivered }),
)
