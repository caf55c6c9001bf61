// The real service for a test file, with its own database, its own port on loopback, and replaced ports to the outside. Every
// response is checked against the description of the API.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import type { App } from '../../src/app/context.ts'
import type { Solver } from '../../src/app/ports/solver.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { compose, type Running } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { API_PREFIX } from '../../src/http/server.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { assertConforms } from './conformity.ts'
import { loginOf, testDatabase } from './database.ts'

export const TEST_SECRET = 'a secret for tests only, 32 characters and more'

const STEPS = 1000
const MAX_SECONDS = 3

const silent = { info: () => {}, warn: () => {}, error: () => {} }

export interface Service {
  app: App
  url: string
  running: Running
  databaseUrl: string
  /** Functions that each end one process on this database, including the processes that `beside` started. */
  besides: (() => Promise<void>)[]
  /** Creates a business with a key. Tests of one file never share a business. */
  business(settings?: { timeZone?: string }): Promise<Client>
}

/**
 * Starts the service, which ends with the test file. Jobs run only if `jobs` is set; otherwise, a test runs them itself.
 * If `beside` is set, starts a second process of that service on the same database.
 * Prints bugs (5xx), because the author of a test that causes one needs to see it.
 */
export async function startService(
  options: { replaced?: Partial<App>; jobs?: boolean; env?: Record<string, string>; beside?: Service } = {},
): Promise<Service> {
  const { url: databaseUrl, drop } = options.beside
    ? { url: options.beside.databaseUrl, drop: async () => {} }
    : await testDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'roundsman-service-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: TEST_SECRET,
    PUBLIC_URL: 'http://roundsman.test',
    DATABASE_POOL: '10',
    SOLVER_THREADS: '1',
    RATE_LIMIT_SCALE: '1000',
    ...options.env,
  })
  const log = options.replaced?.log ?? {
    ...silent,
    error: (fields: Record<string, unknown>, message: string) => console.error(message, fields.err),
  }
  const running = compose(config, loginOf(databaseUrl), config.appSecret ?? '', log, options.replaced)
  if (!options.replaced?.solver) running.app.solver = ofFewSteps(running.app.solver)
  const owner = openDatabase(databaseUrl, 2, () => {})
  const server = await running.server()
  await server.listen({ port: 0, host: '127.0.0.1' })
  if (options.jobs) await running.startJobs()
  const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const close = async () => {
    await server.close()
    await running.close()
    await owner.close()
    await rm(dataDir, { recursive: true })
  }
  const besides = [close]
  if (options.beside) options.beside.besides.push(close)
  else
    after(async () => {
      await Promise.all(besides.map((end) => end()))
      await drop()
    })
  return {
    besides,
    app: asOwner(running.app, owner),
    url: origin,
    running,
    databaseUrl,
    business: async ({ timeZone = 'America/New_York' } = {}) => {
      const { businessId } = await createBusiness(running.app, { name: 'Test business', timeZone })
      // Without quiet hours, so that tests can send messages at any time of day.
      await running.app.db.query(
        'update businesses set quiet_start = null, quiet_end = null where business_uuid = $1',
        [businessId],
      )
      const { apiKey, keyId } = await createKey(running.app, { businessId, name: 'test' })
      return clientOf(origin, businessId, apiKey, keyId)
    },
  }
}

/** The service's app, in which a test's own queries run as the database owner, without the service's restrictions. */
function asOwner(app: App, owner: Database): App {
  const query: Database['query'] = (text, values) => owner.query(text, values)
  const replacing = <T extends object>(target: T, member: string, by: (value: unknown) => unknown): T =>
    new Proxy(target, {
      get: (of, name, receiver) => {
        const value: unknown = Reflect.get(of, name, receiver)
        return name === member ? by(value) : value
      },
    })
  return replacing(app, 'db', (db) => replacing(db as Database, 'query', () => query))
}

/**
 * Replaces search limits of up to one second, which is the default, by a number of steps. The result is as good for a few stops,
 * and is the same on a busy machine unless the steps take more than `MAX_SECONDS`.
 */
function ofFewSteps(solver: Solver): Solver {
  return {
    ...solver,
    solve: (owner, problem, call) => {
      const { seconds = 1, ...others } = call
      const keepsLimit = seconds > 1 || call.iterations !== undefined
      const bySteps = { ...others, iterations: STEPS, seconds: MAX_SECONDS }
      return solver.solve(owner, problem, keepsLimit ? call : bySteps)
    },
  }
}

/** `T` is the type that the test expects of `data`, with wire names. */
export interface Answer<T> {
  status: number
  headers: Headers
  body: JsonBody<T>
}

export interface JsonBody<T> {
  data: T
  message: string
  statusCode: number
  details: { code: string; fields: string[] } & Record<string, unknown>
  next_cursor: string | null
}

export type Json = Record<string, unknown>

export interface Client {
  businessId: string
  apiKey: string
  keyId: string
  get<T = Json>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  /** Sends a new Idempotency-Key unless `headers` has one. */
  post<T = Json>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  patch<T = Json>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  delete<T = Json>(path: string): Promise<Answer<T>>
  /** The same caller through another process of the service. */
  by(service: Service): Client
}

export function clientOf(origin: string, businessId: string, apiKey: string, keyId: string): Client {
  const send = async <T>(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer<T>> => {
    const response = await fetch(`${origin}${API_PREFIX}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer = { status: response.status, headers: response.headers, body: (await response.json()) as JsonBody<T> }
    assertConforms(method, path, { ...answer, sent: typeof body === 'string' ? undefined : body })
    return answer
  }
  return {
    businessId,
    apiKey,
    keyId,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: (path, body, headers = {}) => send('POST', path, body, keyed(headers)),
    patch: (path, body, headers = {}) => send('PATCH', path, body, keyed(headers)),
    delete: (path) => send('DELETE', path, undefined, {}),
    by: (service) => clientOf(service.url, businessId, apiKey, keyId),
  }
}

const keyed = (headers: Record<string, string>) => ({ 'idempotency-key': randomUUID(), ...headers })
