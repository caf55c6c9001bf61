// Tests labels of deliveries: one for each piece, with text for the loader and a code for the scanner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../../src/domain/orders/pieces.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { pdfPages } from '../../helpers/pdf.ts'
import { builtRoute, shopWithOrders } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

const labels = async (office: Office, query: string) => {
  const response = await fetch(`${service.url}/office/api/labels.pdf?${query}`, { headers: { cookie: office.cookie } })
  const body = Buffer.from(await response.arrayBuffer())
  const isPdf = response.headers.get('content-type') === 'application/pdf'
  return { status: response.status, pages: isPdf ? pdfPages(body) : [], text: isPdf ? '' : body.toString() }
}

const items = [
  { name: 'Apples, case', quantity: 2 },
  { name: 'Peas', quantity: 1, barcodes: ['OWN-77'] },
]

test('labels of a route’s pieces are in driving order, each with its code, like those of a day or chosen orders', async () => {
  const { shop, date } = await shopWithOrders(service, 2, { customer_name: 'Zoë Sample', items })
  const route = await builtRoute(shop, date)
  const waiting = orderBody({ delivery_date: date, temperature_class: 'FROZEN' })
  const { body: added } = await shop.post<{ order_uuid: string }>('/orders', waiting)
  const office = await signedIn(service, shop.businessId, 'VIEWER')

  const { pages } = await labels(office, `sheet=4X6&route_uuid=${route.route_uuid}`)
  assert.equal(pages.length, 6, 'one label per page')
  const [first, second] = route.stops
  assert.ok(first && second)
  const [one = [], , three = [], four = []] = pages
  for (const said of ['Zoë Sample', first.address.line1, `Order ${first.external_ref}`, 'Piece 1 of 3', 'Apples, case'])
    assert.ok(one.join(' ').includes(said), said)
  assert.ok(one.join(' ').includes(`1 ${route.name}`), 'the disc of the stop, and its route')
  assert.ok(one.includes(`${codeOf(first.order_uuid)}-1`))
  assert.ok(three.includes('OWN-77'))
  assert.ok(four.includes(`${codeOf(second.order_uuid)}-1`))

  const day = await labels(office, `sheet=A4&date=${encodeURIComponent(date)}`)
  assert.equal(day.pages.length, 1, 'seven labels on a sheet of eight')
  assert.ok(day.pages.flat().includes(`${codeOf(added.data.order_uuid)}-1`))
  assert.ok(day.pages.flat().includes('Frozen'))
  const chosen = await labels(office, `sheet=A4&order_uuids=${added.data.order_uuid},${first.order_uuid}`)
  assert.equal(chosen.pages.flat().filter((text) => text.startsWith('Order ')).length, 4)

  const elsewhere = await signedIn(service, (await service.business()).businessId)
  assert.equal((await labels(elsewhere, `sheet=A4&route_uuid=${route.route_uuid}`)).status, 404)
  const theirs = await labels(elsewhere, `sheet=A4&order_uuids=${added.data.order_uuid}`)
  assert.equal(theirs.status, 409)
  assert.match(theirs.text, /no delivery to print labels for/)
})

test('invalid requests and unusable codes are refused with a reason', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  for (const [query, field] of [
    ['sheet=A5&date=01%2F01%2F2030', 'sheet'],
    ['sheet=A4', 'route_uuid'],
    ['sheet=A4&order_uuids=x', 'order_uuids.0'],
    ['sheet=A4&date=01%2F01%2F2030&order_uuids=019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d', 'route_uuid'],
  ] as const) {
    const { status, text } = await labels(office, query)
    assert.equal(status, 400, query)
    assert.ok(text.includes(`"${field}"`), `${query}: ${text}`)
  }
  const twice = [{ ...items[1] }, { name: 'More', quantity: 1, barcodes: ['X', 'own-77 '] }]
  const { status, body } = await shop.post('/orders', orderBody({ items: twice }))
  assert.equal(status, 400)
  assert.deepEqual(body.details?.fields, ['items.1.barcodes.1'])

  const many = orderBody({ items: [{ name: 'Bolts', quantity: 200 }] })
  for (let i = 0; i < 8; i++) await shop.post('/orders', { ...many, external_ref: `MANY-${i}` })
  const { text } = await labels(office, `sheet=A4&date=${encodeURIComponent(String(many.delivery_date))}`)
  assert.match(text, /more than 1,500 labels/)
})

test('an order returns its codes unchanged, or no member if it has no codes', async () => {
  const shop = await service.business()
  const order = orderBody({ items })
  const { body } = await shop.post<{ items: Record<string, unknown>[] }>('/orders', order)
  assert.deepEqual(
    body.data.items.map(({ barcodes }) => barcodes),
    [undefined, ['OWN-77']],
  )
  assert.ok(!('barcodes' in (body.data.items[0] ?? {})))
  const again = await shop.post<{ changed_at: string }>('/orders', order)
  assert.equal(again.body.data.changed_at, (body.data as unknown as { changed_at: string }).changed_at)
})
