// One run: the same service with few and with many rows. Runs every read of the API and of the office, an order's
// writes, and the jobs' searches for work alternately on both. Then explains each statement on both.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { App } from '../../src/app/context.ts'
import { trackingToken } from '../../src/app/orders/order-wire.ts'
import { driverPageUrl } from '../../src/app/driving/driver-page-link.ts'
import { driverUrl } from '../../src/app/routes/driver-link.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { allJobs } from '../../src/jobs/all.ts'
import { BATCH } from '../../src/jobs/clean-up.ts'
import { dueWork } from '../../src/store/jobs/due-work.ts'
import { latestChange } from '../../src/store/orders/latest-change.ts'
import { pendingOutcomes } from '../../src/store/routes/pending-outcomes.ts'
import { type InProcess, inProcess } from './in-process.ts'
import { newShop } from './shops.ts'
import { type Days, readCalls } from './size-calls.ts'
import { addExpired, type DataSize, loadData } from './size-data.ts'
import { explain, type Explained, recorder } from './size-plans.ts'

export interface SizeOptions {
  /** Two empty databases. */
  urls: { few: string; many: string }
  few: DataSize
  many: DataSize
  /** Number of timings of each call per database. 0: plans only. */
  rounds: number
  say?: (progress: string) => void
}

export interface SizeResult {
  calls: number
  statements: number
  /** Minimum milliseconds of each call, sorted by the effect of more rows, largest first. */
  timings: { call: string; few: number; many: number }[]
  faults: string[]
}

/** Maximum ratio of the time with many rows to that with few. Differences below `NOISE_MS` are measurement errors. */
const MAX_COUNT = 2
const NOISE_MS = 1.5
/** Maximum measurements of a call that seems too slow, because other load on the machine may outlast one measurement. */
const MAX_CHECKS = 4
/** Maximum pages to find a row by its key, including joins, and number of pages that is still noise. */
const PAGES_A_ROW = 15
const NOISE_PAGES = 500
/** After this number of executions, a connection has chosen its plan for a statement. */
const WARM_UP = 8

export async function runSizeProof({ urls, few, many, rounds, say = () => {} }: SizeOptions): Promise<SizeResult> {
  const sides = [await createStockedSide(urls.few, few), await createStockedSide(urls.many, many)] as const
  say('loaded')
  try {
    // Add enough expired rows that each run of the clean-up job has a full batch on both databases.
    for (const { db, businessId } of sides)
      await addExpired(db, businessId, (WARM_UP + MAX_CHECKS * rounds + 2) * BATCH)
    const { calls, faults } = await callsOf(sides[0])
    const result: SizeResult = { calls: 0, statements: 0, timings: [], faults }
    const seen = new Set<string>()
    for (const call of calls) {
      const [a, b] = await measureBothSides(sides, call.run, rounds)
      result.calls++
      if (a.fault || b.fault) result.faults.push(`${call.name}: ${a.fault ?? b.fault}`)
      if (rounds > 0) result.timings.push({ call: call.name, few: a.ms, many: b.ms })
      if (isSlower(a.ms, b.ms)) result.faults.push(`${call.name} took ${b.ms} ms, and ${a.ms} over few rows`)
      let faults = [...planFaults(a.plans, b.plans)]
      if (faults.length > 0) {
        // A connection may reread the catalogs because other databases were created. The call does not cause these
        // reads, so measure again.
        const again = await measureBothSides(sides, call.run, 0)
        const twice = new Set([...planFaults(again[0].plans, again[1].plans)].map(({ text }) => text))
        faults = faults.filter(({ text }) => twice.has(text))
      }
      for (const fault of faults) {
        if (seen.has(fault.text)) continue
        seen.add(fault.text)
        result.faults.push(`${call.name}: ${fault.why}\n    ${fault.text.replace(/\s+/g, ' ').slice(0, 600)}`)
      }
      result.statements += b.plans.length
    }
    result.timings.sort((x, y) => y.many / y.few - x.many / x.few)
    return result
  } finally {
    for (const side of sides) await side.close()
  }
}

function* planFaults(few: Explained[], many: Explained[]): Generator<{ text: string; why: string }> {
  for (const [i, plan] of many.entries()) {
    const before = few[i]
    if (plan.scanned.length > 0) yield { text: plan.text, why: `reads all of ${plan.scanned.join(', ')}` }
    else if (before?.text !== plan.text) continue
    else if (plan.pages > Math.max(MAX_COUNT * before.pages, PAGES_A_ROW * plan.rows) + NOISE_PAGES)
      yield { text: plan.text, why: `reads ${plan.pages} pages, and ${before.pages} over few rows` }
  }
}

interface Side extends InProcess {
  db: pg.Client
  businessId: string
  apiKey: string
  cookie: string
  ids: Record<string, string>
  days: Days
}

interface Measured {
  ms: number
  fault: string | null
  plans: Explained[]
}

type Run = (side: Side) => Promise<string | null>

const isSlower = (few: number, many: number): boolean => many > MAX_COUNT * few && many - few > NOISE_MS

/** Alternates, so that other load on the machine affects both equally. Continues while one seems too slow. */
async function measureBothSides(sides: readonly [Side, Side], run: Run, rounds: number): Promise<[Measured, Measured]> {
  const times = sides.map(() => [] as number[])
  const faults = [await run(sides[0]), await run(sides[1])]
  if (rounds > 0) for (let i = 0; i < WARM_UP; i++) for (const side of sides) await run(side)
  const least = (i: 0 | 1): number => Math.round(Math.min(...(times[i] ?? [])) * 10) / 10
  for (let look = 0; look === 0 || (look < MAX_CHECKS && isSlower(least(0), least(1))); look++)
    for (let round = 0; round < rounds; round++)
      for (const [i, side] of sides.entries()) {
        const began = performance.now()
        await run(side)
        times[i]?.push(performance.now() - began)
      }
  const found = async (i: 0 | 1): Promise<Measured> => {
    const statements = await recorder.during(() => run(sides[i]))
    return {
      ms: least(i),
      fault: faults[i] ?? null,
      plans: await explain(sides[i].db, statements),
    }
  }
  return [await found(0), await found(1)]
}

interface Call {
  name: string
  run: Run
}

/** Returns all measured calls. A filter for which the proof has no value is a fault of the proof. */
async function callsOf(side: Side): Promise<{ calls: Call[]; faults: string[] }> {
  const calls: Call[] = []
  const [tried, taken] = [new Set<string>(), new Set<string>()]
  for (const { name, path, office, filter } of readCalls(side.days)) {
    const list = `${path.split('?', 1)[0]} by ${filter}`
    const { status, next } = await get(side, fillPathIds(side, path), office)
    if (filter) tried.add(list)
    // A 400 means that another list takes this value of the filter.
    if (filter && status === 400) continue
    if (filter) taken.add(list)
    calls.push({ name, run: async (on) => (await get(on, fillPathIds(on, path), office)).fault })
    if (next) calls.push({ name: `${name}, next page`, run: (on) => nextPage(on, path, office) })
  }
  const unknown = [...tried].filter((list) => !taken.has(list))
  return {
    calls: [...calls, ...linkCalls(), ...writeCalls(), ...pollingJobs()],
    faults: unknown.map((list) => `size-calls.ts knows no value for ${list}`),
  }
}

async function nextPage(on: Side, path: string, office: boolean): Promise<string | null> {
  const key = `next ${path}`
  on.ids[key] ??= (await get(on, fillPathIds(on, path), office)).next ?? ''
  return on.ids[key] === ''
    ? null
    : (await get(on, withCursor(fillPathIds(on, path), on.ids[key], office), office)).fault
}

function withCursor(path: string, cursor: string, office: boolean): string {
  if (office) return `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`
  const [list = ''] = path.split('?', 1)
  // The event log continues after an event ID. Other lists continue at a cursor.
  return `${list}?${list.endsWith('/events') ? 'after' : 'cursor'}=${cursor}`
}

const fillPathIds = ({ ids }: Side, path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? `no ${name}`))

interface GetResult {
  status: number
  fault: string | null
  next: string | null
}

async function get(side: Side, path: string, office: boolean): Promise<GetResult> {
  const headers: Record<string, string> = office ? { cookie: side.cookie } : { authorization: `Bearer ${side.apiKey}` }
  const response = await fetch(`${origin(side)}${path}`, { headers })
  const { status } = response
  const text = await response.text()
  if (!response.ok) return { status, fault: `answered ${status}: ${text.slice(0, 200)}`, next: null }
  if (!response.headers.get('content-type')?.includes('json')) return { status, fault: null, next: null }
  const body = JSON.parse(text) as { next_cursor?: string | null; data?: { next_cursor?: string | null } | null }
  return { status, fault: null, next: body.next_cursor ?? body.data?.next_cursor ?? null }
}

const origin = ({ api }: InProcess): string => new URL(api).origin

const linkCalls = (): Call[] =>
  ['/t/{tracking}', '/d/{driver}', '/d/{driver}/run', '/d/home/{home}'].map((path) => ({
    name: `GET ${path}`,
    run: async (side) => (await get(side, fillPathIds(side, path), false)).fault,
  }))

function writeCalls(): Call[] {
  const post = async (side: Side, path: string, body?: unknown): Promise<string | null> => {
    const headers = {
      authorization: `Bearer ${side.apiKey}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${side.api}${path}`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return response.ok ? null : `answered ${response.status}: ${text.slice(0, 200)}`
  }
  const order = (ref: string, name: string, date: string) => ({
    external_ref: ref,
    customer_name: name,
    address: { line1: '1 Size Street', lat: 38.9, lng: -77.03 },
    delivery_date: date,
  })
  return [
    {
      name: 'POST /orders, new',
      run: (side) => post(side, '/orders', order((side.ids.written = randomUUID()), 'New', side.days.today)),
    },
    {
      name: 'POST /orders, changed',
      run: (side) => post(side, '/orders', order(side.ids.written ?? '', randomUUID(), side.days.today)),
    },
    { name: 'POST /orders/{external_ref}/cancel', run: (side) => post(side, `/orders/${side.ids.written}/cancel`) },
  ]
}

/** Jobs that look for work or for changes. */
function pollingJobs(): Call[] {
  const quietly = (work: (app: App, businessId: string) => Promise<unknown>) => async (side: Side) => {
    await work(side.app, side.businessId)
    return null
  }
  return [
    ...allJobs.map((job) => ({ name: `job ${job.name}`, run: quietly((app) => job.run(app)) })),
    { name: 'changes', run: quietly((app, id) => app.db.asBusiness(id, (tx) => latestChange(tx))) },
    { name: 'metrics', run: quietly((app) => app.db.asSystem((tx) => dueWork(tx, new Date()))) },
    { name: 'owed', run: quietly((app, id) => app.db.asBusiness(id, (tx) => pendingOutcomes(tx, id, new Date()))) },
  ]
}

async function createStockedSide(url: string, size: DataSize): Promise<Side> {
  const service = await inProcess(url)
  const db = new pg.Client(url)
  await db.connect()
  const [loaded] = await service.app.db.query<{ businessId: string }>(
    `select business_uuid from businesses where name = 'Proof business' limit 1`,
    [],
  )
  const { businessId, apiKey } = loaded
    ? {
        businessId: loaded.businessId,
        ...(await createKey(service.app, { businessId: loaded.businessId, name: 'proof' })),
      }
    : await newShop(service.app)
  if (!loaded) await loadData(db, businessId, size)
  const cookie = await signInToOffice(service, businessId)
  const ids = await idsOf(db, service.app, businessId)
  const day = (back: number) => {
    const parts = { timeZone: 'America/New_York', year: 'numeric', month: '2-digit', day: '2-digit' } as const
    return new Intl.DateTimeFormat('en-US', parts).format(Date.now() - back * 86_400_000)
  }
  const days = {
    today: day(0),
    past: day(3),
    lately: new Date(Date.now() - 3_600_000).toISOString(),
    first: '2020-01-01T00:00:00Z',
  }
  return {
    ...service,
    db,
    businessId,
    apiKey,
    cookie,
    ids,
    days,
    close: async () => {
      await db.end()
      await service.close()
    },
  }
}

/** Returns one ID of each kind. Related IDs belong to one order. */
async function idsOf(db: pg.Client, app: App, businessId: string): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ table: string; column: string }>(
    `select t.relname as table, a.attname as column
     from pg_constraint c join pg_class t on t.oid = c.conrelid
     join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[2]
     where c.contype = 'p' and cardinality(c.conkey) = 2 and t.relnamespace = 'public'::regnamespace
       and (a.attname like '%\\_uuid' or a.attname like '%\\_id')`,
  )
  const ids: Record<string, string> = {}
  for (const { table, column } of tables) {
    const { rows } = await db.query<{ id: string }>(
      `select ${column} as id from ${table} where business_uuid = $1 order by ${column} desc limit 1`,
      [businessId],
    )
    if (rows[0]) ids[column] = rows[0].id
  }
  const { rows } = await db.query<Record<string, string>>(
    `select o.order_uuid, o.external_ref, o.route_uuid, o.stop_uuid, r.link_nonce
     from orders o join routes r using (business_uuid, route_uuid)
     where business_uuid = $1 and r.status = 'DISPATCHED' order by o.order_uuid limit 1`,
    [businessId],
  )
  Object.assign(ids, rows[0])
  ids.tracking = trackingToken(ids.order_uuid ?? '', app)
  ids.driver =
    driverUrl(app, ids.route_uuid ?? '', ids.link_nonce ?? '')
      .split('/')
      .at(-1) ?? ''
  ids.home =
    driverPageUrl(app, ids.home_uuid ?? '')
      .split('/')
      .at(-1) ?? ''
  await db.query('update driver_homes set hash = $2 where home_uuid = $1', [ids.home_uuid, app.secrets.hash(ids.home)])
  await db.query('update orders set tracking_hash = $2 where order_uuid = $1', [
    ids.order_uuid,
    app.secrets.hash(ids.tracking),
  ])
  await db.query('update routes set link_hash = $2 where route_uuid = $1', [
    ids.route_uuid,
    app.secrets.hash(ids.driver),
  ])
  return ids
}

async function signInToOffice(service: InProcess, businessId: string): Promise<string> {
  const password = 'a password for proofs'
  const email = `owner-${randomUUID()}@proof.test`
  await createUser(service.app, businessId, { email, name: 'Proof owner', role: 'OWNER', password })
  const response = await fetch(`${origin(service)}/office/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const [cookie = ''] = response.headers.getSetCookie()
  return cookie.split(';', 1)[0] ?? ''
}
