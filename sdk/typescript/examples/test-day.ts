// A simulated day of test data: sends deliveries, builds routes, simulates the drivers, and counts the events.
//
//   ROUNDSMAN_URL=http://localhost:8080 ROUNDSMAN_KEY=rk_test_… node examples/test-day.ts 11/23/2026
//
// The test side needs a depot and vehicles. Its webhook endpoints get every event, with "test": true.
import { setTimeout as sleep } from 'node:timers/promises'
import { type OrderInput, Roundsman } from '../src/index.ts'

const { ROUNDSMAN_URL: baseUrl = 'http://localhost:8080', ROUNDSMAN_KEY: apiKey = '' } = process.env
const [date = ''] = process.argv.slice(2)
const client = new Roundsman({ baseUrl, apiKey })

const orders: OrderInput[] = Array.from({ length: 12 }, (_, i) => ({
  external_ref: `TRY-${i + 1}`,
  customer_name: `Demo customer ${i + 1}`,
  address: { line1: `${i + 1} Demo Street`, city: 'Washington', lat: 38.9 + i / 500, lng: -77.03 + (i % 4) / 400 },
  delivery_date: date,
}))
await client.orders.putBatch({ orders })
await client.routes.build({ date, options: { time_limit_seconds: 1 } })

// The day runs at maximum speed. With speed 60, you can watch it in the office.
let day = await client.testDays.start({ date, seed: 7, failed_share: 0.2, undone_share: 0.2 })
while (day.status === 'RUNNING') {
  await sleep(500)
  day = await client.testDays.get(day.test_day_uuid)
}

const counts: Record<string, number> = {}
for await (const { event } of client.events.list()) counts[event] = (counts[event] ?? 0) + 1
console.log(JSON.stringify({ status: day.status, done: day.stops_done, counts }))
