// Calls every office endpoint as a dispatcher who is restricted to one depot, with IDs of another depot of the same
// business. The response must be the same as for an unknown ID, no list may contain data of the other depot, and none
// of its rows may change.
import type { App } from '../../src/app/context.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { createDriver } from '../../src/app/fleet/create-driver.ts'
import { createVehicle } from '../../src/app/fleet/create-vehicle.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { officeEndpoints } from '../../src/contract/all.ts'
import { roleHasPermission } from '../../src/domain/users/permissions.ts'
import { type Office, PASSWORD, visitor } from '../../test/helpers/office.ts'
import { type Caller, createCaller } from './caller.ts'
import { inProcess } from './in-process.ts'
import { tomorrow } from './mixed-load.ts'
import { type Ids, officeFaults, type OfficeTenant, stockOffice } from './office-tenants.ts'
import { newShop } from './shops.ts'

export interface DepotsResult {
  calls: number
  endpoints: number
  /** Number of rows that refer to the other depot. */
  rows: number
  faults: string[]
}

const ROLE = 'DISPATCHER'

/** Endpoints that the dispatcher may use. Excludes those of other roles and those of data that all depots share. */
const endpoints = officeEndpoints.filter(
  ({ permission, wholeBusiness }) =>
    permission !== null && permission !== 'any' && roleHasPermission(ROLE, permission) && !wholeBusiness,
)

export async function runDepotsProof(databaseUrl: string): Promise<DepotsResult> {
  const service = await inProcess(databaseUrl)
  const { app, api } = service
  try {
    const { businessId, apiKey } = await newShop(app)
    const url = new URL(api).origin
    const key = createCaller([url], apiKey, businessId)
    const north = await createStockedDepot({ app, url, businessId, key }, 'North')
    const south = await createStockedDepot({ app, url, businessId, key }, 'South')
    const before = await findRowsWithIds(app, businessId, south.ids)
    const { calls, faults } = await officeFaults(north, south, endpoints)
    faults.push(...key.faults, ...(await listFaults(north, south)))
    const after = await findRowsWithIds(app, businessId, south.ids)
    for (const [table, rows] of before)
      if (String(after.get(table)) !== String(rows)) faults.push(`rows of ${table} changed`)
    const rows = [...before.values()].reduce((sum, { length }) => sum + length, 0)
    return { calls, endpoints: endpoints.length, rows, faults }
  } finally {
    await service.close()
  }
}

interface Shop {
  app: App
  url: string
  businessId: string
  key: Caller
}

/** Creates a depot with one of each kind of data that belongs to a depot, and a dispatcher who works only for it. */
async function createStockedDepot({ app, url, businessId, key }: Shop, name: string): Promise<OfficeTenant> {
  const at = { lat: name === 'North' ? 38.95 : 38.85, lng: -77.03 }
  const { depotId } = await createDepot(app, businessId, { name: `${name} depot`, address: null, ...at })
  const driver = { name: `${name} driver`, phone: null, email: null, language: null }
  const { driverId } = await createDriver(app, businessId, driver)
  const vehicles: string[] = []
  // One of the vehicles gets no route, so that builds have a free vehicle.
  for (const each of ['van', 'truck'])
    vehicles.push(
      (
        await createVehicle(app, businessId, {
          name: `${name} ${each}`,
          capacityLbs: null,
          temperatureClasses: ['DRY'],
          shiftStart: '00:00',
          shiftEnd: '23:59',
          maxStops: null,
          driverId,
          depotId,
        })
      ).vehicleId,
    )
  const refs = [1, 2].map((number) => `${name.toUpperCase()}-${number}`)
  for (const ref of refs)
    await key.write(
      '/orders',
      {
        external_ref: ref,
        customer_name: `${name} customer`,
        customer_phone: '+12025550101',
        address: { line1: `1 ${name} Street`, ...at },
        delivery_date: tomorrow(),
      },
      201,
    )
  const asked = { date: tomorrow(), external_refs: refs, vehicle_ids: vehicles.slice(0, 1) }
  const [route] = (await key.write('/routes/build', asked, 201)).data.routes as {
    route_uuid: string
    stops: { stop_uuid: string; order_uuid: string; external_ref: string }[]
  }[]
  const [first, second] = route?.stops ?? []
  if (!route || !first || !second) throw new Error(`no route: ${key.faults.join()}`)
  await key.write(`/routes/${route.route_uuid}/dispatch`, undefined, 200)
  await key.write(
    `/routes/${route.route_uuid}/stops/${second.stop_uuid}/status`,
    { status: 'FAILED', reason: 'Nobody there' },
    200,
  )

  const email = `${name.toLowerCase()}@proof.example`
  const input = { email, name: `${name} dispatcher`, role: ROLE, depots: [depotId], password: PASSWORD } as const
  const { userId } = await createUser(app, businessId, input)
  const office = await signInToOffice({ url }, email)
  return {
    businessId,
    url,
    office,
    ids: {
      depot_uuid: depotId,
      driver_uuid: driverId,
      vehicle_uuid: vehicles[0] ?? '',
      route_uuid: route.route_uuid,
      stop_uuid: first.stop_uuid,
      order_uuid: first.order_uuid,
      external_refs: first.external_ref,
      ...(await stockOffice(app, { businessId, depots: [depotId] }, userId)),
    },
  }
}

async function signInToOffice(service: { url: string }, email: string): Promise<Office> {
  const office = visitor(service)
  await office.post('/sign-in', { email, password: PASSWORD })
  await office.open()
  return office
}

const DATE = `date=${tomorrow()}`
const LISTS = [
  `/day?${DATE}`,
  `/day/playback?${DATE}`,
  `/exceptions?${DATE}`,
  `/loads?${DATE}`,
  `/builds?${DATE}`,
  `/report?from=${tomorrow()}&to=${tomorrow()}`,
  `/report.csv?part=drivers&from=${tomorrow()}&to=${tomorrow()}`,
  '/fleet',
  '/orders',
  '/orders?sort=customer',
  '/orders?search=street',
  '/orders?search=South',
  '/orders?search=SOUTH-1',
  '/orders?route=South',
  '/orders.csv?search=customer',
  '/imports',
  '/replies',
  '/failed-work',
  '/undo-steps',
]

/**
 * Returns the lists and search results that contain data of the other depot. Data of the own depot that appears nowhere is a
 * fault too, because the check would then prove nothing.
 */
async function listFaults({ url, office, ids }: OfficeTenant, theirs: OfficeTenant): Promise<string[]> {
  const faults: string[] = []
  let all = ''
  for (const list of LISTS) {
    const response = await fetch(`${url}/office/api${list}`, { headers: { cookie: office.cookie } })
    const text = await response.text()
    if (response.status !== 200) faults.push(`${list} answered ${response.status} ${text}`)
    for (const mark of ['South', 'SOUTH', ...Object.values(theirs.ids)])
      if (text.includes(mark)) faults.push(`${list} shows ${mark}: ${text}`)
    all += text
  }
  const names = ['depot_uuid', 'driver_uuid', 'vehicle_uuid', 'route_uuid', 'order_uuid', 'build_uuid', 'reply_uuid']
  return [...faults, ...names.flatMap((name) => (all.includes(ids[name] ?? '-') ? [] : [`its own ${name} is nowhere`]))]
}

/** Returns the rows that contain one of these IDs in any column, by table. */
async function findRowsWithIds(app: App, businessId: string, ids: Ids): Promise<Map<string, string[]>> {
  const tables = await app.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_uuid'
       and table_name not in ('rate_counts', 'sessions', 'api_requests', 'idempotency_keys')`,
    [],
  )
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    const found = await app.db.query<{ text: string }>(
      `select t::text as text from ${name} t where business_uuid = $1 and t::text ~ $2 order by 1`,
      [businessId, Object.values(ids).join('|')],
    )
    rows.set(
      name,
      found.map(({ text }) => text),
    )
  }
  return rows
}
