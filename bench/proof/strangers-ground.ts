// What strangers find: the routes that they can call, and a quiet business with a route under way.
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { App } from '../../src/app/context.ts'
import { createDriver } from '../../src/app/fleet/create-driver.ts'
import type { OrderOut } from '../../src/contract/orders.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { driverToken, homeToken } from '../../test/helpers/links.ts'
import { type ServedRoute, servedRoutes } from '../../test/helpers/served-routes.ts'
import { tomorrow } from './mixed-load.ts'
import { newShop } from './shops.ts'
import type { HeldLinks } from './strangers-calls.ts'

/** For the office, a link, the API or texts: pages and assets are the same for everyone. */
const isAttacked = ({ url }: ServedRoute): boolean =>
  /^\/(office\/api|api\/v1|d\/:token|d\/home\/:token|t\/:token|sms|files|brand)\b/.test(url) &&
  url !== '/api/v1/openapi.json'

/** Without those of a method that their path does not have: they are refused by name. */
export async function attackedRoutes(of: FastifyInstance, origin: string): Promise<ServedRoute[]> {
  const routes = (await servedRoutes(of)).filter(isAttacked)
  const taken = await Promise.all(
    routes.map(async ({ method, url }) => {
      const { status, body } = await fetch(origin + url, { method, redirect: 'manual' })
      await body?.cancel()
      return status !== 405
    }),
  )
  return routes.filter((_, i) => taken[i])
}

export interface QuietBusiness {
  apiKey: string
  /** What it reads. */
  paths: string[]
  /** To its route and to one of its deliveries. */
  links: HeldLinks
}

const ORDERS = 60

export async function quietBusiness(app: App, origin: string): Promise<QuietBusiness> {
  const { businessId, apiKey } = await newShop(app)
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { data, message } = (await response.json()) as { data: T; message: string }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${message}`)
    return data
  }
  const date = tomorrow()
  const order = (i: number) => ({
    external_ref: `quiet-${i}`,
    customer_name: 'Quiet customer',
    address: { line1: `${i} Quiet Street`, lat: 38.9 + i / 1000, lng: -77.03 },
    delivery_date: date,
  })
  await Promise.all(Array.from({ length: ORDERS }, (_, i) => call('POST', '/orders', order(i))))
  const options = { time_limit_seconds: 1 }
  const { routes } = await call<{ routes: RouteWithStops[] }>('POST', '/routes/build', { date, options })
  const [route] = routes
  if (!route) throw new Error('nothing was built')
  await call('POST', `/routes/${route.route_uuid}/dispatch`)
  const { stop } = await call<OrderOut>('GET', `/orders/${route.stops[0]?.external_ref}`)
  const driver = { name: 'Quiet driver', phone: null, email: null, language: null }
  const { driverId } = await createDriver(app, businessId, driver)
  return {
    apiKey,
    paths: ['/orders?limit=50', '/orders/quiet-1', `/routes?date=${date}`],
    links: {
      driver: await driverToken({ app }, businessId, route.route_uuid),
      home: await homeToken({ app }, businessId, driverId),
      customer: new URL(stop?.tracking_url ?? '').pathname.split('/').at(-1) ?? '',
      stops: route.stops.map(({ stop_uuid }) => stop_uuid),
      photo: null,
    },
  }
}

const SIDE = 7_990

/** A form with a picture just under the limits: 12 MiB that are 64 million pixels. */
export async function photoForm(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE)
  for (let row = 0; row < SIDE; row += 15) randomBytes(SIDE).copy(pixels, row * SIDE)
  const photo = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const head = [
    '--photo',
    'Content-Disposition: form-data; name="photo"; filename="a.png"',
    'Content-Type: image/png',
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(head.join('\r\n')), photo, Buffer.from('\r\n--photo--\r\n')])
}
