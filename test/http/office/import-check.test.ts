// Tests how the rows of a file are checked and corrected before an import, over real HTTP: meanings of cells, faults,
// rows that the shop would not deliver, locations.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import writeExcelFile from 'write-excel-file/node'
import { importDue } from '../../../src/app/orders/imports/import-due.ts'
import type { GeocodeAnswer } from '../../../src/app/ports/geocoder.ts'
import type { AddedOut, PreviewOut, UploadedFile, UploadOut } from '../../../src/contract/office/imports.ts'
import type { CandidatesOut, OrdersOut } from '../../../src/contract/office/orders.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { EXPORTS } from '../../helpers/data.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const TWINS = [5, 6].map((n) => ({ point: { lat: 38.9 + n / 100, lng: -77 }, label: `${n} Twin Ave` }))
const find = async (asked: unknown): Promise<GeocodeAnswer> => {
  const text = JSON.stringify(asked)
  if (text.includes('Twin')) return { found: false, candidates: TWINS }
  if (text.includes('Nowhere')) return { found: false }
  return { found: true, precision: 'PLACED', point: { lat: 38.9, lng: -77.01 }, label: 'here' }
}
const service = await startService({
  replaced: { clock: () => new Date('2026-11-17T15:00:00Z'), geocoder: { name: 'test', find } },
})

async function upload(office: Office, content: Buffer | string, sheet = ''): Promise<UploadOut> {
  const response = await fetch(`${service.url}/office/api/imports?name=a.csv${sheet}`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(Buffer.from(content)),
  })
  const { data, message } = (await response.json()) as JsonBody<UploadOut>
  assert.equal(response.status, 200, message)
  return data
}
const uploaded = async (office: Office, content: Buffer | string): Promise<UploadedFile> =>
  (await upload(office, content)).file ?? assert.fail('a sheet must be chosen')

async function preview(office: Office, file: UploadedFile, more: object = {}): Promise<PreviewOut> {
  const body = { mapping: file.mapping, locate: true, ...more }
  const { status, body: said } = await office.post<PreviewOut>(`/imports/${file.import_uuid}/preview`, body)
  assert.equal(status, 200, said.message)
  return said.data
}

async function orders(office: Office, file: UploadedFile, more: object = {}) {
  await office.post(`/imports/${file.import_uuid}/start`, { mapping: file.mapping, ...more })
  while (await importDue(service.app));
  const { orders } = (await office.get<OrdersOut>('/orders')).body.data
  return new Map(orders.map((order) => [order.external_ref, order]))
}

async function dispatcher() {
  const shop = await service.business()
  return { shop, office: await signedIn(service, shop.businessId, 'DISPATCHER') }
}

const shopExport = (name: string): Buffer => readFileSync(path.join(EXPORTS, 'shops', `${name}.csv`))

test('a date and a window in the notes count, whatever the default date is, and the shop’s own orders are left out', async () => {
  const { office } = await dispatcher()
  const file = await uploaded(office, shopExport('shopify-zapiet'))
  const { left_out_rows, ...seen } = await preview(office, file, { default_date: '12/03/2026' })
  assert.deepEqual([seen.good, seen.bad, seen.left_out], [1, 0, 3])
  assert.deepEqual(
    left_out_rows.map(({ reason }) => reason),
    ['picked up by the customer', 'refunded in the shop', 'already fulfilled in the shop'],
  )
  const { line } = left_out_rows[2] ?? assert.fail()
  assert.equal((await preview(office, file, { kept: [line] })).good, 2)
  const added = await orders(office, file, { default_date: '12/03/2026', kept: [line] })
  const of = (ref: string) => {
    const order = added.get(ref)
    return [order?.delivery_date, order?.window_start, order?.window_end, order?.address.postal_code]
  }
  assert.deepEqual(of('#1001'), ['12/01/2026', '09:00', '11:00', '20001'])
  assert.deepEqual(of('#1004'), ['12/02/2026', '13:00', '14:00', '20001'])
})

test('an unreadable date or window in the notes is a fault that the user corrects, not the default', async () => {
  const { office } = await dispatcher()
  const content = 'Ref,Name,Address,City,Note attributes\n1,Ann,1 A St,Town,"Delivery-Date: soon\nDelivery-Time: early"'
  const file = await uploaded(office, content)
  const more = { default_date: '12/03/2026' }
  const { good, faults } = await preview(office, file, more)
  assert.deepEqual(
    [good, ...faults.map(({ field, value, message }) => `${field} ${value}: ${message}`)],
    [
      0,
      'delivery_date soon: The delivery date "soon" is not a date; write it as 11/23/2026 or 2026-11-23',
      'window early: The time window "early" is not a time window; write it as 9:00 AM - 12:00 PM or 09:00 - 12:00',
    ],
  )
  const corrections = [
    { line: 2, field: 'delivery_date', text: '12/01/2026' },
    { line: 2, field: 'window', text: '9 - 11 AM' },
  ]
  assert.equal((await preview(office, file, { ...more, corrections })).good, 1)
  const order = (await orders(office, file, { ...more, corrections })).get('1')
  assert.deepEqual([order?.delivery_date, order?.window_start, order?.window_end], ['12/01/2026', '09:00', '11:00'])
})

test('text formulas, pounds, midnight, instants in UTC and shortened numbers are read as what they mean', async () => {
  const { shop, office } = await dispatcher()
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ timeZone: 'Europe/Berlin' }).execute(),
  )
  const file = await uploaded(
    await signedIn(service, shop.businessId, 'DISPATCHER'),
    [
      'Order ID,Name,Address,City,Zip,Delivery Date,From,To,Phone,Lbs',
      '="0001234",Ann,1 A St,Boston,="02138",2026-11-30T23:00:00.000Z,8:00 PM,12:00 AM,="2025550103",40',
      'B,Ann,2 A St,Boston,02138,2026-12-01T00:00:00Z,20:00,24:00,,48 lbs',
      '5.00012E+12,Ann,3 A St,Boston,02138,2026-12-01,,,,1',
    ].join('\n'),
  )
  const { faults, columns } = await preview(office, file)
  assert.deepEqual(
    faults.map(({ line, column, message }) => [line, column, message]),
    [[4, 'Order ID', '"5.00012E+12" is a number that a spreadsheet shortened; enter all its digits']],
  )
  assert.deepEqual(columns[0], { filled: 3, faults: 1 })
  const corrections = [{ line: 4, field: 'external_ref', text: '5000120000001' }]
  const added = await orders(office, file, { corrections })
  assert.deepEqual([...added.keys()].sort(), ['0001234', '5000120000001', 'B'])
  const first = added.get('0001234')
  assert.deepEqual(
    [
      first?.delivery_date,
      first?.window_end,
      first?.address.postal_code,
      first?.customer_phone,
      first?.load_weight_lbs,
    ],
    ['12/01/2026', '23:59', '02138', '2025550103', 40],
  )
  const second = added.get('B')
  assert.deepEqual([second?.delivery_date, second?.window_end], ['12/01/2026', '23:59'])
})

test('addresses are located before the import, and a chosen location counts for all rows with the address', async () => {
  const { shop, office } = await dispatcher()
  const content = [
    'Ref,Name,Address,Delivery date',
    '1,Ann,"1 A St, Town, MD",12/01/2026',
    '2,Bo,"5 Twin Ave, Town, MD",12/01/2026',
    '3,Cy,"5 Twin Ave, Town, MD",12/02/2026',
    '4,Di,"9 Nowhere Rd, Town, MD",12/01/2026',
    '5,Ed,"9 Nowhere Rd, Town, MD",11/01/2026',
  ].join('\n')
  const file = await uploaded(office, content)
  assert.equal(file.mapping.full_address, 2, 'the column has whole addresses')
  const counts = ({ good, unplaced, ambiguous, refused }: PreviewOut) => [good, unplaced, ambiguous, refused]
  assert.deepEqual(counts(await preview(office, file, { locate: null })), [4, 0, 0, 1])
  const seen = await preview(office, file)
  assert.deepEqual(counts(seen), [4, 1, 2, 1])
  const [twin, , lost] = seen.unplaced_rows
  assert.deepEqual([twin?.line, twin?.name, twin?.candidates.length, lost?.line], [3, 'Bo', 2, 5])
  const url = `/imports/${file.import_uuid}`
  const { candidates } = (await office.post<CandidatesOut>(`${url}/candidates`, { address: twin?.address })).body.data
  assert.deepEqual(
    candidates.map(({ label }) => label),
    ['5 Twin Ave', '6 Twin Ave'],
  )
  assert.equal((await office.post(`${url}/location`, { address: twin?.address, lat: 38.95, lng: -77 })).status, 200)
  await expectAuditRow(service, { businessId: shop.businessId }, 'import.placed', { by: { kind: 'OFFICE' } })
  assert.deepEqual(counts(await preview(office, file)), [4, 1, 0, 1])
  const added = await orders(office, file)
  assert.deepEqual([added.get('3')?.address.lat, added.get('4')?.placement], [38.95, 'UNPLACED'])
  const left = (await office.get<AddedOut>(`${url}/added`)).body.data
  assert.deepEqual(left, {
    unplaced: 1,
    addresses: ['9 Nowhere Rd'],
    days: [
      { date: '12/01/2026', orders: 3 },
      { date: '12/02/2026', orders: 1 },
    ],
  })
  assert.equal((await office.post(`${url}/location`, { address: twin?.address, lat: 38.95, lng: -77 })).status, 404)
})

test('a workbook with several filled sheets asks for one', async () => {
  const { office } = await dispatcher()
  const data = (...rows: string[][]) => rows.map((cells) => cells.map((value) => ({ value, type: String })))
  const book = await writeExcelFile([
    { sheet: 'Cover', data: data(['Orders', 'of us']) },
    { sheet: 'Empty', data: [] },
    { sheet: 'Orders', data: data(['Name', 'Address'], ['Ann', '1 A St']) },
  ]).toBuffer()
  assert.deepEqual(await upload(office, book), { sheets: ['Cover', 'Orders'], file: null })
  const { file } = await upload(office, book, '&sheet=1')
  assert.deepEqual(
    [file?.sheet_name, file?.headers, file?.samples],
    ['Orders', ['Name', 'Address'], [['Ann'], ['1 A St']]],
  )
  assert.equal((await preview(office, file ?? assert.fail(), { default_date: '12/01/2026' })).good, 1)
})
