// Orders from files over real HTTP: real exports against what they hold, odd files, faults by row and column.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { createZone } from '../../../src/app/setup/create-zone.ts'
import type { ImportOut, PreviewOut, UploadOut } from '../../../src/contract/office/imports.ts'
import type { OrdersOut } from '../../../src/contract/office/orders.ts'
import { importDue } from '../../../src/app/imports/import-due.ts'
import { cleanUpJob } from '../../../src/jobs/clean-up.ts'
import { EXPORTS } from '../../helpers/data.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const service = await startService({ replaced: { clock: () => new Date('2026-11-17T15:00:00Z') } })
const { app } = service

async function upload(office: Office, content: Buffer | string, name = 'orders.csv') {
  const response = await fetch(`${service.url}/office/api/imports?name=${name}`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(Buffer.from(content)),
  })
  return { status: response.status, body: (await response.json()) as JsonBody<UploadOut> }
}
const uploaded = async (office: Office, content: Buffer | string): Promise<UploadOut> => {
  const { status, body } = await upload(office, content)
  assert.equal(status, 200, body.message)
  return body.data
}
const preview = async (office: Office, file: UploadOut, default_date: string | null = null): Promise<PreviewOut> => {
  const asked = { mapping: file.mapping, default_date }
  const { status, body } = await office.post<PreviewOut>(`/imports/${file.import_uuid}/preview`, asked)
  assert.equal(status, 200, body.message)
  return body.data
}
async function imported(office: Office, file: UploadOut, more: Record<string, unknown> = {}): Promise<ImportOut> {
  const begun = await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping, ...more })
  assert.equal(begun.status, 200, begun.body.message)
  while (await importDue(app));
  return (await office.get<ImportOut>(`/imports/${file.import_uuid}`)).body.data
}
const badRows = async (office: Office, file: UploadOut): Promise<string> => {
  const url = `${service.url}/office/api/imports/${file.import_uuid}/bad-rows.csv`
  return (await fetch(url, { headers: { cookie: office.cookie } })).text()
}
const dispatcher = async () => {
  const shop = await service.business()
  return { shop, office: await signedIn(service, shop.businessId, 'DISPATCHER') }
}
async function allOrders(office: Office) {
  const orders: OrdersOut['orders'] = []
  let cursor: string | null = ''
  do {
    const page: OrdersOut = (await office.get<OrdersOut>(`/orders${cursor && `?cursor=${cursor}`}`)).body.data
    orders.push(...page.orders)
    cursor = page.next_cursor
  } while (cursor)
  return orders
}

interface Truth {
  ref: number
  line1: string
  unit: string
  city: string
  region: string
  postal_code: string
  weight_lb: number
  cancelled: boolean
  pickup: boolean
}

const files = readdirSync(EXPORTS).filter((name) => name.endsWith('.csv'))
/** How each file writes the references 1001 to 1080. */
const REFERENCES: Record<string, (ref: number) => string> = {
  'shopify_orders_export.csv': (ref) => `#${ref}`,
  'woocommerce_advanced_order_export.csv': (ref) => String(ref + 4_000),
  'dispatcher_sheet_semicolon.csv': String,
}

test('every real export becomes its orders, and a second time changes nothing', async () => {
  assert.equal(files.length, 3)
  const truth = JSON.parse(readFileSync(path.join(EXPORTS, 'expected.json'), 'utf8')) as Truth[]
  for (const name of files) {
    const { office } = await dispatcher()
    const content = readFileSync(path.join(EXPORTS, name))
    const first = await imported(office, await uploaded(office, content), { default_date: '11/20/2026' })
    const orders = new Map((await allOrders(office)).map((order) => [order.external_ref, order]))
    const sheet = name.startsWith('dispatcher')
    const held = truth.filter(({ ref }) => content.includes(`\n${REFERENCES[name]?.(ref)}${sheet ? ';' : ','}`))
    const wanted = held.filter(({ cancelled, pickup }) => sheet || !(cancelled || pickup))
    assert.deepEqual(
      [first.counts.created, first.counts.bad, first.counts.refused, first.counts.left_out],
      [wanted.length, 0, 0, held.length - wanted.length],
      name,
    )
    for (const { ref, line1, unit, city, region, postal_code, weight_lb } of wanted) {
      const order = orders.get(REFERENCES[name]?.(ref) ?? '')
      assert.ok(order, `${name} ${ref}`)
      const { address } = order
      assert.ok(address.line1.startsWith(line1) && address.line1.endsWith(unit), address.line1)
      assert.deepEqual([address.city, address.region, address.postal_code], [city, region, postal_code])
      if (sheet) assert.equal(order.load_weight_lbs, weight_lb)
    }
    const again = await uploaded(office, content)
    assert.ok(again.remembered)
    const second = await imported(office, again, { default_date: '11/20/2026' })
    assert.deepEqual(
      [second.counts.unchanged, second.counts.created, second.counts.updated],
      [wanted.length, 0, 0],
      name,
    )
  }
})

test('rows of one order are joined; date and window come from its notes', async () => {
  const { office } = await dispatcher()
  await imported(office, await uploaded(office, readFileSync(path.join(EXPORTS, 'shopify_orders_export.csv'))))
  const order = (await allOrders(office)).find(({ external_ref }) => external_ref === '#1004')
  assert.deepEqual([order?.delivery_date, order?.window_start, order?.window_end], ['11/19/2026', '09:00', '12:00'])
  assert.deepEqual(
    order?.items?.map(({ name, quantity }) => [name, quantity]),
    [
      ['Case of Sparkling Water (24)', 2],
      ['Office Chair', 2],
      ['Mattress, Queen 60" x 80"', 3],
    ],
  )
})

const HEAD = 'Order ID,Name,Address,Delivery date,Weight,From,To'

test('every fault names its row and column; the good rows are imported and the bad ones come back with a reason', async () => {
  const { office } = await dispatcher()
  const file = await uploaded(
    office,
    [
      HEAD,
      'A1,Test one,1 A St,11/20/2026,40 lb,9:00 AM,5 PM',
      'A2,,2 A St,someday,heavy,,',
      'A3,=HYPERLINK(1),3 A St,11/20/2026,,5 PM,9 AM',
      '',
      ',Test four,4 A St,11/20/2026,,,',
      'A1,Test one,9 Other St,11/20/2026,,,',
      'A5,Test five,,11/10/2026,,,',
      'A6,Test six,6 A St,11/10/2026,,,',
    ].join('\n'),
  )
  const { good, bad, faults } = await preview(office, file)
  assert.deepEqual([good, bad], [1, 5])
  assert.deepEqual(
    faults.map(({ line, column }) => `${line} ${column}`).sort(),
    ['3 Delivery date', '3 Name', '3 Weight', '4 To', '6 Order ID', '7 Order ID', '8 Address'].sort(),
  )
  const { counts } = await imported(office, file)
  assert.deepEqual([counts.created, counts.refused, counts.bad], [0, 1, 5])
  const kept = await app.db.query('select counts from imports where import_uuid = $1', [file.import_uuid])
  assert.deepEqual(kept, [{ counts: { REFUSED: 1, BAD: 5 } }])
  const csv = await badRows(office, file)
  assert.match(csv, /^Order ID,Name,.*,Why it was not imported\r\n/)
  assert.match(csv, /A2,,2 A St,someday,heavy,,,.*"?Delivery date: ""someday"" is not a date/)
  assert.match(csv, /A3,"?'=HYPERLINK/)
  assert.match(csv, /A6,.*The delivery date has passed/)
})

test('zones apply to files; an owner may set them aside', async () => {
  const { shop, office } = await dispatcher()
  const owner = await signedIn(service, shop.businessId, 'OWNER')
  const square: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  await createZone(app, shop.businessId, {
    name: 'Far away',
    geometry: { type: 'Polygon', coordinates: [square] },
    hours: Array.from({ length: 7 }, () => ({ start: '08:00', end: '18:00' })),
    capacity: null,
    cutoffDays: null,
    cutoffTime: null,
  })
  const content = 'Order ID,Name,Address,Lat,Lng,Delivery date\nZ1,Test,1 A St,38.9,-77,11/20/2026'
  assert.equal((await imported(office, await uploaded(office, content))).counts.refused, 1)
  const file = await uploaded(office, content)
  const denied = await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping, override: true })
  assert.equal(denied.status, 403)
  assert.equal((await imported(owner, file, { override: true })).counts.created, 1)
})

test('a file without references, and one that is imported by two processes at once, make each order once', async () => {
  const { office } = await dispatcher()
  const rows = Array.from({ length: 40 }, (_, i) => `Test ${i},${i} A St,11/20/2026`)
  const content = ['Name;Address;Delivery date', ...rows.map((row) => row.replaceAll(',', ';'))].join('\r\n')
  const file = await uploaded(office, content)
  await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping })
  await Promise.all([importDue(app), importDue(app)])
  while (await importDue(app));
  assert.equal((await allOrders(office)).length, 40)
  assert.equal((await imported(office, await uploaded(office, content))).counts.unchanged, 40)
})

test('odd files are refused with a sentence, never a crash', async () => {
  const { shop, office } = await dispatcher()
  const viewer = await signedIn(service, shop.businessId, 'VIEWER')
  assert.equal((await upload(viewer, HEAD)).status, 403)
  for (const content of ['', HEAD, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])])
    assert.equal((await upload(office, content)).status, 422)
  assert.equal((await upload(office, Buffer.alloc(50 * 1024 * 1024, 'a,b\n'))).status, 413)

  const oneColumn = await preview(office, await uploaded(office, 'Stuff\n1 A St\n2 A St\n'))
  assert.deepEqual([oneColumn.good, oneColumn.bad], [0, 2])
  assert.match(oneColumn.faults[0]?.message ?? '', /^(The|Delivery)/)
  const noHeader = await uploaded(office, 'X1,Test one,1 A St\nX2,Test two,2 A St\n')
  assert.deepEqual(noHeader.mapping, {})
  const wrong = await office.post(`/imports/${noHeader.import_uuid}/preview`, { mapping: { line1: 7 } })
  assert.deepEqual(wrong.body.details.fields, ['mapping.line1'])
})

test('a file that was uploaded and never imported goes after a day; one that was imported stays', async () => {
  const shop = await service.business()
  const add = (status: 'UPLOADED' | 'DONE', hours: number) =>
    app.db.asBusiness(shop.businessId, (tx) =>
      tx
        .insertInto('imports')
        .values({
          business_uuid: shop.businessId,
          import_uuid: app.newId(),
          file_name: `${status} ${hours}`,
          content: Buffer.from('x'),
          headers: JSON.stringify([]),
          line_count: 0,
          status,
          user_uuid: app.newId(),
          created_at: new Date(app.clock().getTime() - hours * 3_600_000),
        })
        .execute(),
    )
  await add('UPLOADED', 25)
  await add('UPLOADED', 23)
  await add('DONE', 25)
  await cleanUpJob.run(app)
  const left = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('imports').select('file_name').execute())
  assert.deepEqual(left.map(({ file_name }) => file_name).sort(), ['DONE 25', 'UPLOADED 23'])
})
