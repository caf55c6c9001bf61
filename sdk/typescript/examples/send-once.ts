// An order that is sent once, whatever happens on the way: the key is kept with the order, not made for the request.
//
//   ROUNDSMAN_URL=http://localhost:8080 ROUNDSMAN_KEY=rk_test_… node examples/send-once.ts 11/23/2026
import { isApiError, NoAnswerError, type OrderInput, Roundsman } from '../src/index.ts'

const { ROUNDSMAN_URL: baseUrl = 'http://localhost:8080', ROUNDSMAN_KEY: apiKey = '' } = process.env
const [date = ''] = process.argv.slice(2)
const client = new Roundsman({ baseUrl, apiKey, retries: 4 })

const order: OrderInput = {
  external_ref: 'ONCE-1',
  customer_name: 'Sample Customer',
  address: { line1: '1201 R St NW', city: 'Washington', lat: 38.9126, lng: -77.0286 },
  delivery_date: date,
}

/** The order’s number with its version: another version is another change. */
const idempotencyKey = 'ONCE-1:1'

async function send(): Promise<string> {
  try {
    await client.orders.put(order, { idempotencyKey })
    return 'sent'
  } catch (error) {
    // Nobody answered four times: keep it, and send the same again later. It may have been done.
    if (error instanceof NoAnswerError) return 'later'
    // It can’t succeed as it is: a person has to look.
    if (isApiError(error, 'INVALID')) return `wrong: ${error.fields.join(', ')}`
    if (isApiError(error, 'ORDER_FINAL', 'ORDER_ON_DISPATCHED_ROUTE')) return `too late: ${error.code}`
    throw error
  }
}

console.log(await send(), await send())
