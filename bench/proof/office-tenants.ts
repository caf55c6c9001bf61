// Every endpoint of the office with ids of another business in its path and its body, made up from the endpoint's own
// schemas: 404, as for what nobody has.
import { globSync } from 'node:fs'
import { z } from 'zod'
import type { App } from '../../src/app/context.ts'
import { createDriver } from '../../src/app/setup/create-driver.ts'
import type { OfficeEndpoint } from '../../src/contract/office/endpoint.ts'
import { insertImport } from '../../src/store/imports.ts'
import { type Office, signedIn } from '../../test/helpers/office.ts'

/** Names of the ids in paths, and where the other business's is found. */
const IDS: Record<string, string> = {
  order_uuid: 'select order_uuid::text as id from orders',
  route_uuid: 'select route_uuid::text as id from routes',
  stop_uuid: 'select stop_uuid::text as id from stops',
  vehicle_uuid: 'select vehicle_uuid::text as id from vehicles',
  depot_uuid: 'select depot_uuid::text as id from depots',
  driver_uuid: 'select driver_uuid::text as id from drivers',
  zone_uuid: 'select zone_uuid::text as id from zones',
  user_uuid: 'select user_uuid::text as id from users',
  key_uuid: 'select key_uuid::text as id from api_keys',
  endpoint_uuid: 'select endpoint_uuid::text as id from webhook_endpoints',
  delivery_id: 'select delivery_id::text as id from webhook_deliveries',
  import_uuid: 'select import_uuid::text as id from imports',
}
const FLEET: Record<string, string> = { depots: 'depot_uuid', drivers: 'driver_uuid', vehicles: 'vehicle_uuid' }

/** What a schema can't say of itself. */
const RING = [
  [-77.1, 38.9],
  [-77, 38.9],
  [-77, 39],
  [-77.1, 38.9],
]
const MADE: Record<string, unknown> = {
  geometry: { type: 'Polygon', coordinates: [RING] },
  hours: [{ start: '09:00', end: '17:00' }, null, null, null, null, null, null],
  shift_end: '23:59',
}

export interface OfficeTenant {
  businessId: string
  office: Office
}

/** Someone at the office of a business that has one of everything. */
export async function officeOf(app: App, url: string, businessId: string): Promise<OfficeTenant> {
  const office = await signedIn({ app, url }, businessId)
  await createDriver(app, businessId, { name: 'Proof driver', phone: null, email: null })
  const { geometry, hours } = MADE
  await office.post('/zones', { name: 'Proof zone', geometry, hours, active: true, closures: [] })
  const userId = office.session?.user.user_uuid ?? ''
  const file = {
    importId: app.newId(),
    fileName: 'proof.csv',
    content: Buffer.from('a\n1'),
    headers: ['a'],
    lineCount: 1,
  }
  await app.db.asBusiness(businessId, (tx) => insertImport(tx, businessId, { ...file, userId }, app.clock()))
  return { businessId, office }
}

export async function officeFaults(
  app: App,
  own: OfficeTenant,
  theirs: OfficeTenant,
): Promise<{ calls: number; faults: string[] }> {
  const ids: Record<string, string> = {}
  const faults: string[] = []
  for (const [name, query] of Object.entries(IDS)) {
    const [row] = await app.db.query<{ id: string }>(`${query} where business_uuid = $1 limit 1`, [theirs.businessId])
    if (row) ids[name] = row.id
    else faults.push(`the other business has no ${name}`)
  }
  let calls = 0
  for (const endpoint of await officeEndpoints()) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    if (names.length === 0) continue
    const kind = FLEET[endpoint.path.split('/')[1] ?? '']
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ids[kind ?? ''] ?? name)
    const body = endpoint.body ? example(endpoint.body, ids) : undefined
    const { status, body: answer } = await own.office.send(endpoint.method, path, body)
    calls++
    if (status !== 404) faults.push(`${endpoint.method} ${endpoint.path} answered ${status} ${answer.message}`)
  }
  return { calls, faults }
}

async function officeEndpoints(): Promise<OfficeEndpoint[]> {
  const files = globSync(new URL('../../src/contract/office/*.ts', import.meta.url).pathname)
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

const isEndpoint = (value: unknown): value is OfficeEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'role' in value

interface Schema {
  type?: string
  example?: unknown
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  allOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
  required?: string[]
  properties?: Record<string, Schema>
}

/** A value of the schema, with the other business's ids where it asks for ids. */
function example(schema: z.ZodType, ids: Record<string, string>): unknown {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const of = (part: Schema, name: string): unknown => {
    if (part.$ref) return of(whole.$defs?.[part.$ref.split('/').at(-1) ?? ''] ?? {}, name)
    if (name in MADE) return MADE[name]
    const id = ids[name.replace(/s$/, '')]
    if (id && part.type !== 'array') return id
    if (part.example !== undefined) return part.example
    if (part.const !== undefined) return part.const
    if (part.enum) return part.enum[0]
    const [first] = part.anyOf ?? part.allOf ?? []
    if (first) return of(first, name)
    if (part.type === 'object')
      return Object.fromEntries((part.required ?? []).map((each) => [each, of(part.properties?.[each] ?? {}, each)]))
    if (part.type === 'array') return Array.from({ length: part.minItems ?? 0 }, () => of(part.items ?? {}, name))
    if (part.type === 'number' || part.type === 'integer') return Math.max(part.minimum ?? 1, 1)
    if (part.type === 'boolean') return true
    return 'x'.repeat(Math.max(1, part.minLength ?? 1))
  }
  return of(whole, '')
}
