// Tests orders with a span of days on which they may be delivered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayToWire } from '../../../src/contract/fields.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { calendarOf } from '../../../src/app/calendar.ts'
import { importDue } from '../../../src/app/orders/imports/import-due.ts'
import { signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()
const calendar = calendarOf('America/New_York')
const today = calendar.dayOf(new Date())
const at = (days: number): string => dayToWire(calendar.addDays(today, days))

test('the response has the span of days that was sent, or no span', async () => {
  const shop = await service.business()
  const body = orderBody({ delivery_date: at(1), delivery_by: at(4) })
  const { status, body: answer } = await shop.post<OrderOut>('/orders', body)
  const { delivery_date, delivery_from, delivery_by } = answer.data
  assert.deepEqual([status, delivery_date, delivery_from, delivery_by], [201, at(1), at(1), at(4)])
  const plain = await shop.post<OrderOut>('/orders', orderBody({ delivery_date: at(1), delivery_by: null }))
  assert.ok(!('delivery_by' in plain.body.data) && !('delivery_from' in plain.body.data))
  const read = await shop.get<OrderOut>(`/orders/${body.external_ref}`)
  assert.deepEqual(read.body.data, answer.data)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const day = await office.get<DayOut>(`/day?date=${at(1)}`)
  assert.deepEqual(
    day.body.data.pool.map((one) => one.delivery_by ?? null),
    [at(4), null],
  )
})

test('a span that ends before its start or is too long is refused with its field', async () => {
  const shop = await service.business()
  for (const delivery_by of [at(0), at(62), '13/40/2026', 7]) {
    const { status, body } = await shop.post('/orders', orderBody({ delivery_date: at(1), delivery_by }))
    assert.deepEqual([status, body.details.fields], [400, ['delivery_by']])
  }
  assert.equal((await shop.post('/orders', orderBody({ delivery_date: at(1), delivery_by: at(61) }))).status, 201)
})

test('the chosen day of a span stays when the order is sent again, until the span changes', async () => {
  const shop = await service.business()
  const body = orderBody({ delivery_date: at(1), delivery_by: at(4) })
  const { data } = (await shop.post<OrderOut>('/orders', body)).body
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('orders')
      .set({ deliveryDate: calendar.addDays(today, 3) })
      .where('businessId', '=', shop.businessId)
      .where('orderId', '=', data.order_uuid)
      .execute(),
  )
  const days = async (sent: object): Promise<(string | undefined)[]> => {
    const { delivery_date, delivery_from, delivery_by } = (await shop.post<OrderOut>('/orders', sent)).body.data
    return [delivery_date, delivery_from, delivery_by]
  }
  assert.deepEqual(await days({ ...body, customer_name: 'Another' }), [at(3), at(1), at(4)])
  assert.deepEqual(await days({ ...body, delivery_by: at(5) }), [at(1), at(1), at(5)])

  // A date set by hand replaces the span.
  const office = await signedIn(service, shop.businessId)
  await office.post('/orders-dates', { order_uuids: [data.order_uuid], delivery_date: at(2) })
  const moved = (await shop.get<OrderOut>(`/orders/${body.external_ref}`)).body.data
  assert.deepEqual([moved.delivery_date, moved.delivery_by], [at(2), undefined])
})

test('a file may have the last possible date of each order', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId)
  const csv = `order number,name,address,latitude,longitude,delivery date,last delivery date\nF-1,Ann,1 Test Street,38.91,-77.03,${at(1)},${at(3)}\nF-2,Ben,2 Test Street,38.91,-77.03,${at(1)},\n`
  const upload = await fetch(`${service.url}/office/api/imports?name=week.csv`, {
    method: 'POST',
    headers: {
      cookie: office.cookie,
      'x-csrf-token': office.session?.csrf_token ?? '',
      'content-type': 'application/octet-stream',
    },
    body: csv,
  })
  const { data } = (await upload.json()) as { data: { file: { import_uuid: string; mapping: object } } }
  const started = await office.post(`/imports/${data.file.import_uuid}/start`, {
    mapping: data.file.mapping,
    date_order: null,
    default_date: null,
  })
  assert.equal(started.status, 200, started.body.message)
  while (await importDue(service.app));
  const last = async (ref: string): Promise<string | undefined> =>
    (await shop.get<OrderOut>(`/orders/${ref}`)).body.data.delivery_by
  assert.deepEqual([await last('F-1'), await last('F-2')], [at(3), undefined])
})
