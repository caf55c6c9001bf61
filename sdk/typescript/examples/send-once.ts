// Sends an order exactly once, even after failures, because the key is stored with the order instead of being created
// for each request.
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

/** The order's number with its version, because each version is a change of its own. */
const idempotencyKey = 'ONCE-1:1'

async function send(): Promise<string> {
  try {
    await client.orders.put(order, { idempotencyKey })
    return 'sent'
  } catch (error) {
    // No response after all attempts: store the order and send it again later with the same key. The request may have
    // succeeded.
    if (error instanceof NoAnswerError) return 'later'
    // The unchanged order can't succeed, so a person has to check it.
    if (isApiError(error, 'INVALID')) return `wrong: ${error.fields.join(', ')}`
    if (isApiError(error, 'ORDER_FINAL', 'ORDER_ON_DISPATCHED_ROUTE')) return `too late: ${error.code}`
    throw error
  }
}

console.log(await send(), await send())
