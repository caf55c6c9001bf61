// One run: a business has a day with every kind of data, and one customer is erased. Then searches every value of every
// row of the database (as stored, decrypted and decompressed) and every file for the customer. Data of others and all
// figures must be unchanged. Also restores an older backup with the list of erasures, and searches it.
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deserialize } from 'node:v8'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import sharp from 'sharp'
import { openSecrets } from '../../src/adapters/secrets.ts'
import { addressKey } from '../../src/domain/addresses/us-address.ts'
import { chooseLocation } from '../../src/app/orders/choose-location.ts'
import { operatorContext } from '../../src/app/business/audited-change.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createDepot } from '../../src/app/fleet/create-depot.ts'
import { uploadFile } from '../../src/app/orders/imports/read-file.ts'
import { startImport } from '../../src/app/orders/imports/start-import.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { takeReply } from '../../src/app/customers/messages/take-reply.ts'
import { readReport } from '../../src/app/business/reports/read-report.ts'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { rateDelivery } from '../../src/app/customers/tracking/rate-delivery.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import { cleanUpJob } from '../../src/jobs/clean-up.ts'
import { importOrdersJob } from '../../src/jobs/import-orders.ts'
import { sealReceiptsJob } from '../../src/jobs/seal-receipts.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { sendWebhooksJob } from '../../src/jobs/send-webhooks.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { driverToken } from '../../test/helpers/links.ts'
import { addRowsWithReference, coverageFaults } from './erase-rows.ts'
import { tomorrow } from './mixed-load.ts'
import { inProcess, type InProcess } from './in-process.ts'
import { PROOF_SECRET } from './server-process.ts'
import { addVan } from './shops.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface EraseOptions {
  /** Database of the day, and an empty database for the backup. */
  urls: { from: string; to: string }
  /** Number of deliveries of other customers. */
  others: number
}

export interface EraseResult {
  /** Deliveries of the customer, and number of values that named the customer before and after. */
  deliveries: number
  namedBefore: number
  namedAfter: number
  /** Number of tables that contained data of the customer. */
  tables: number
  values: number
  files: number
  namedInBackup: number
  faults: string[]
}

/** Matches every spelling of the customer's data in that day. */
const PERSON_TRACES =
  /quillfeather|dorothea|quill\.test|QX-\d|202\D{0,3}555\D{0,2}0167|2025550167|pfirsich|38\.91234|-77\.03456/i
const PERSON = {
  customer_name: 'Dorothea Quillfeather',
  customer_phone: '(202) 555-0167',
  customer_email: 'Dorothea@quill.test',
  address: { line1: '77 Quillfeather Mews', city: 'Washington', lat: 38.91234, lng: -77.03456 },
  instructions: 'Ring twice, the dog is called Pfirsich',
  items: [{ name: 'Cake for Dorothea', quantity: 1 }],
  metadata: { contact: 2_025_550_167, note: 'Pfirsich' },
  sms_consent: true,
}
const REASON = 'Dorothea was out'
/** Texts that other people wrote about the customer. */
const TEXTS_OF_OTHERS = [
  'Else call 202.555.0167',
  'Beside Dorothea Quillfeather',
  'Leave it at 77 Quillfeather Mews',
  'With QX-10001, for dorothea@quill.test',
]

export async function runEraseProof({ urls, others }: EraseOptions): Promise<EraseResult> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-erase-'))
  const dataDir = path.join(dir, 'data')
  let now = Date.now()
  let isDown = false
  const faults: string[] = []
  const posted: string[] = []
  const service = await inProcess(
    urls.from,
    {
      clock: () => new Date(now),
      // One receiver repeats the request body in its response, and one is down.
      webhookPost: {
        urlFault: () => Promise.resolve(null),
        post: ({ url, body }) => {
          const refused = isDown && url.endsWith('/down')
          posted.push(`${isDown} ${body.toString()}`)
          return Promise.resolve({
            statusCode: refused ? 503 : 200,
            error: null,
            excerpt: body.toString().slice(0, 2_000),
            durationMs: 1,
          })
        },
      },
      sms: {
        name: 'http',
        from: '+12025550100',
        send: ({ text }) => Promise.resolve({ kind: 'sent', providerId: `sms-${text.length}` }),
        verifies: () => true,
      },
    },
    { DATA_DIR: dataDir },
  )
  const search = (skip: readonly string[] = []) => searchAll(urls.from, dataDir, skip)
  try {
    isDown = true
    const shop = await business(service)
    const neighbor = await business(service)
    await createDay(shop, others)
    // The same customer at another business, whose data stays.
    await neighbor.post('/orders', { ...PERSON, external_ref: 'QX-90009', delivery_date: tomorrow() })
    await neighbor.settle()
    const backup = path.join(dir, 'before.backup')
    await runCommand(urls.from, dataDir, ['backup', '--to', backup])
    const before = await search()
    faults.push(...coverageFaults(before.named.map(({ where }) => where)))
    const figures = await shop.figures()
    const kept = await rowsOfOthers(urls.from, shop.businessId)

    const found = await shop.post('/people/find', { phone: '202 555 0167' })
    const answer = await shop.post('/people/erase', { phone: '+1 202-555-0167' })
    if (answer.finished !== true) faults.push('the erasure was not finished')
    if (answer.orders_count !== found.orders_count)
      faults.push('the number of erased orders differs from the number found')
    await service.app.callLog.flush()
    const named = (some: SearchResult) => some.named.filter(({ businessId }) => businessId !== neighbor.businessId)
    for (const { where } of named(await search(['erasures.person']))) faults.push(`named in ${where}`)
    if ((await shop.figures()) !== figures) faults.push('figures of reports changed')
    const keptNow = await rowsOfOthers(urls.from, shop.businessId)
    for (const [row, digest] of kept) if (keptNow.get(row) !== digest) faults.push(`${row} of another changed`)
    // Pending webhooks are sent, without names.
    posted.length = 0
    now += 3_600_000
    isDown = false
    await sendWebhooksJob.run(service.app, undefined)
    if (posted.length === 0) faults.push('nothing that was owed was sent')
    for (const body of posted)
      if (PERSON_TRACES.test(body) && !body.includes('QX-90009')) faults.push(`sent: ${body.slice(0, 200)}`)
    now += 86_400_000
    await cleanUpJob.run(service.app)
    const after = await search()
    for (const { where } of named(after)) faults.push(`a day later named in ${where}`)
    if (after.named.length === 0) faults.push('the other business lost its data')

    const restored = path.join(dir, 'restored')
    await runCommand(urls.to, restored, ['restore', '--from', backup, '--erased', path.join(dataDir, 'erased.jsonl')])
    const there = await searchAll(urls.to, restored, ['erasures.person'])
    for (const { where } of named(there)) faults.push(`named in ${where} of the restored backup`)
    return {
      deliveries: Number(answer.orders_count),
      namedBefore: named(before).length,
      tables: new Set(named(before).map(({ where }) => where.split('.')[0])).size,
      namedAfter: named(after).length,
      namedInBackup: named(there).length,
      values: after.values,
      files: before.files,
      faults,
    }
  } finally {
    await service.close()
    rmSync(dir, { recursive: true })
  }
}

type Shop = Awaited<ReturnType<typeof business>>

async function business({ app, api }: InProcess) {
  const { origin } = new URL(api)
  const { businessId } = await createBusiness(app, { name: 'Proof business', timeZone: 'America/New_York' })
  await changeSettings(app, businessId, {
    undoWindowSeconds: 0,
    smsConsentDefault: true,
    quietHours: null,
    notifyScheduled: true,
    notifyOnTheWay: true,
    notifyOutcome: true,
  })
  await createDepot(app, businessId, { name: 'Proof depot', address: null, lat: 38.9, lng: -77.03 })
  await addVan(app, businessId)
  const { apiKey } = await createKey(app, { businessId, name: 'proof' })
  const { userId } = await createUser(app, businessId, {
    email: `proof-${businessId}@office.test`,
    name: 'Proof',
    role: 'OWNER',
    password: 'a password for proofs',
  })
  const ctx = { ...(await operatorContext(app, businessId)), actor: { kind: 'OFFICE' as const, id: userId } }
  let keys = 0
  const send = async (url: string, body: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${api}${url}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': `${url}-${++keys}`,
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: Record<string, unknown>; message: string }
    if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${answer.message}`)
    return answer.data
  }
  return {
    app,
    ctx,
    origin,
    businessId,
    post: send,
    settle: async () => {
      for (const job of [settleOutcomesJob, sealReceiptsJob, sendMessagesJob, sendWebhooksJob])
        while (await job.run(app, undefined));
      await app.callLog.flush()
    },
    figures: async () => {
      const day = tomorrow()
      const [month = '', date = '', year = ''] = day.split('/')
      const at = `${year}-${month}-${date}`
      // Erasure replaces a reason that a driver typed. The same replacement here makes the reports comparable.
      return JSON.stringify(await readReport(ctx, { from: at, to: at })).replaceAll(REASON, 'Erased')
    },
  }
}

const photo = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()

async function createDay(shop: Shop, others: number): Promise<void> {
  const { post, app, ctx } = shop
  const date = tomorrow()
  // Add a van per 100 further deliveries, because a van has no time for more in its shift.
  for (let i = 100; i < others; i += 100) await addVan(app, shop.businessId)
  for (const end of ['/up', '/down']) await post('/webhooks/subscriptions', { url: `https://hooks.example.com${end}` })
  const refs: string[] = []
  const order = async (body: Record<string, unknown>) => {
    await post('/orders', { delivery_date: date, ...body })
    refs.push(String(body.external_ref))
  }
  for (const i of [1, 2, 3])
    await order({ ...PERSON, external_ref: `QX-1000${i}`, instructions: `${PERSON.instructions} ${i}` })
  await post('/orders', { ...PERSON, external_ref: 'QX-10002', delivery_date: date, instructions: 'Pfirsich bites' })
  for (let i = 0; i < others; i++)
    await order({
      external_ref: `N-${i}`,
      customer_name: `Neighbor ${i}`,
      customer_phone: `+1 202 555 ${1000 + i}`,
      address: { line1: `${i} Proof Street`, lat: 38.9 + i / 5_000, lng: -77.03 },
      instructions: TEXTS_OF_OTHERS[i] ?? 'Leave it at the door',
    })
  // A file with two deliveries of the customer, one of which is read but not imported.
  const csv = `Order,Name,Phone,Address,Lat,Lng,Date\nQX-10004,Dorothea Quillfeather,202-555-0167,77 Quillfeather Mews,38.91234,-77.03456,${date}\n`
  const { file } = await uploadFile(ctx, 'dorothea quillfeather.csv', null, Buffer.from(csv))
  if (!file) throw new Error('the file was not read')
  await startImport(
    ctx,
    file.import_uuid,
    { mapping: file.mapping, date_order: null, units: null, override: null } as never,
    true,
  )
  while (await importOrdersJob.run(app, undefined));
  await uploadFile(ctx, 'again.csv', null, Buffer.from(csv))
  await shop.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .insertInto('orderViews')
      .values({
        businessId: shop.businessId,
        userId: ctx.actor.id,
        name: 'Dorothea Quillfeather',
        filters: JSON.stringify({ search: 'QX-10001' }),
      })
      .execute(),
  )
  const key = addressKey({ region: null, postalCode: null, ...PERSON.address })
  await app.db.query(
    `insert into geocode_answers (geocoder, address, answer, expires_at) values ('proof', $1, '{}', now() + interval '9 days')`,
    [key],
  )
  const schedule = { unit: 'WEEK', weekdays: ['MON'], start_date: date }
  await post('/recurring-orders', { external_ref: 'QX-20000', schedule, order: PERSON })
  const [first] = await app.db.query<{ orderId: string }>(
    `select order_uuid from orders where external_ref = 'QX-10001'`,
    [],
  )
  await chooseLocation(ctx, first?.orderId ?? '', PERSON.address, null)

  const built = await post('/routes/build', { date, external_refs: refs })
  const routes = built.routes as {
    route_uuid: string
    stops: { stop_uuid: string; external_ref: string; order_uuid: string }[]
  }[]
  for (const route of routes) await post(`/routes/${route.route_uuid}/dispatch`, undefined)
  // Send texts now, so that the customer can reply to them.
  await shop.settle()
  // A proposed re-plan that is never accepted. It contains each stop's location, and a new delivery.
  const urgent = await post('/orders', { ...PERSON, external_ref: 'QX-10006', delivery_date: date })
  await post('/routes/replan', { date, order_uuids: [urgent.order_uuid], options: { time_limit_seconds: 0.1 } })

  const outcomes = new Map<string, string>()
  let isTapped = false
  for (const route of routes) {
    const link = await driverToken({ app }, shop.businessId, route.route_uuid)
    for (const [i, stop] of route.stops.entries()) {
      const at = `/routes/${route.route_uuid}/stops/${stop.stop_uuid}`
      const isPerson = stop.external_ref.startsWith('QX')
      // The customer's first outcome comes from the driver page.
      if (isPerson && !isTapped) {
        isTapped = true
        outcomes.set(stop.order_uuid, 'DELIVERED')
        await sendTaps(shop, link, stop.stop_uuid)
        continue
      }
      if (isPerson || i % 10 === 0) {
        for (const kind of ['photo', 'signature']) {
          const form = new FormData()
          form.append('lat', isPerson ? '38.91234' : '38.9')
          form.append('lng', isPerson ? '-77.03456' : '-77.03')
          if (kind === 'signature') form.append('signed_by', isPerson ? 'D. Quillfeather' : 'N.')
          form.append(kind, new Blob([new Uint8Array(await photo())]), `${kind}.jpg`)
          await post(`${at}/proof`, form)
        }
      }
      const isFailed = isPerson ? stop.external_ref === 'QX-10003' : i % 4 === 3
      const status = isFailed ? 'FAILED' : 'DELIVERED'
      outcomes.set(stop.order_uuid, status)
      await post(`${at}/status`, {
        status,
        driver_notes: isPerson ? 'Pfirsich barked, Dorothea took it' : (TEXTS_OF_OTHERS[i % 8] ?? null),
        ...(status === 'FAILED' && { reason: isPerson ? REASON : 'Closed' }),
      })
    }
    await shop.settle()
    for (const { external_ref: ref, order_uuid: orderId } of route.stops) {
      if (!ref.startsWith('QX')) continue
      await takeReply(app, { from: '+12025550167', text: 'Dorothea here, thanks', providerId: `reply-${orderId}` })
      if (outcomes.get(orderId) === 'DELIVERED')
        await rateDelivery(ctx, orderId, { stars: 5, comment: 'Pfirsich sends regards' })
    }
  }
  await takeReply(app, { from: '+12025550167', text: 'STOP', providerId: 'stop' })
  // Future data: on a planned route, and in a kept build.
  await post('/routes/build', { date, external_refs: ['QX-10004'] })
  await shop.settle()
  await addRowsWithReference(app, shop.businessId, 'QX-10002', key)
}

/** Sends a driver's taps at a delivery, and some that come too late, which are stored for the office. */
async function sendTaps({ origin }: Shop, link: string, stopId: string): Promise<void> {
  const send = async (path: string, body: FormData | string): Promise<number> => {
    const headers = {
      'idempotency-key': randomUUID(),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${origin}/d/${link}/${path}`, { method: 'POST', headers, body })
    await response.body?.cancel()
    return response.status
  }
  const tap = (kind: string, more: Record<string, unknown> = {}): Promise<number> => {
    const seen = { at: new Date().toISOString(), lat: 38.91234, lng: -77.03456, accuracy_meters: 5 }
    return send('taps', JSON.stringify({ kind, stop_uuid: stopId, ...seen, ...more }))
  }
  const outcome = { status: 'DELIVERED', driver_notes: 'Dorothea took it', left_where: 'Beside Pfirsich' }
  const form = new FormData()
  form.append('lat', '38.91234')
  form.append('lng', '-77.03456')
  form.append('signed_by', 'D. Quillfeather')
  form.append('signature', new Blob([new Uint8Array(await photo())]), 'signature.jpg')
  const statuses = [
    await tap('ARRIVE'),
    await send(`stops/${stopId}/proof`, form),
    await tap('OUTCOME', outcome),
    await tap('OUTCOME', { status: 'FAILED', reason: REASON, driver_notes: 'Pfirsich barked' }),
  ]
  if (statuses.join() !== '200,200,200,409') throw new Error(`the taps were answered ${statuses.join()}`)
}

interface SearchResult {
  named: { where: string; businessId: string | null }[]
  values: number
  files: number
}

const secrets = openSecrets(PROOF_SECRET)

/** Returns the texts of a value: as stored, and decrypted or decompressed if possible. */
function readableTextsOf(value: unknown): string[] {
  if (value === null) return []
  if (!Buffer.isBuffer(value)) return [typeof value === 'string' ? value : JSON.stringify(value)]
  const texts = [value.toString('latin1'), value.toString('utf8')]
  for (const open of [() => secrets.decrypt(value), () => JSON.stringify(deserialize(zstdDecompressSync(value)))])
    try {
      texts.push(open())
    } catch {
      // The value is not in this format, so it has no such text.
    }
  return texts
}

async function searchAll(url: string, dataDir: string, skip: readonly string[]): Promise<SearchResult> {
  const db = new pg.Client(url)
  await db.connect()
  const found: SearchResult = { named: [], values: 0, files: 0 }
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const { rows } = await db.query<Record<string, unknown>>(`select * from ${name}`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const where = `${name.replace('public.', '')}.${column}`
        found.values++
        if (skip.includes(where)) continue
        if (readableTextsOf(value).some((text) => PERSON_TRACES.test(text)))
          found.named.push({ where, businessId: (row.business_uuid as string | undefined) ?? null })
      }
  }
  await db.end()
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    found.files++
    const file = path.join(entry.parentPath, entry.name)
    if (PERSON_TRACES.test(file) || PERSON_TRACES.test(readFileSync(file, 'latin1')))
      found.named.push({ where: file, businessId: null })
  }
  return found
}

/** Returns rows of other businesses, and rows of this business that don't belong to or name the erased customer. */
async function rowsOfOthers(url: string, businessId: string): Promise<Map<string, string>> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows: theirs } = await db.query<{ id: string }>(
    `with own as (select order_uuid from orders where external_ref like 'QX-%')
     select order_uuid as id from own union select stop_uuid from stops join own using (order_uuid)
     union select receipt_uuid from receipts join own using (order_uuid)`,
  )
  const of = new Set(theirs.map(({ id }) => id))
  const digests = new Map<string, string>()
  const digest = (rows: unknown[]) => createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'business_uuid' and t.table_type = 'BASE TABLE'
       and c.table_name not in ('rate_counts', 'api_requests')`,
  )
  for (const { name } of tables) {
    const { rows } = await db.query(`select t::text from ${name} t where business_uuid <> $1 order by 1`, [businessId])
    digests.set(name, digest(rows))
  }
  for (const [name, key] of Object.entries({ orders: 'order_uuid', stops: 'stop_uuid', receipts: 'receipt_uuid' })) {
    const { rows } = await db.query<{ key: string; row: string }>(
      `select t.${key} as key, t::text as row from ${name} t where business_uuid = $1`,
      [businessId],
    )
    for (const { key: id, row } of rows)
      if (!of.has(id) && !PERSON_TRACES.test(row)) digests.set(`${name} ${id}`, digest([row]))
  }
  await db.end()
  return digests
}

/** Runs an operator's command. */
async function runCommand(url: string, dataDir: string, args: string[]): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, APP_SECRET: PROOF_SECRET, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { env })
}
