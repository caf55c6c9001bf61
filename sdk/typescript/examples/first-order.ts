// Creates a delivery, and reads it. A second run gets the stored response, and nothing is done twice.
//
//   ROUNDSMAN_URL=https://routes.example.com ROUNDSMAN_KEY=rk_test_… node examples/first-order.ts 11/23/2026
import { Roundsman } from '../src/index.ts'

const { ROUNDSMAN_URL: baseUrl = 'http://localhost:8080', ROUNDSMAN_KEY: apiKey = '' } = process.env
const [date = ''] = process.argv.slice(2)
const client = new Roundsman({ baseUrl, apiKey })

await client.orders.put(
  {
    external_ref: '000481-A',
    customer_name: 'Sample Customer',
    address: {
      line1: '1201 R St NW',
      city: 'Washington',
      region: 'DC',
      postal_code: '20009',
      lat: 38.9126,
      lng: -77.0286,
    },
    delivery_date: date,
    window_start: '09:00',
    window_end: '12:00',
    items: [{ name: 'Rice, bag', quantity: 2, unit_weight_lbs: 20 }],
  },
  { idempotencyKey: '000481-A:1' },
)

const order = await client.orders.get('000481-A')
console.log(JSON.stringify({ external_ref: order.external_ref, status: order.status, placement: order.placement }))
