// Creates a business with a full day: many stops on many vehicles, built by the service itself.
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import type { App } from '../../src/app/context.ts'

const PASSWORD = 'a password for benchmarks'

export interface FullDay {
  businessId: string
  apiKey: string
  email: string
  password: string
  /** Date of the full day, MM/dd/yyyy. */
  date: string
}

export async function createFullBusiness(app: App, vehicles: number): Promise<FullDay> {
  const { businessId } = await createBusiness(app, { name: 'Benchmark business', timeZone: 'America/New_York' })
  await createDepot(app, businessId, { name: 'Benchmark depot', address: null, lat: 38.9186, lng: -77.0127 })
  for (let i = 1; i <= vehicles; i++)
    await createVehicle(app, businessId, {
      name: `Van ${String(i).padStart(2, '0')}`,
      capacityLbs: 2_000,
      temperatureClasses: ['DRY'],
      shiftStart: '08:00',
      shiftEnd: '18:00',
      maxStops: null,
      driverId: null,
      depotId: null,
    })
  const { apiKey } = await createKey(app, { businessId, name: 'benchmark' })
  const email = `${businessId}@benchmark.test`
  await createUser(app, businessId, { email, name: 'Benchmark dispatcher', role: 'OWNER', password: PASSWORD })
  const tomorrow = new Date(Date.now() + 86_400_000)
  const date = tomorrow.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' })
  return { businessId, apiKey, email, password: PASSWORD, date }
}

/** Returns the orders of the day as rows of a file, spread over a city, every second one with a window. */
export function orderRows(count: number, date: string): string[][] {
  const rows = Array.from({ length: count }, (_, i) => [
    `BENCH-${i + 1}`,
    `Benchmark customer ${i + 1}`,
    `${100 + i} Benchmark Street`,
    'Washington',
    (38.88 + 0.09 * ((0.5 + i * 0.7548776662) % 1)).toFixed(6),
    (-77.08 + 0.12 * ((0.5 + i * 0.5698402909) % 1)).toFixed(6),
    date,
    i % 2 ? '09:00' : '',
    i % 2 ? '14:00' : '',
    String(10 + (i % 40)),
  ])
  const header = ['Reference', 'Customer', 'Address', 'City', 'Latitude', 'Longitude', 'Delivery date']
  return [[...header, 'Window start', 'Window end', 'Weight (lb)'], ...rows]
}

/** Sends the orders, and builds routes with an equal share of stops for every vehicle. */
export async function buildDay(api: string, { apiKey, date }: FullDay, stops: number): Promise<void> {
  const [, ...rows] = orderRows(stops, date)
  const call = async (path: string, body: unknown): Promise<void> => {
    const answer = await fetch(api + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  for (const [external_ref, customer_name, line1, city, lat, lng, delivery_date, window_start, window_end, lbs] of rows)
    await call('/orders', {
      external_ref,
      customer_name,
      address: { line1, city, lat: Number(lat), lng: Number(lng) },
      delivery_date,
      window_start: window_start || null,
      window_end: window_end || null,
      load_weight_lbs: Number(lbs),
    })
  await call('/routes/build', { date, options: { balance: 'STOPS', time_limit_seconds: 5 } })
}
