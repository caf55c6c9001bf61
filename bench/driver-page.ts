// npm run bench driver -- [--stops 25]: the first visit of a phone to the driver page over slow 3G: bytes loaded, and
// time until the first stop can be worked. The browser throttles the network (400 ms round trip, 400 kbit/s).
import { buildWebIfStale } from '../src/cli/web-build.ts'
import { showDriverLink } from '../src/app/driving/show-driver-link.ts'
import { launchChromium } from '../test/helpers/chromium.ts'
import { createCaller } from './proof/caller.ts'
import { tomorrow } from './proof/mixed-load.ts'
import { inProcess } from './proof/in-process.ts'
import { startOwnDatabase } from './proof/own-database.ts'
import { newShop } from './proof/shops.ts'
import { parseOptions } from './given-options.ts'

const RUNS = 5
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const options = parseOptions({ stops: 25 })
await buildWebIfStale(console.log)
const database = await startOwnDatabase()
const service = await inProcess(database.url)
const browser = await launchChromium()
try {
  const { pathname } = new URL(await dispatchedRoute(options.stops))
  const url = new URL(pathname, service.api).href
  const runs: { bytes: number; ms: number }[] = []
  for (let i = 0; i < RUNS; i++) runs.push(await measureVisit(url, i === 0))
  const seconds = runs.map(({ ms }) => ms / 1000).sort((a, b) => a - b)
  console.log(
    JSON.stringify({
      stops: options.stops,
      first_load_kb: Math.round(Math.max(...runs.map(({ bytes }) => bytes)) / 102.4) / 10,
      usable_s: { best: seconds[0], median: seconds[RUNS >> 1], worst: seconds.at(-1) },
    }),
  )
} finally {
  await browser.close()
  await service.close()
  await database.end()
}

/** Measures a visit by a phone that has nothing cached. */
async function measureVisit(url: string, listed: boolean): Promise<{ bytes: number; ms: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const loaded = new Map<string, { path: string; bytes: number; at: number }>()
  let started = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    loaded.set(requestId, { path: new URL(request.url).pathname, bytes: 0, at: 0 }),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = loaded.get(requestId)
    if (request) Object.assign(request, { bytes: encodedDataLength, at: performance.now() - started })
  })
  await session.send('Network.emulateNetworkConditions', SLOW_3G)
  started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Start route' }).waitFor()
  const ms = Math.round(performance.now() - started)
  const needed = [...loaded.values()].filter(({ bytes }) => bytes > 0)
  if (listed)
    for (const { path, bytes, at } of needed)
      console.log(
        `${(bytes / 1024).toFixed(1).padStart(8)} KB by ${Math.round(at)} ms  ${path.replace(/\/d\/.{43}/, '/d/…')}`,
      )
  await context.close()
  return { bytes: needed.reduce((sum, { bytes }) => sum + bytes, 0), ms }
}

async function dispatchedRoute(stops: number): Promise<string> {
  const { businessId, apiKey } = await newShop(service.app)
  const shop = createCaller([new URL(service.api).origin], apiKey, businessId)
  for (let i = 0; i < stops; i++) await shop.write('/orders', orderBody(i), 201)
  const built = await shop.write('/routes/build', { date: tomorrow() }, 201)
  const [route] = built.data.routes as { route_uuid: string }[]
  if (!route) throw new Error('no route was built')
  await shop.write(`/routes/${route.route_uuid}/dispatch`, undefined, 200)
  return (await showDriverLink(service.app, route.route_uuid)).url
}

function orderBody(i: number) {
  return {
    external_ref: `bench-${i}`,
    customer_name: 'Bench customer',
    customer_phone: '+1 202 555 0143',
    address: {
      line1: `${1000 + i} Bench Street NW`,
      city: 'Washington',
      region: 'DC',
      lat: 38.9 + i / 800,
      lng: -77.03,
    },
    instructions: 'Gate code 4410, round the back.',
    delivery_date: tomorrow(),
    window_start: '09:00',
    window_end: '17:00',
    items: [
      { name: 'Rice, bag', quantity: 2, unit_weight_lbs: 20 },
      { name: 'Beans, case', quantity: 1, unit_weight_lbs: 12 },
    ],
  }
}
