// Calls every office endpoint with IDs of another business in its path and body, generated from the endpoint's schemas.
// Paths must return 404, bodies the same as for an unknown ID, and no list may contain such an ID.
import { z } from 'zod'
import type { App } from '../../src/app/context.ts'
import { createDriver } from '../../src/app/fleet/create-driver.ts'
import type { OfficeEndpoint } from '../../src/contract/endpoint.ts'
import { defaultMapping } from '../../src/domain/connectors/connector.ts'
import { insertConnector } from '../../src/store/connectors/connectors.ts'
import { storePayload } from '../../src/store/connectors/payloads.ts'
import { insertImport } from '../../src/store/orders/imports.ts'
import { insertBuild } from '../../src/store/routes/builds.ts'
import { insertBuildProposal } from '../../src/store/routes/build-proposals.ts'
import { insertReply } from '../../src/store/messages/replies.ts'
import { insertReplan } from '../../src/store/routes/replans.ts'
import { addToStep, type UndoStep } from '../../src/store/undo/undo-steps.ts'
import { insertPasskey } from '../../src/store/users/passkeys.ts'
import { type Office, signedIn } from '../../test/helpers/office.ts'
import { tomorrow } from './mixed-load.ts'
import type { Scope } from '../../src/store/database.ts'
import { officeEndpoints } from '../../src/contract/all.ts'

export type Ids = Record<string, string>

/** Names of IDs, with a query for the IDs of a business. */
const IDS: Ids = {
  order_uuid: 'select order_uuid::text as id from orders',
  route_uuid: 'select route_uuid::text as id from routes',
  stop_uuid: 'select stop_uuid::text as id from stops',
  vehicle_uuid: 'select vehicle_uuid::text as id from vehicles',
  depot_uuid: 'select depot_uuid::text as id from depots',
  driver_uuid: 'select driver_uuid::text as id from drivers',
  zone_uuid: 'select zone_uuid::text as id from zones',
  user_uuid: 'select user_uuid::text as id from users',
  session_uuid: 'select session_uuid::text as id from sessions',
  passkey_uuid: 'select passkey_uuid::text as id from passkeys',
  key_uuid: 'select key_uuid::text as id from api_keys',
  endpoint_uuid: 'select endpoint_uuid::text as id from webhook_endpoints',
  connector_uuid: 'select connector_uuid::text as id from connectors',
  payload_uuid: 'select payload_uuid::text as id from connector_payloads',
  delivery_id: 'select delivery_id::text as id from webhook_deliveries',
  import_uuid: 'select import_uuid::text as id from imports',
  build_uuid: 'select build_uuid::text as id from build_proposals',
  reply_uuid: 'select reply_uuid::text as id from text_replies',
  recurring_order_uuid: 'select recurring_order_uuid::text as id from recurring_orders',
  replan_uuid: 'select replan_uuid::text as id from replans',
  step_uuid: 'select step_uuid::text as id from undo_steps',
  external_refs: 'select external_ref as id from orders',
}
const FLEET: Ids = { depots: 'depot_uuid', drivers: 'driver_uuid', vehicles: 'vehicle_uuid' }

/** Closed outline of an area. Like `MADE`, a valid value whose rules a schema doesn't describe completely. */
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
  email: 'proof@example.com',
}

export interface OfficeTenant {
  businessId: string
  url: string
  office: Office
  /** ID of one of each kind that it has. */
  ids: Ids
}

/** Returns an office user of a business that has one of everything. */
export async function createOfficeTenant(app: App, url: string, businessId: string): Promise<OfficeTenant> {
  const office = await signedIn({ app, url }, businessId)
  await createDriver(app, businessId, { name: 'Proof driver', phone: null, email: null, language: null })
  const { geometry, hours } = MADE
  await office.post('/zones', { name: 'Proof zone', geometry, hours, active: true, closures: [] })
  const address = { line1: '1 Proof Street', lat: 38.91, lng: -77.03 }
  await office.post('/recurring-orders', {
    external_ref: 'PROOF',
    order: { customer_name: 'Proof customer', address },
    // The first date is far in the future, so that the schedule creates no orders, which the proof counts.
    schedule: { unit: 'DAY', start_date: '12/01/2099' },
  })
  await stockOffice(app, businessId, office.session?.user.user_uuid ?? '')
  return { businessId, url, office, ids: await idsOf(app, businessId) }
}

/** Adds one of each kind of data that the office creates, in a transaction of the scope. */
export async function stockOffice(app: App, scope: Scope, userId: string): Promise<Ids> {
  const createdAt = app.clock()
  const replyId = app.newId()
  const importId = app.newId()
  const replan = newReplan(app)
  const build = newBuild(app)
  const step = newStep(app, userId)
  const connector = newConnector(app)
  await app.db.asBusiness(scope, async (tx) => {
    await insertPasskey(tx, newPasskey(app, userId))
    await insertImport(tx, { ...IMPORTED_FILE, importId, userId }, createdAt)
    await insertReplan(tx, replan)
    await insertConnector(tx, connector)
    await storePayload(tx, newPayload(app, connector))
    await addToStep(tx, step)
    await insertBuild(tx, build)
    const order = await tx
      .selectFrom('orders')
      .select('orderId')
      .where('businessId', '=', tx.businessId)
      .orderBy('routeId')
      .executeTakeFirst()
    if (order) await insertReply(tx, { replyId, ...order, body: 'Proof answer', providerId: 'proof' }, createdAt, 1)
    await insertBuildProposal(tx, {
      buildId: build.buildId,
      createdAt,
      expiresAt: replan.expiresAt,
      acceptedAt: null,
      body: { date: tomorrow() },
      basis: '',
      plan: {
        solution: { routes: [], unassigned: [], cost: 0, iterations: 0 },
        distances: DISTANCES,
        sources: [],
      },
    })
  })
  return {
    import_uuid: importId,
    replan_uuid: replan.replanId,
    build_uuid: build.buildId,
    step_uuid: step.stepId,
    reply_uuid: replyId,
  }
}

const IMPORTED_FILE = {
  fileName: 'proof.csv',
  content: Buffer.from('a\n1'),
  sheet: 0,
  headers: ['a'],
  lineCount: 1,
}

function newConnector(app: App) {
  const createdAt = app.clock()
  return {
    connectorId: app.newId(),
    kind: 'WEBHOOK' as const,
    name: 'Proof shop',
    mapping: defaultMapping('WEBHOOK', 'MONTH_FIRST'),
    sealedSecret: app.secrets.encrypt('proof'),
    madeBy: null,
    createdAt,
    updatedAt: createdAt,
  }
}

const newPayload = (app: App, { connectorId, createdAt }: ReturnType<typeof newConnector>) => ({
  payloadId: app.newId(),
  connectorId,
  sourceRef: 'PROOF',
  body: { external_ref: 'PROOF' },
  changedAt: null,
  receivedAt: createdAt,
})

function newReplan(app: App) {
  const createdAt = app.clock()
  return {
    replanId: app.newId(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 3_600_000),
    acceptedAt: null,
    basis: { routes: [], orders: {} },
    plans: [],
  }
}

const DISTANCES = { source: 'straight_line', estimated: true, estimateReason: 'NO_PROVIDER' } as const

function newBuild(app: App) {
  const figures = { routes: 0, stops: 0, unassigned: 0, meters: 0, driveSeconds: 0, crossings: 0 }
  const evenness = { shortestSeconds: 0, longestSeconds: 0, fewestStops: 0, mostStops: 0 }
  return {
    buildId: app.newId(),
    deliveryDate: tomorrow(),
    createdAt: app.clock(),
    madeAt: null,
    balance: 'FAIR' as const,
    seed: 1,
    engine: '',
    answer: { routes: [], unassigned: [], distances: DISTANCES, figures: { ...figures, ...evenness } },
    record: Buffer.of(),
  }
}

const newStep = (app: App, userId: string): UndoStep => ({
  stepId: app.newId(),
  userId,
  kind: 'ORDERS_MOVED',
  doneAt: app.clock(),
  settlesAt: null,
  detail: [],
  isUndo: false,
  permission: 'changeOrders',
  count: 1,
  day: null,
})

const newPasskey = (app: App, userId: string) => ({
  passkeyId: app.newId(),
  userId,
  credential: Buffer.from(app.newId()),
  publicKey: Buffer.of(),
  counter: 0,
  transports: [],
  synced: false,
  name: 'Proof passkey',
  createdAt: app.clock(),
  challengedAt: app.clock().getTime(),
})

async function idsOf(app: App, businessId: string): Promise<Ids> {
  const ids: Ids = {}
  for (const [name, query] of Object.entries(IDS)) {
    const [row] = await app.db.query<{ id: string }>(`${query} where business_uuid = $1 limit 1`, [businessId])
    if (!row) throw new Error(`a business has no ${name}`)
    ids[name] = row.id
  }
  return ids
}

/** Signs in as `own` and calls the endpoints with IDs of the other business. Returns the faults. */
export async function officeFaults(
  own: OfficeTenant,
  theirs: Pick<OfficeTenant, 'ids'>,
  endpoints: readonly OfficeEndpoint[] = officeEndpoints,
): Promise<{ calls: number; faults: string[] }> {
  const faults: string[] = []
  const theirIds = theirs.ids
  const ownIds = { ...own.ids, ...(await versionOf(own)) }
  let calls = 0
  const call = (endpoint: OfficeEndpoint, ids: Ids) => {
    calls++
    return send(own, endpoint, ids)
  }
  for (const endpoint of endpoints) {
    const place = `${endpoint.method} ${endpoint.path}`
    const asked = idsTakenBy(endpoint)
    for (const name of asked.filter((each) => each in theirIds)) {
      // Try one foreign ID among own IDs, and all IDs foreign.
      for (const foreign of [
        { ...ownIds, [name]: theirIds[name] ?? '' },
        { ...ownIds, ...theirIds },
      ]) {
        const nobodys = Object.fromEntries(
          Object.entries(foreign).map(([each, id]) => [each, id === ownIds[each] ? id : unknownIdNear(id)]),
        )
        const [answer, none] = [await call(endpoint, foreign), await call(endpoint, nobodys)]
        const { status, text } = answer
        if (endpoint.path.includes(name) ? status !== 404 : status === 400)
          faults.push(`${place} with another's ${name} answered ${status} ${text}`)
        else if (status !== none.status || withoutSentIds(text, foreign) !== withoutSentIds(none.text, nobodys))
          faults.push(`${place}: another's ${name} is told from nobody's: ${text} ${none.text}`)
      }
    }
    if (asked.length > 0 || endpoint.method !== 'GET' || NOT_READ.has(endpoint.path)) continue
    const { status, text } = await call(endpoint, ownIds)
    if (status !== 200) faults.push(`${place} answered ${status} ${text}`)
    for (const [name, id] of Object.entries(theirIds))
      if (text.includes(id)) faults.push(`${place} shows another's ${name}`)
  }
  return { calls, faults }
}

/** Returns the version of the tenant's first route, which the body of a manual change must contain. */
async function versionOf({ office }: OfficeTenant): Promise<Ids> {
  const { body } = await office.get<{ routes: { version: string }[] }>(`/day?date=${tomorrow()}`)
  return { version: body.data.routes[0]?.version ?? '' }
}

/**
 * Endpoints without a check: the stream of changes, which stays open; the log of the calls made here, which contains
 * their IDs; and labels, which need one of several parameters.
 */
const NOT_READ = new Set(['/changes', '/api-requests', '/labels.pdf'])

interface Answer {
  status: number
  text: string
}

/** An unknown ID that sorts like the other ID. */
const unknownIdNear = (id: string): string => id.slice(0, -1) + (id.endsWith('0') ? '1' : '0')

/** The response without the IDs that were sent. */
const withoutSentIds = (text: string, ids: Ids): string =>
  Object.values(ids).reduce((rest, id) => rest.replaceAll(id, 'ID'), text)

async function send({ url, office }: OfficeTenant, endpoint: OfficeEndpoint, ids: Ids): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[idName(name, endpoint.path)] ?? name)
  const query = endpoint.query ? `?${new URLSearchParams(example(endpoint.query, ids) as Ids).toString()}` : ''
  const response = await fetch(`${url}/office/api${path}${query}`, {
    method: endpoint.method,
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      ...(endpoint.body && { 'content-type': 'application/json' }),
    },
    ...(endpoint.body && { body: JSON.stringify(example(endpoint.body, ids)) }),
  })
  return { status: response.status, text: await response.text() }
}

/** Returns the IDs that the endpoint takes, in its path or its body. */
function idsTakenBy({ path, body }: OfficeEndpoint): string[] {
  const asked = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => idName(name ?? '', path)))
  if (body) example(body, IDS, asked)
  return [...asked]
}

/**
 * Returns the name of an ID in `IDS`. A list of IDs has the singular name, and IDs in fleet paths depend on the kind.
 */
const idName = (name: string, path = ''): string => {
  const one = name.replace(/s$/, '')
  const kind = FLEET[path.split('/')[1] ?? '']
  return [name, one, one.replace(/_id$/, '_uuid')].find((each) => each in IDS) ?? ((name === 'id' && kind) || name)
}

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

/** The schema of the value that is not null. */
const nonNullSchema = (part: Schema): Schema => (part.anyOf?.[0] ? nonNullSchema(part.anyOf[0]) : part)

/** Returns a value of the schema with these IDs, and adds the names of the IDs to `taken`. */
function example(schema: z.ZodType, ids: Ids, taken = new Set<string>()): unknown {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const of = (part: Schema, name: string): unknown => {
    if (part.$ref) return of(whole.$defs?.[part.$ref.split('/').at(-1) ?? ''] ?? {}, name)
    if (name in MADE) return MADE[name]
    if (name === 'date') return tomorrow()
    if (name === 'version') return part.type === 'string' ? (ids.version ?? '') : 1
    if (name === 'versions') return { [ids.route_uuid ?? '']: ids.version ?? '' }
    const list = nonNullSchema(part)
    if (list.type === 'array' && part !== list) return of(list, name)
    const id = ids[idName(name)]
    if (id && part.type !== 'array') {
      taken.add(idName(name))
      return id
    }
    if (part.example !== undefined) return part.example
    if (part.const !== undefined) return part.const
    if (part.enum) return part.enum[0]
    const [first] = part.anyOf ?? part.allOf ?? []
    if (first) return of(first, name)
    if (part.type === 'object') {
      const members = Object.entries(part.properties ?? {})
      const filled = members.filter(([each]) => part.required?.includes(each) || ids[idName(each)])
      return Object.fromEntries(filled.map(([each, member]) => [each, of(member, each)]))
    }
    if (part.type === 'array')
      return Array.from({ length: part.minItems ?? (id ? 1 : 0) }, () => of(part.items ?? {}, name))
    if (part.type === 'number' || part.type === 'integer') return Math.max(part.minimum ?? 1, 1)
    if (part.type === 'boolean') return true
    return 'x'.repeat(Math.max(1, part.minLength ?? 1))
  }
  return of(whole, '')
}
