// Tests the import of orders from files over real HTTP: real exports with their expected contents, unusual files, and
// faults by row and column.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { createZone } from '../../../src/app/zones/create-zone.ts'
import type {
  ImportOut,
  ImportProblem,
  PreviewOut,
  UploadedFile,
  UploadOut,
} from '../../../src/contract/office/imports.ts'
import type { FailedWorkOut } from '../../../src/contract/office/failed-work.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import type { OrdersOut } from '../../../src/contract/office/orders.ts'
import type { UndoneOut, UndoStepsOut } from '../../../src/contract/office/undo.ts'
import { importDue } from '../../../src/app/orders/imports/import-due.ts'
import { cleanUpJob } from '../../../src/jobs/clean-up.ts'
import { EXPORTS } from '../../helpers/data.ts'
import type { DateOrder } from '../../../src/domain/imports/import-dates.ts'
import type { FileUnits } from '../../../src/domain/imports/import-columns.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { addDepot, addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { addEndpoint, pendingEvents } from '../../helpers/events.ts'
import { testClock } from '../../helpers/clock.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const clock = testClock(new Date('2026-11-17T15:00:00Z'))
const logged: string[] = []
const note = (_: unknown, message: string) => void logged.push(message)
const log = { info: () => {}, warn: note, error: note }
const service = await startService({ replaced: { clock: clock.now, log } })
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
const uploaded = async (office: Office, content: Buffer | string): Promise<UploadedFile> => {
  const { status, body } = await upload(office, content)
  assert.equal(status, 200, body.message)
  return body.data.file ?? assert.fail('the file was not read')
}
const preview = async (
  office: Office,
  file: UploadedFile,
  more: { default_date?: string; date_order?: DateOrder; units?: FileUnits } = {},
): Promise<PreviewOut> => {
  const asked = { mapping: file.mapping, ...more }
  const { status, body } = await office.post<PreviewOut>(`/imports/${file.import_uuid}/preview`, asked)
  assert.equal(status, 200, body.message)
  return body.data
}
async function imported(office: Office, file: UploadedFile, more: Record<string, unknown> = {}): Promise<ImportOut> {
  const begun = await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping, ...more })
  assert.equal(begun.status, 200, begun.body.message)
  while (await importDue(app));
  return (await office.get<ImportOut>(`/imports/${file.import_uuid}`)).body.data
}
const badRows = async (office: Office, file: UploadedFile): Promise<string> => {
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

test('an import reads goods that are picked up on the way', async () => {
  const { shop, office } = await dispatcher()
  const file = await uploaded(
    office,
    [
      'Reference,Customer,Address,Lat,Lng,Delivery date,Pickup weight,Goods from,Max ride minutes',
      'BAKERY,Bakery,1 Main St,38.9,-77.03,11/24/2030,20,,',
      'CAFE,Cafe,2 Main St,38.9,-77.03,11/24/2030,,BAKERY,30',
      'SELF,Cafe,2 Main St,38.9,-77.03,11/24/2030,,SELF,',
    ].join('\n'),
  )
  await imported(office, file)
  const { pickup_weight_lbs } = (await shop.get<OrderOut>('/orders/BAKERY')).body.data
  const { goods_from, max_ride_minutes } = (await shop.get<OrderOut>('/orders/CAFE')).body.data
  assert.deepEqual([pickup_weight_lbs, goods_from, max_ride_minutes], [20, 'BAKERY', 30])
  assert.match(await badRows(office, file), /Goods from: must not refer to itself/)
})

test('an import reads every member from the orders’ CSV', async () => {
  const [from, to] = [await dispatcher(), await dispatcher()]
  const ruled = {
    delivery_by: '11/22/2026',
    window_start: '09:00',
    window_end: '10:00',
    more_windows: [{ window_start: '13:00', window_end: '14:00' }],
    load_weight_lbs: 12.5,
    priority: 90,
    ready_at: '07:30',
    load_pieces: 3,
    load_cubic_feet: 4.5,
    required_skills: ['lift gate', 'helper'],
    required_drivers: ['Bo Park', 'Cy Wong'],
    excluded_drivers: ['Di Fox'],
    preferred_drivers: ['Bo Park'],
    pickup_weight_lbs: 20,
    pickup_pieces: 2,
    pickup_cubic_feet: 1.5,
    goods_from: 'BAKERY',
    max_ride_minutes: 30,
    language: 'de',
  }
  const address = { line1: '1 A St', city: 'Washington', lat: 38.9, lng: -77.03 }
  const order = { external_ref: 'CAFE', customer_name: 'Ann', delivery_date: '11/20/2026', address, ...ruled }
  assert.equal((await from.shop.post('/orders', order)).status, 201)
  const csv = await fetch(`${service.url}/office/api/orders.csv`, { headers: { cookie: from.office.cookie } })
  await imported(to.office, await uploaded(to.office, await csv.text()))
  const read: Record<string, unknown> = { ...(await to.shop.get<OrderOut>('/orders/CAFE')).body.data }
  assert.deepEqual(Object.fromEntries(Object.keys(ruled).map((field) => [field, read[field]])), ruled)
})

test('an import keeps the fields of an existing order that have no column', async () => {
  const { shop, office } = await dispatcher()
  const order = {
    external_ref: 'KEPT',
    customer_name: 'Ann',
    customer_phone: '+12025550143',
    address: { line1: '1 A St', city: 'Washington', lat: 38.9, lng: -77.03 },
    delivery_date: '11/20/2026',
    delivery_by: '11/22/2026',
    window_start: '09:00',
    window_end: '10:00',
    more_windows: [{ window_start: '13:00', window_end: '14:00' }],
    instructions: 'Ring bell',
    items: [{ name: 'Crate', quantity: 3, unit_weight_lbs: 10, temperature_class: 'FROZEN' }],
    metadata: { erp: 7 },
    sms_consent: false,
    email_consent: true,
    service_minutes: 20,
    language: 'de',
    priority: 90,
  }
  assert.equal((await shop.post('/orders', order)).status, 201)
  const read = async () => {
    const { changed_at: _, ...data } = (await shop.get<OrderOut>('/orders/KEPT')).body.data
    return data
  }
  const before = await read()
  const headers = 'Reference,Customer,Address,City,Delivery date,Temperature,Weight (lb),Instructions,Priority'
  const row = 'KEPT,Ann,1 A St,Washington,11/20/2026,FROZEN,30'
  const same = await imported(office, await uploaded(office, `${headers}\n${row},Ring bell,90`))
  assert.equal(same.counts.unchanged, 1)
  const edited = await imported(office, await uploaded(office, `${headers}\n${row},,50`))
  assert.equal(edited.counts.updated, 1)
  assert.deepEqual(await read(), { ...before, instructions: null, priority: 50 })
  await imported(office, await uploaded(office, `${headers}\n${row.replace('20/2026', '21/2026')},,50`))
  const { delivery_by: _, delivery_from: __, ...moved } = await read()
  assert.equal(moved.delivery_date, '11/21/2026')
  assert.equal(moved.sms_consent, false)
})

test('an exported location that comes back with another address is not the location of this address', async () => {
  const { shop, office } = await dispatcher()
  const address = { line1: '1 A St', city: 'Washington', lat: 38.9, lng: -77.03 }
  await shop.post('/orders', { external_ref: 'BACK', customer_name: 'Ann', address, delivery_date: '11/20/2026' })
  const pointAfter = async (line1: string, lat: number) => {
    const headers = 'Reference,Customer,Address,City,Delivery date,Latitude,Longitude'
    const file = await uploaded(office, `${headers}\nBACK,Ann,${line1},Washington,11/20/2026,${lat},-77.03`)
    const { counts } = await imported(office, file)
    return [counts.unchanged, (await shop.get<OrderOut>('/orders/BACK')).body.data.address.lat]
  }
  assert.deepEqual(await pointAfter('1 A St', 38.9), [1, 38.9])
  assert.deepEqual(await pointAfter('1 A St', 38.95), [0, 38.95])
  assert.deepEqual(await pointAfter('2 B St', 38.96), [0, 38.96])
  assert.deepEqual(await pointAfter('3 C St', 38.96), [0, null])
})

test('an import reads an order’s requirements for its vehicle and driver, and names unreadable values', async () => {
  const { office } = await dispatcher()
  const header =
    'Ref,Customer,Address,Delivery Date,Not before,Not after,More windows,Ready at,Pieces,Cubic feet,Priority,Required skills,Required drivers,Excluded drivers,Preferred drivers'
  const right =
    '1,Ann,1 A St,11/20/2026,9:00 AM,10:00 AM,"1 PM - 2 PM; 16:00 - 17:30",7:30 AM,"1,200",12.5,90,"Lift Gate, helper",Bo Park;Cy Wong,Di Fox,"Bo Park, Ed"'
  const wrong = '2,Bo,2 B St,11/20/2026,,9:00,1 PM,soon,some,a lot,first,",",;,", ;",";"'
  const file = await uploaded(office, [header, right, wrong].join('\n'))
  const shown = await preview(office, file)
  assert.deepEqual(
    shown.faults.map(({ line, column }) => [line, column]),
    [
      'More windows',
      'Ready at',
      'Pieces',
      'Priority',
      'Required skills',
      'Required drivers',
      'Excluded drivers',
      'Preferred drivers',
      'Cubic feet',
    ].map((column) => [3, column]),
  )
  await imported(office, file)
  const orders = await allOrders(office)
  assert.equal(orders.length, 1)
  const { more_windows, load_pieces, load_cubic_feet, priority, required_skills, ...order } = orders[0] ?? assert.fail()
  assert.deepEqual(more_windows, [
    { window_start: '13:00', window_end: '14:00' },
    { window_start: '16:00', window_end: '17:30' },
  ])
  assert.equal(order.ready_at, '07:30')
  assert.deepEqual([load_pieces, load_cubic_feet, priority], [1_200, 12.5, 90])
  assert.deepEqual(required_skills, ['lift gate', 'helper'])
  assert.deepEqual(order.preferred_drivers, ['Bo Park', 'Ed'])
  assert.deepEqual([order.required_drivers, order.excluded_drivers], [['Bo Park', 'Cy Wong'], ['Di Fox']])
})

test('a file uses the units in its headers and cells, else the chosen ones, the last ones, or the business’s', async () => {
  const { shop, office } = await dispatcher()
  const goods = (order: OrderOut | undefined) => [
    order?.load_weight_lbs,
    order?.load_cubic_feet,
    order?.pickup_weight_lbs,
  ]
  const header = 'Ref,Customer,Address,Delivery Date'
  const row = (ref: number) => `${ref},Ann,1 A St,20 Nov 2026`
  const named = [`${header},Weight (kg),Volume (m³),Pickup weight (lb)`, `${row(1)},500,2,10 kg`].join('\n')
  const first = await uploaded(office, named)
  assert.equal((await preview(office, first)).units, null)
  await imported(office, first)
  assert.deepEqual(goods((await allOrders(office))[0]), [1102.311311, 70.629333, 22.046226])

  const bare = (ref: number) => [`${header},Weight`, `${row(ref)},10`].join('\n')
  const weightOf = async (ref: number) =>
    (await allOrders(office)).find(({ external_ref }) => external_ref === String(ref))?.load_weight_lbs
  const second = await uploaded(office, bare(2))
  assert.equal((await preview(office, second)).units, 'US')
  assert.equal((await preview(office, second, { units: 'METRIC' })).units, 'METRIC')
  await imported(office, second)
  assert.equal(await weightOf(2), 10)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ units: 'METRIC' }).execute(),
  )
  // The first file has the units of the last one with these columns. A file with other columns has the business's units.
  assert.equal((await preview(office, await uploaded(office, bare(3)))).units, 'US')
  const other = await uploaded(office, [`${header},Parcel weight`, `${row(4)},10`].join('\n'))
  assert.equal((await preview(office, other)).units, 'METRIC')
  await imported(office, other)
  assert.equal(await weightOf(4), 22.046226)
})

test('1.200 is read like the other numbers of its file, else in the format of the business’s country', async () => {
  const { shop, office } = await dispatcher()
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ phoneRegion: 'DE' }).execute(),
  )
  const weightsOf = async (weights: string[]) => {
    const refs = weights.map(() => service.app.newId())
    const rows = weights.map((weight, i) => `${refs[i]};Ann;1 A St;20 Nov 2026;38.912;${weight}`)
    await imported(
      office,
      await uploaded(office, ['Ref;Customer;Address;Delivery Date;Lat;Weight (lb)', ...rows].join('\n')),
    )
    const orders = await allOrders(office)
    return refs.map((ref) => orders.find(({ external_ref }) => external_ref === ref)?.load_weight_lbs)
  }
  assert.deepEqual(await weightsOf(['1.200', '40,5 lb', '1.234,5']), [1200, 40.5, 1234.5])
  assert.deepEqual(await weightsOf(['1.200', '2.000']), [1200, 2000], 'no number decides; a business in Germany')
  assert.deepEqual(await weightsOf(['1.200', '0.500']), [1.2, 0.5])
})

test('ambiguous dates are read in the business’s format, unless the file or a choice decides', async () => {
  const { shop, office } = await dispatcher()
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ dateFormat: 'DAY_FIRST' }).execute(),
  )
  const file = (...dates: string[]) =>
    uploaded(
      office,
      ['Ref,Customer,Address,Delivery Date', ...dates.map((date, i) => `${i},Ann,1 A St,${date}`)].join('\n'),
    )
  const open = await file('03/12/2026')
  const { dates } = await preview(office, open)
  assert.deepEqual(dates, {
    order: 'DAY_FIRST',
    basis: 'ASSUMED',
    example: '03/12/2026',
    month_first: '03/12/2026',
    day_first: '12/03/2026',
  })
  assert.equal((await preview(office, open, { date_order: 'MONTH_FIRST' })).dates?.order, 'MONTH_FIRST')
  const proven = (await preview(office, await file('03/12/2026', '12/23/2026'))).dates
  assert.deepEqual([proven?.order, proven?.basis], ['MONTH_FIRST', 'PROVEN'])
})

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
/** The reference of the orders 1001 to 1080 in each file. */
const REFERENCES: Record<string, (ref: number) => string> = {
  'shopify_orders_export.csv': (ref) => `#${ref}`,
  'woocommerce_advanced_order_export.csv': (ref) => String(ref + 4_000),
  'dispatcher_sheet_semicolon.csv': String,
}

test('every real export becomes its orders, and importing it again changes nothing', async () => {
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

test('rows of one order are joined, with date and window from its notes', async () => {
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

test('every fault names its row and column; the good rows are imported, and the bad ones are returned with a reason', async () => {
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
  const { good, bad, refused, faults } = await preview(office, file)
  assert.deepEqual([good, bad, refused], [1, 5, 1])
  assert.deepEqual(
    faults.map(({ line, column }) => `${line} ${column}`).sort(),
    ['3 Delivery date', '3 Name', '3 Weight', '4 To', '6 Order ID', '7 Order ID', '8 Address', '9 null'].sort(),
  )
  const { counts } = await imported(office, file)
  assert.deepEqual([counts.created, counts.refused, counts.bad], [1, 1, 5])
  const kept = await app.db.query('select counts from imports where import_uuid = $1', [file.import_uuid])
  assert.deepEqual(kept, [{ counts: { CREATED: 1, REFUSED: 1, BAD: 5 } }])
  const csv = await badRows(office, file)
  assert.match(csv, /^Order ID,Name,.*,Why it was not imported\r\n/)
  assert.match(csv, /A2,,2 A St,someday,heavy,,,.*"?Delivery date: ""someday"" is not a date/)
  assert.match(csv, /A3,"?'=HYPERLINK/)
  assert.match(csv, /A6,.*The delivery date has passed/)
})

test('zones apply to files, and an owner may ignore them', async () => {
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
  const looked = await uploaded(office, content)
  const { good, refused, faults, looked_up } = await preview(office, looked)
  assert.deepEqual([good, refused, looked_up, faults.map(({ line }) => line)], [0, 1, 0, [2]])
  assert.equal((await imported(office, looked)).counts.refused, 1)
  const file = await uploaded(office, content)
  const denied = await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping, override: true })
  assert.equal(denied.status, 403)
  assert.equal((await imported(owner, file, { override: true })).counts.created, 1)
})

test('a file without references, or one imported by two processes concurrently, creates each order once', async () => {
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

test('an odd file is refused with a message and without a crash', async () => {
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

test('an uploaded file is deleted after a day if it was not imported', async () => {
  const shop = await service.business()
  const add = (status: 'UPLOADED' | 'DONE', hours: number) =>
    app.db.asBusiness(shop.businessId, (tx) =>
      tx
        .insertInto('imports')
        .values({
          businessId: shop.businessId,
          importId: app.newId(),
          fileName: `${status} ${hours}`,
          content: Buffer.from('x'),
          headers: JSON.stringify([]),
          lineCount: 0,
          status,
          userId: app.newId(),
          createdAt: new Date(app.clock().getTime() - hours * 3_600_000),
        })
        .execute(),
    )
  await add('UPLOADED', 25)
  await add('UPLOADED', 23)
  await add('DONE', 25)
  await cleanUpJob.run(app)
  const left = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('imports').select('fileName').execute())
  assert.deepEqual(left.map(({ fileName }) => fileName).sort(), ['DONE 25', 'UPLOADED 23'])
})

/** A backtracking pattern takes days to read a cell with this number of blanks. */
const BLANKS = ' '.repeat(1_000_000)

test('a cell longer than any field is refused by its column and not parsed', async () => {
  const { office } = await dispatcher()
  const head = 'Order ID,Name,Full address,Delivery date,Time window,Weight,Notes,Unmapped'
  const row = (cells: Record<number, string>) =>
    ['L1', 'Test', '1 A St, Town, MD', '11/20/2026', '', '', '', ''].map((cell, i) => cells[i] ?? cell)
  const long = [2, 3, 4, 5, 6].map((column) => row({ 0: `L${column}`, [column]: `9${BLANKS}x` }))
  const rows = [...long, row({ 7: BLANKS })]
  const file = await uploaded(office, [head, ...rows.map((cells) => cells.map((c) => `"${c}"`).join(','))].join('\n'))
  const { good, faults } = await preview(office, file)
  assert.equal(good, 1)
  const told = faults.filter(({ message }) => message === 'has 1000002 characters; at most 5000 are read')
  assert.deepEqual(
    told.map(({ line, column }) => `${line} ${column}`),
    ['2 Full address', '3 Delivery date', '4 Time window', '5 Weight', '6 Notes'],
  )
})

test('codes of an item’s pieces are read from their column', async () => {
  const { office } = await dispatcher()
  const file =
    'Order ID,Name,Address,Delivery date,Item name,Barcodes\nB1,Test,1 A St,11/20/2026,Box,"A1, A2"\nB2,Test,2 A St,11/20/2026,Bag,'
  await imported(office, await uploaded(office, file))
  const orders = await allOrders(office)
  const codes = (ref: string) => orders.find(({ external_ref }) => external_ref === ref)?.items?.[0]?.barcodes
  assert.deepEqual([codes('B1'), codes('B2')], [['A1', 'A2'], undefined])
})

test('thousands of rows with one reference: the first becomes the order, and the joined rows are summarized', async () => {
  const { office } = await dispatcher()
  const rows = (more: string) =>
    Array.from({ length: 5_000 }, (_, i) => `SAME,Test,${i} A St,11/20/2026${more}`).join('\n')
  const single = await preview(office, await uploaded(office, `Order ID,Name,Address,Delivery date\n${rows('')}`))
  assert.deepEqual([single.good, single.bad, single.faults.length], [1, 4_999, 200])
  assert.equal(single.faults[0]?.message, 'line 2 has this reference already')

  const items = await uploaded(office, `Order ID,Name,Address,Delivery date,Item name\n${rows(',Box')}`)
  const joined = await preview(office, items)
  assert.deepEqual([joined.good, joined.bad, joined.faults.length], [0, 1, 200])
  assert.equal((await imported(office, items)).counts.bad, 1)
  const [problem] = (await office.get<ImportProblem[]>(`/imports/${items.import_uuid}/problems`)).body.data
  assert.match(problem?.reason ?? '', /^line 3, Order ID: line 2 has this reference already, .*; and 4995 more$/)
})

const dated = (days: string[]) =>
  ['Order ID,Name,Address,Delivery date', ...days.map((day, i) => `D${i},Test,${i} A St,${day}`)].join('\n')
const daysIn = async (office: Office) =>
  (await allOrders(office)).sort((a, b) => (a.external_ref < b.external_ref ? -1 : 1)).map((o) => o.delivery_date)

test('a date that is only valid with the day first decides how all dates of the file are read', async () => {
  const { office } = await dispatcher()
  const file = await uploaded(office, dated(['03/12/2026', '07/12/2026', '23/12/2026']))
  const { good, dates } = await preview(office, file)
  assert.equal(good, 3)
  assert.deepEqual(dates, {
    order: 'DAY_FIRST',
    basis: 'PROVEN',
    example: '23/12/2026',
    month_first: null,
    day_first: '12/23/2026',
  })
  await imported(office, file)
  assert.deepEqual(await daysIn(office), ['12/03/2026', '12/07/2026', '12/23/2026'])

  // The dates of the next file with these columns are ambiguous, so its format is that of this file.
  const next = await uploaded(office, dated(['04/12/2026', '05/12/2026']))
  const again = await preview(office, next)
  assert.deepEqual([again.dates?.order, again.dates?.basis], ['DAY_FIRST', 'REMEMBERED'])
  await imported(office, next)
  assert.deepEqual(await daysIn(office), ['12/04/2026', '12/05/2026', '12/23/2026'])
})

test('the preview shows that dates are ambiguous, a choice counts, and a contradicting date is reported', async () => {
  const { office } = await dispatcher()
  const file = await uploaded(office, dated(['03/12/2026', '07/12/2026']))
  const open = await preview(office, file)
  assert.deepEqual([open.dates?.order, open.dates?.basis, open.refused], ['MONTH_FIRST', 'ASSUMED', 2])
  assert.deepEqual([open.dates?.month_first, open.dates?.day_first], ['03/12/2026', '12/03/2026'])
  const chosen = await preview(office, file, { date_order: 'DAY_FIRST' })
  assert.deepEqual([chosen.dates?.order, chosen.dates?.basis, chosen.refused], ['DAY_FIRST', 'CHOSEN', 0])
  await imported(office, file, { date_order: 'DAY_FIRST' })
  assert.deepEqual(await daysIn(office), ['12/03/2026', '12/07/2026'])

  const mixed = await preview(office, await uploaded(office, dated(['23/12/2026', '24/12/2026', '12/25/2026'])))
  assert.deepEqual([mixed.good, mixed.bad, mixed.dates?.basis], [2, 1, 'CONTRADICTED'])
  assert.deepEqual(mixed.faults, [
    {
      line: 4,
      name: 'Test',
      field: 'delivery_date',
      column: 'Delivery date',
      value: '12/25/2026',
      message: '"12/25/2026" is a date only month first; dates of this file are read day first',
    },
  ])
  const wrong = await office.post(`/imports/${file.import_uuid}/preview`, { mapping: {}, date_order: 'YEAR_FIRST' })
  assert.deepEqual(wrong.body.details.fields, ['date_order'])
})

const rows = (...refs: string[]) =>
  ['Order ID,Name,Address,Delivery date', ...refs.map((ref) => `${ref},Test,1 A St,11/20/2026`)].join('\n')
async function start(office: Office, content: string): Promise<UploadedFile> {
  const file = await uploaded(office, content)
  assert.equal((await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping })).status, 200)
  return file
}

test('a row that fails is retried and then given up, while other rows and imports continue', async (t) => {
  const [first, second] = [await dispatcher(), await dispatcher()]
  // Simulates an error of the database for one row, as a bug or a broken index would cause it.
  await app.db.query(
    `create function fail_row() returns trigger language plpgsql as
     $$ begin if new.external_ref = 'BOOM' then raise 'boom'; end if; return new; end $$`,
    [],
  )
  await app.db.query('create trigger fail_row before insert on orders for each row execute function fail_row()', [])
  t.after(() => app.db.query('drop function fail_row cascade', []))
  const failing = await start(first.office, rows('OK1', 'BOOM', 'OLD', 'OK2'))
  // Valid when the import began, but invalid now.
  await app.db.query(
    `update import_rows set body = body || '{"delivery_date": "someday"}' where import_uuid = $1 and line = 4`,
    [failing.import_uuid],
  )
  const other = await start(second.office, rows('OK3'))
  const counts = async (office: Office, file: UploadedFile) =>
    (await office.get<ImportOut>(`/imports/${file.import_uuid}`)).body.data
  const problems = async () =>
    (await first.office.get<ImportProblem[]>(`/imports/${failing.import_uuid}/problems`)).body.data

  while (await importDue(app));
  assert.equal((await counts(second.office, other)).status, 'DONE')
  const running = await counts(first.office, failing)
  assert.equal(running.status, 'RUNNING')
  assert.deepEqual([running.counts.created, running.counts.failing, running.counts.refused], [2, 1, 1])
  const [boom, old] = await problems()
  assert.deepEqual([boom?.line, boom?.reason], [3, 'Importing this row failed.'])
  assert.ok(boom?.retry_at && new Date(boom.retry_at) > clock.now())
  assert.deepEqual(old, { line: 4, reason: 'delivery_date must be a date that exists, MM/dd/yyyy', retry_at: null })

  assert.deepEqual(logged, ['a row of an import failed'])
  for (let tries = 0; tries < 4; tries++) {
    clock.advance(3_600)
    while (await importDue(app));
  }
  const ended = await counts(first.office, failing)
  assert.deepEqual([ended.status, ended.counts.refused, ended.counts.failing], ['DONE', 2, 0])
  assert.match((await problems())[0]?.reason ?? '', /failed 5 times/)
  assert.match(
    await badRows(first.office, failing),
    /\nBOOM,Test,1 A St,11\/20\/2026,Importing this row failed 5 times/,
  )
})

test('health and the office show an import that keeps failing until it is repaired', async () => {
  const [{ office }, other] = [await dispatcher(), await dispatcher()]
  const shown = async () => {
    const failed = (await office.get<FailedWorkOut>('/failed-work')).body.data.failing
    const health = (await (await fetch(`${service.url}/api/v1/health`)).json()) as JsonBody<{
      checks: { jobs_tick: { failing_work: number } }
    }>
    return [...failed.map(({ job, file_name }) => `${job} ${file_name}`), health.data.checks.jobs_tick.failing_work]
  }
  const after = async (seconds: number) => {
    clock.advance(seconds)
    while (await importDue(app));
  }
  // In the first case, the order of the row can't be written. In the second case, not even the failure of the row can
  // be recorded.
  for (const [table, when, job] of [
    ['orders', "new.external_ref = 'STUCK'", 'import-rows'],
    ['import_rows', "old.body->>'external_ref' = 'STUCK'", 'import-orders'],
  ]) {
    await app.db.query(
      `create function fail_work() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`,
      [],
    )
    await app.db.query(
      `create trigger fail_work before ${table === 'orders' ? 'insert' : 'update'} on ${table}
       for each row when (${when}) execute function fail_work()`,
      [],
    )
    const stuck = await start(office, rows('STUCK', ...Array.from({ length: 60 }, (_, i) => `${job}-${i}`)))
    const theirs = await start(other.office, rows('FREE'))
    const state = async (who: Office, file: UploadedFile) =>
      (await who.get<ImportOut>(`/imports/${file.import_uuid}`)).body.data

    await after(0)
    const { status, counts } = await state(office, stuck)
    assert.deepEqual([status, counts.created, counts.waiting], ['RUNNING', 60, 1])
    assert.equal((await state(other.office, theirs)).status, 'DONE')
    assert.deepEqual(await shown(), [0], 'a first failure is not shown')
    for (let seconds = 0; seconds < 160; seconds += 10) await after(10)
    assert.deepEqual(await shown(), [`${job} orders.csv`, 1])
    assert.deepEqual((await other.office.get<FailedWorkOut>('/failed-work')).body.data.failing, [])

    await app.db.query('drop function fail_work cascade', [])
    await after(601)
    assert.equal((await state(office, stuck)).status, 'DONE')
    clock.advance(121)
    assert.deepEqual(await shown(), [0])
  }
})

test('undoing an import removes its orders, which can be imported again, but not dispatched ones', async () => {
  const { businessId } = await service.business()
  const office = await signedIn(service, businessId, 'DISPATCHER')
  await addEndpoint(app, businessId)
  const line = (n: number) => `U-${n},Customer ${n},${n} First St,Washington,DC,12/01/2026`
  const file = ['Reference,Customer,Address,City,State,Delivery date', line(1), line(2), line(3)].join('\n')
  await imported(office, await uploaded(office, file))
  const [step, ...more] = (await office.get<UndoStepsOut>('/undo-steps')).body.data.steps
  assert.deepEqual([step?.kind, step?.count, more.length], ['ORDERS_IMPORTED', 3, 0])
  const found = (await office.get<OrdersOut>('/orders?search=U-2')).body.data.orders
  await office.post('/orders-cancelled', { order_uuids: found.map(({ order_uuid }) => order_uuid) })
  const steps = (await office.get<UndoStepsOut>('/undo-steps')).body.data.steps
  const imports = steps.find(({ kind }) => kind === 'ORDERS_IMPORTED')
  const undone = await office.post<UndoneOut>(`/undo-steps/${imports?.step_uuid}/undo`)
  assert.equal(undone.status, 200, undone.body.message)
  assert.equal(undone.body.data.orders, 2)
  assert.deepEqual(
    undone.body.data.left.map(({ external_ref, message }) => [external_ref, message]),
    [['U-2', 'It is canceled now.']],
  )
  await expectAuditRow(service, { businessId }, 'import.undone', { detail: { orders: 2 }, by: { kind: 'OFFICE' } })
  assert.equal((await office.get<OrdersOut>('/orders')).body.data.orders.length, 1)
  const told = (await pendingEvents(app, businessId)).filter(({ event }) => event === 'order.cancelled')
  assert.deepEqual(new Set(told.map(({ facts }) => facts.external_ref)), new Set(['U-1', 'U-3']))
  const { counts } = await imported(office, await uploaded(office, file))
  assert.equal(counts.created, 2)
})

test('undoing an import takes its orders off planned routes, whose times change, and keeps dispatched ones', async () => {
  const shop = await service.business()
  const { businessId } = shop
  const office = await signedIn(service, businessId, 'DISPATCHER')
  await addDepot(app, businessId)
  await addVehicle(app, businessId)
  const date = '12/01/2026'
  await shop.post('/orders', orderBody({ external_ref: 'OWN', delivery_date: date }))
  const line = (n: number) => `O-${n},Customer ${n},${n} Far St,Washington,DC,38.8${n},-77.2,${date}`
  const file = ['Reference,Customer,Address,City,State,Latitude,Longitude,Delivery date', ...[1, 2, 3].map(line)]
  await imported(office, await uploaded(office, file.join('\n')))
  const routesOf = async () => (await shop.get<RouteWithStops[]>(`/routes?date=${date}`)).body.data
  const build = async () => (await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date })).body.data

  const [first] = (await build()).routes
  const sent = first?.stops.find(({ external_ref }) => external_ref === 'O-3')
  await shop.post(`/routes/${first?.route_uuid}/dispatch`)
  await shop.post(`/routes/${first?.route_uuid}/stops/${sent?.stop_uuid}/status`, { status: 'SKIPPED' })
  await shop.post(`/routes/${first?.route_uuid}/cancel`)
  const [planned] = (await build()).routes
  assert.equal(planned?.stops.length, 4)

  const [step] = (await office.get<UndoStepsOut>('/undo-steps')).body.data.steps
  const undone = await office.post<UndoneOut>(`/undo-steps/${step?.step_uuid}/undo`)
  assert.equal(undone.status, 200, undone.body.message)
  assert.equal(undone.body.data.orders, 2)
  assert.deepEqual(
    undone.body.data.left.map(({ external_ref, message }) => [external_ref, message]),
    [['O-3', 'It was on a route that was sent.']],
  )
  const route = (await routesOf()).find(({ route_uuid }) => route_uuid === planned?.route_uuid)
  assert.equal(route?.stop_count, 2)
  const { body } = await shop.get<RouteWithStops>(`/routes/${route?.route_uuid}`)
  assert.deepEqual(
    body.data.stops.map(({ sequence }) => sequence),
    [1, 2],
  )
  assert.ok(body.data.distance_miles < (planned?.distance_miles ?? 0), 'the times are computed again')
})
