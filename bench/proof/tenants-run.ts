// Calls every operation of openapi.json with every kind of ID of another business. Each must return the same 404 as for
// an unknown ID, and no row of that business may change or appear.
import type { App } from '../../src/app/context.ts'
import { endTestDay, insertTestDay } from '../../src/store/test-days/test-days.ts'
import { randomUUID } from 'node:crypto'
import { type Caller, createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { officeFaults, createOfficeTenant } from './office-tenants.ts'
import { type Operation, operations } from './operations.ts'
import { addVan, newShop } from './shops.ts'

export interface TenantsResult {
  calls: number
  operations: number
  /** Number of office calls with IDs of the other business. */
  officeCalls: number
  faults: string[]
}

type Ids = Record<string, string>

/** The smallest possible PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function runTenantsProof(databaseUrl: string): Promise<TenantsResult> {
  const service = await inProcess(databaseUrl)
  try {
    const [theirs, own] = [await createStockedBusiness(service), await createStockedBusiness(service)]
    const url = new URL(service.api).origin
    const offices = {
      own: await createOfficeTenant(service.app, url, own.businessId),
      theirs: await createOfficeTenant(service.app, url, theirs.businessId),
    }
    // Calls are logged with a delay. Write the other business's own log now, so that its rows don't change later.
    await service.app.callLog.flush()
    const before = await rowsOf(service.app, theirs.businessId)
    const faults: string[] = []
    let calls = 0
    const call = async (operation: Operation, ids: Ids) => {
      calls++
      return send(service.api, own.apiKey, operation, ids)
    }
    const all = operations()
    for (const operation of all) {
      for (const id of operation.ids) {
        // Try one foreign ID among own IDs, and all IDs foreign.
        for (const foreign of [{ ...own.ids, [id]: theirs.ids[id] ?? '' }, theirs.ids]) {
          const nobodys = Object.fromEntries(Object.keys(foreign).map((name) => [name, randomUUID()]))
          const [answer, none] = [await call(operation, foreign), await call(operation, { ...foreign, ...nobodys })]
          if (answer.status !== 404) faults.push(`${operation.id} with another's ${id} answered ${answer.status}`)
          else if (answer.text !== none.text && foreign === theirs.ids)
            faults.push(`${operation.id}: the response differs between an ID of another business and an unknown ID`)
        }
      }
      // The list of the own calls contains their paths, which include foreign IDs.
      if (operation.ids.length > 0 || operation.method !== 'GET' || operation.id === 'listCalls') continue
      const { text } = await call(operation, {})
      for (const [name, id] of Object.entries(theirs.ids))
        if (text.includes(id)) faults.push(`${operation.id} shows another's ${name}`)
    }
    for (const body of [
      { date: tomorrow(), external_refs: [theirs.ids.external_ref] },
      { date: tomorrow(), vehicle_ids: [theirs.ids.vehicle_uuid] },
      { date: tomorrow(), depot_id: theirs.ids.depot_uuid },
    ]) {
      const build = all.find(({ id }) => id === 'buildRoutes')
      if (!build) throw new Error('there is no build')
      const { status } = await call({ ...build, body: { kind: 'json', example: body } }, {})
      if (status !== 404) faults.push(`a build with another's ${Object.keys(body)[1]} answered ${status}`)
    }
    const office = await officeFaults(offices.own, offices.theirs)
    faults.push(...office.faults)
    const after = await rowsOf(service.app, theirs.businessId)
    for (const [table, rows] of before) if (after.get(table) !== rows) faults.push(`rows of ${table} changed`)
    return { calls, operations: all.length, officeCalls: office.calls, faults }
  } finally {
    await service.close()
  }
}

/** Creates a past test day of any business. Only access to it is checked. */
async function createPastTestDay(app: App, businessId: string): Promise<string> {
  const testDayId = app.newId()
  const now = app.clock()
  const shares = { failedShare: 0, lateShare: 0, offlineShare: 0, undoneShare: 0 }
  const times = { virtualNow: now, virtualStart: now, createdAt: now, nextAt: null, endedAt: null }
  await app.db.asBusiness(businessId, async (tx) => {
    const day = { testDayId, day: '2026-01-05', seed: 1, speed: null, status: 'RUNNING' as const, drivers: [] }
    await insertTestDay(tx, { ...day, ...shares, ...times })
    await endTestDay(tx, testDayId, 'STOPPED', now)
  })
  return testDayId
}

/** Creates a business with one of each kind of data that has an ID. */
async function createStockedBusiness({
  app,
  api,
}: InProcess): Promise<{ businessId: string; apiKey: string; ids: Ids }> {
  const { businessId, apiKey } = await newShop(app)
  const own: Caller = createCaller([api.replace('/api/v1', '')], apiKey, businessId)
  const ref = randomUUID()
  const place = { line1: '1 Proof Street', lat: 38.91, lng: -77.03 }
  const order = { external_ref: ref, customer_name: 'Proof customer', address: place, delivery_date: tomorrow() }
  await own.write('/orders', order, 201)
  const url = `https://hooks.example.com/${randomUUID()}`
  const { data: endpoint } = await own.write('/webhooks/subscriptions', { url }, 201)
  const built = await own.write('/routes/build', { date: tomorrow(), external_refs: [ref] }, 201)
  const [route] = built.data.routes as { route_uuid: string; stops: { stop_uuid: string }[] }[]
  await own.write(`/routes/${route?.route_uuid}/dispatch`, undefined, 200)
  // One vehicle stays free for builds. Otherwise the service would refuse builds before it reads any data.
  await addVan(app, businessId)
  const [row] = await app.db.query<{ deliveryId: string; vehicleId: string; depotId: string }>(
    `select d.delivery_id, v.vehicle_uuid, p.depot_uuid from webhook_deliveries d
     join vehicles v using (business_uuid) join depots p using (business_uuid) where business_uuid = $1 limit 1`,
    [businessId],
  )
  if (own.faults.length > 0 || !row) throw new Error(own.faults.join('\n'))
  const ids = {
    external_ref: ref,
    route_uuid: route?.route_uuid ?? '',
    stop_uuid: route?.stops[0]?.stop_uuid ?? '',
    endpoint_uuid: String(endpoint.endpoint_uuid),
    delivery_id: row.deliveryId,
    test_day_uuid: await createPastTestDay(app, businessId),
    vehicle_uuid: row.vehicleId,
    depot_uuid: row.depotId,
  }
  return { businessId, apiKey, ids }
}

async function send(api: string, apiKey: string, operation: Operation, ids: Ids) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
  const query = operation.queries.includes('date') && operation.id === 'listRoutes' ? `?date=${tomorrow()}` : ''
  const { body } = operation
  const form = new FormData()
  if (body?.kind === 'form') form.append('photo', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png')
  const response = await fetch(`${api}${path}${query}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(operation.keyed && { 'idempotency-key': randomUUID() }),
      ...(body?.kind === 'json' && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body.kind === 'json' ? JSON.stringify(body.example) : form }),
  })
  return { status: response.status, text: await response.text() }
}

/** Returns all rows of the business, one text per table. Omits `rate_counts`, which each call changes. */
async function rowsOf(app: App, businessId: string): Promise<Map<string, string>> {
  const tables = await app.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_uuid' and table_name <> 'rate_counts'`,
    [],
  )
  const rows = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await app.db.query<{ text: string | null }>(
      `select string_agg(t::text, '|' order by t::text) as text from ${name} t where business_uuid = $1`,
      [businessId],
    )
    rows.set(name, row?.text ?? '')
  }
  return rows
}
