// Runs a whole day with your own addresses on a running server. Sends orders, builds and dispatches routes, records
// outcomes, undoes one of them within its undo window, and verifies every webhook that it receives.
//
//   ALLOW_PRIVATE_WEBHOOKS=1 npm start
//   npm run example -- --addresses FILE.csv --count 200 [--url http://localhost:8080]
import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import type { RouteWithStops } from '../src/contract/routes.ts'
import { ApiClient } from './client.ts'
import { readPlaces } from './csv.ts'
import { orderFor, tomorrow, VEHICLES } from './day.ts'
import { routeTable } from './print.ts'
import { startReceiver } from './receiver.ts'

const TIME_ZONE = 'America/New_York'
const UNDO_WINDOW_SECONDS = 3

const { values } = parseArgs({
  options: {
    addresses: { type: 'string' },
    count: { type: 'string', default: '200' },
    url: { type: 'string', default: process.env.PUBLIC_URL ?? 'http://localhost:8080' },
  },
})
if (!values.addresses) throw new Error('Name a CSV of addresses: --addresses FILE.csv')
const places = await readPlaces(values.addresses, Number(values.count))

const cli = async <T>(...args: string[]): Promise<T> => {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['bin/roundsman.mjs', ...args, '--json'])
  return JSON.parse(stdout) as T
}

console.log(`Setting up a demo business for ${places.length} deliveries …`)
const { business_uuid: business } = await cli<{ business_uuid: string }>(
  'create-business',
  '--name',
  'Example business (demo data)',
  '--time-zone',
  TIME_ZONE,
)
await cli('set', '--business', business, `undo_window_seconds=${UNDO_WINDOW_SECONDS}`)
const { api_key: key } = await cli<{ api_key: string }>('create-key', '--business', business, '--name', 'example')
await cli('create-depot', '--business', business, '--name', 'Example depot', '--lat', '38.9050', '--lng', '-77.0320')
for (const [i, vehicle] of VEHICLES.entries()) {
  const { driver_uuid: driver } = await cli<{ driver_uuid: string }>(
    'create-driver',
    '--business',
    business,
    '--name',
    `Demo driver ${i + 1}`,
    '--phone',
    `+1202555${String(100 + i).padStart(4, '0')}`,
  )
  await cli(
    'create-vehicle',
    '--business',
    business,
    '--name',
    vehicle.name,
    '--capacity-lbs',
    String(vehicle.capacityLbs),
    '--temperature-classes',
    vehicle.temperatureClasses.join(','),
    '--shift',
    vehicle.shift,
    '--driver',
    driver,
  )
}

const api = new ApiClient(`${values.url}/api/v1`, key)
const receiver = await startReceiver()
try {
  const { data: endpoint } = await api.post<{ secret: string }>('/webhooks/subscriptions', { url: receiver.url })
  receiver.trust(endpoint.secret)
  const date = tomorrow(TIME_ZONE)

  const started = Date.now()
  for (let i = 0; i < places.length; i += 10)
    await Promise.all(places.slice(i, i + 10).map((place, j) => api.post('/orders', orderFor(place, i + j, date))))
  console.log(`Sent ${places.length} orders for ${date} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)

  const building = Date.now()
  const { data: built } = await api.post<{
    routes: RouteWithStops[]
    unassigned: { external_ref: string; reason: { code: string; message: string }; nearest_fix: string | null }[]
    distance_source: string
  }>('/routes/build', { date })
  console.log(
    `Built ${built.routes.length} routes in ${((Date.now() - building) / 1000).toFixed(1)} s (distances: ${built.distance_source}).\n`,
  )
  for (const route of built.routes) console.log(routeTable(route, TIME_ZONE))
  console.log(`Left off: ${built.unassigned.length}`)
  for (const { external_ref, reason, nearest_fix } of built.unassigned)
    console.log(`  ${external_ref}  ${reason.code}: ${reason.message}${nearest_fix ? ` (fix: ${nearest_fix})` : ''}`)

  const outcomes = await workTheDay(api, built.routes)
  await waitForEnd(api, built.routes)
  report(outcomes, built.routes)
} finally {
  receiver.close()
}

/** Dispatches every route and records every stop: a failure and a skip on each route, and one mis-tap that is undone. */
async function workTheDay(api: ApiClient, routes: RouteWithStops[]) {
  const outcomes = { DELIVERED: 0, FAILED: 0, SKIPPED: 0 }
  let undone = false
  for (const route of routes) {
    await api.post(`/routes/${route.route_uuid}/dispatch`)
    for (const [i, stop] of route.stops.entries()) {
      const path = `/routes/${route.route_uuid}/stops/${stop.stop_uuid}`
      if (!undone) {
        await api.post(`${path}/status`, { status: 'FAILED', reason: 'A mis-tap' })
        await api.post(`${path}/undo`)
        undone = true
      }
      const status = i === 3 ? 'FAILED' : i === 5 ? 'SKIPPED' : 'DELIVERED'
      await api.post(`${path}/status`, { status, ...(status === 'FAILED' && { reason: 'Nobody at the door' }) })
      outcomes[status]++
    }
  }
  return outcomes
}

async function waitForEnd(api: ApiClient, routes: RouteWithStops[]): Promise<void> {
  const deadline = Date.now() + 60_000
  const completed = () => receiver.received.filter(({ event }) => event === 'route.completed').length
  while (completed() < routes.length && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 200))
  const states = await Promise.all(routes.map((route) => api.get<RouteWithStops>(`/routes/${route.route_uuid}`)))
  console.log(`\nRoutes: ${states.map(({ data }) => `${data.name} ${data.status}`).join(', ')}`)
}

function report(outcomes: Record<string, number>, routes: RouteWithStops[]): void {
  const counts = new Map<string, number>()
  for (const { event } of receiver.received) counts.set(event, (counts.get(event) ?? 0) + 1)
  console.log(
    `Recorded: ${Object.entries(outcomes)
      .map(([status, n]) => `${n} ${status}`)
      .join(', ')}; one mis-tap undone in time.`,
  )
  console.log(
    `Webhooks received: ${receiver.received.length}, signatures invalid: ${receiver.invalid}, repeated: ${receiver.repeated}`,
  )
  for (const [event, n] of [...counts].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${event.padEnd(18)} ${n}`)

  const expected = {
    'stop.scheduled': routes.reduce((sum, route) => sum + route.stops.length, 0),
    'stop.delivered': outcomes.DELIVERED ?? 0,
    'stop.failed': outcomes.FAILED ?? 0,
    'stop.skipped': outcomes.SKIPPED ?? 0,
    'stop.undone': 0,
    'route.completed': routes.length,
  }
  const wrong = Object.entries(expected).filter(([event, n]) => (counts.get(event) ?? 0) !== n)
  if (wrong.length > 0 || receiver.invalid > 0)
    throw new Error(
      `Not as it should be: ${wrong.map(([event, n]) => `${event} ${counts.get(event) ?? 0} of ${n}`).join(', ')}`,
    )
  console.log('Every outcome arrived once, signed; the undone mis-tap never left.')
}
