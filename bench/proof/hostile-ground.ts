// Targets of hostile callers: the routes that they can call, a quiet business with a running route, and a business of
// their own.
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { type App, writeTo } from '../../src/app/context.ts'
import { createDriver } from '../../src/app/fleet/create-driver.ts'
import type { OrderOut } from '../../src/contract/order.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { driverToken, driverPageToken } from '../../test/helpers/links.ts'
import { type ServedRoute, servedRoutes } from '../../test/helpers/served-routes.ts'
import { z } from 'zod'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { csrfToken, openSession, sessionOf } from '../../src/app/people/sign-in/session.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { officeEndpoints } from '../../src/contract/all.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { urlOf } from '../../src/http/serve.ts'
import { tomorrow } from './mixed-load.ts'
import { newShop } from './shops.ts'
import type { AttackedRoute, Caller, HeldLinks } from './hostile-calls.ts'

const ATTACKED_PATHS = /^\/(office\/api|api\/v1|d\/:token|d\/home\/:token|t\/:token|r\/:token|sms|files|brand)\b/

/**
 * Returns whether the route is for the office, a link, the API or texts. Pages and assets are the same for everyone.
 */
const isAttacked = ({ url }: ServedRoute): boolean => ATTACKED_PATHS.test(url) && url !== '/api/v1/openapi.json'

/** Paths where a caller's credentials matter. A stranger tries everything. */
export const PATHS_BY_CALLER: Record<Caller, RegExp> = {
  stranger: /^/,
  link: /^\/[dtr]\//,
  key: /^\/api\/v1\//,
  session: /^\/office\/api\//,
}

/** Input of each endpoint, keyed by the route that serves it. */
const INPUTS_BY_ROUTE = new Map(
  [
    ...apiBindings.map(({ endpoint }) => ({
      ...endpoint,
      at: `/api/v1${urlOf(endpoint)}`,
      example: endpoint.examples.body,
    })),
    ...officeEndpoints.map((endpoint) => ({ ...endpoint, at: `/office/api${urlOf(endpoint)}`, example: undefined })),
  ].map(({ method, at, query, body, example }) => {
    const asked = query ? (sampleOf(schemaOf(query)) as Record<string, unknown>) : {}
    const search = new URLSearchParams(
      Object.entries(asked).map(([name, value]) => [name, String(value)] as [string, string]),
    ).toString()
    return [
      `${method} ${at}`,
      { query: search && `?${search}`, body: example ?? (body ? sampleOf(schemaOf(body)) : undefined) },
    ]
  }),
)

function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
}

/** Returns a value that a schema accepts, as far as types and names determine it. */
function sampleOf(schema: Schema, name = ''): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return sampleOf(first, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties)
    return Object.fromEntries(
      (schema.required ?? []).map((member) => [member, sampleOf(schema.properties?.[member] ?? {}, member)]),
    )
  if (schema.type === 'array') return schema.minItems ? [sampleOf(schema.items ?? {}, name)] : []
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (/uuids?$/.test(name)) return randomUUID()
  return /date|day|^from$|^to$/.test(name) ? tomorrow() : /email/.test(name) ? 'a@b.test' : 'x'
}

/** Returns the attacked routes. Excludes methods that the service refuses with 405 before it reads the request. */
export async function attackedRoutes(of: FastifyInstance, origin: string): Promise<AttackedRoute[]> {
  const routes = (await servedRoutes(of)).filter(isAttacked)
  const taken = await Promise.all(
    routes.map(async ({ method, url }) => {
      const { status, body } = await fetch(origin + url, { method, redirect: 'manual' })
      await body?.cancel()
      return status !== 405
    }),
  )
  return routes
    .filter((_, i) => taken[i])
    .map((route) => ({
      ...route,
      ...(INPUTS_BY_ROUTE.get(`${route.method} ${route.url}`) ?? { query: '', body: undefined }),
    }))
}

export interface HostileBusiness {
  /** Returns headers of a valid key or session. Revoked and ended ones are replaced. */
  credentials(of: 'key' | 'session'): Record<string, string>
  renew(of: 'key' | 'session'): Promise<void>
}

/** Number of keys and of sessions of an owner, so that the limits of one don't end all attacks. */
const CREDENTIALS_PER_KIND = 8

export async function createHostileBusiness(app: App): Promise<HostileBusiness> {
  const { businessId } = await newShop(app)
  const email = `hostile-${businessId}@office.test`
  const { userId } = await createUser(app, businessId, {
    email,
    name: 'Hostile',
    role: 'OWNER',
    password: randomUUID(),
  })
  const makeKey = async () => {
    const { apiKey } = await createKey(app, { businessId, name: 'hostile' })
    return { authorization: `Bearer ${apiKey}` }
  }
  const makeSession = async (): Promise<Record<string, string>> => {
    const token = await writeTo(app, businessId, (tx) => openSession(app, tx, userId))
    const session = await sessionOf(app, token)
    if (!session) throw new Error('no session was opened')
    return { cookie: `roundsman=${token}`, 'x-csrf-token': csrfToken(app, session), 'sec-fetch-site': 'same-origin' }
  }
  const make = { key: makeKey, session: makeSession }
  const all = async (of: 'key' | 'session') =>
    Promise.all(Array.from({ length: CREDENTIALS_PER_KIND }, (): Promise<Record<string, string>> => make[of]()))
  const held = { key: await all('key'), session: await all('session') }
  let next = 0
  return {
    credentials: (of) => held[of][next++ % CREDENTIALS_PER_KIND] ?? {},
    renew: async (of) => void (held[of][next++ % CREDENTIALS_PER_KIND] = await make[of]()),
  }
}

export interface QuietBusiness {
  apiKey: string
  /** Paths that it reads, whose responses stay the same. */
  paths: string[]
  /** Links to its route and to one of its deliveries. */
  links: HeldLinks
}

const ORDERS = 60

export async function createQuietBusiness(app: App, origin: string): Promise<QuietBusiness> {
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
  // The expected arrivals lie more than a day ahead, so they stay the same during the run.
  const date = tomorrow(Date.now() + 86_400_000)
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
      home: await driverPageToken({ app }, businessId, driverId),
      customer: new URL(stop?.tracking_url ?? '').pathname.split('/').at(-1) ?? '',
      stops: route.stops.map(({ stop_uuid }) => stop_uuid),
      photo: null,
    },
  }
}

const SIDE = 7_990

/** Returns a form with a picture just below the limits: 12 MiB, 64 million pixels. */
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
