// The day of the proof of erasure: deliveries of the customer and of others, with every kind of data.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { addressKey } from '../../src/domain/addresses/us-address.ts'
import { chooseLocation } from '../../src/app/orders/choose-location.ts'
import { setStreetHours } from '../../src/app/orders/set-street-hours.ts'
import { uploadFile } from '../../src/app/orders/imports/read-file.ts'
import { startImport } from '../../src/app/orders/imports/start-import.ts'
import { takeReply } from '../../src/app/customers/messages/take-reply.ts'
import { rateDelivery } from '../../src/app/customers/tracking/rate-delivery.ts'
import { importOrdersJob } from '../../src/jobs/import-orders.ts'
import { driverToken } from '../../test/helpers/links.ts'
import { PERSON, REASON, TEXTS_OF_OTHERS } from './erase-person.ts'
import { addRowsWithReference } from './erase-rows.ts'
import type { Shop } from './erase-shop.ts'
import { tomorrow } from './mixed-load.ts'
import { addVan } from './shops.ts'

/** Creates a day with every kind of data of the customer, and `others` deliveries of other customers. */
export async function createDay(shop: Shop, others: number): Promise<void> {
  const { post, app } = shop
  const date = tomorrow()
  for (const end of ['/up', '/down']) await post('/webhooks/subscriptions', { url: `https://hooks.example.com${end}` })
  const refs = await createOrders(shop, others)
  await importOrders(shop)
  const key = addressKey({ region: null, postalCode: null, ...PERSON.address })
  await createRecords(shop, key)

  const built = await post('/routes/build', { date, external_refs: refs })
  const routes = built.routes as ProofRoute[]
  for (const route of routes) await post(`/routes/${route.route_uuid}/dispatch`, undefined)
  // Send texts now, so that the customer can reply to them.
  await shop.settle()
  // A proposed re-plan that is never accepted. It contains each stop's location, and a new delivery.
  const urgent = await post('/orders', { ...PERSON, external_ref: 'QX-10006', delivery_date: date })
  await post('/routes/replan', { date, order_uuids: [urgent.order_uuid], options: { time_limit_seconds: 0.1 } })

  // The customer's first outcome comes from the driver page.
  const tapped = routes.flatMap(({ stops }) => stops).find(isPersonStop)
  for (const route of routes) {
    await driveRoute(shop, route, tapped)
    await shop.settle()
    for (const stop of route.stops) if (isPersonStop(stop)) await replyToDelivery(shop, stop)
  }
  await takeReply(app, { from: '+12025550167', text: 'STOP', providerId: 'stop' })
  // Future data: on a planned route, and in a kept build.
  await post('/routes/build', { date, external_refs: ['QX-10004'] })
  await shop.settle()
  await addRowsWithReference(app, shop.businessId, 'QX-10002', key)
}

interface ProofStop {
  stop_uuid: string
  external_ref: string
  order_uuid: string
}

interface ProofRoute {
  route_uuid: string
  stops: ProofStop[]
}

const isPersonStop = ({ external_ref: ref }: ProofStop): boolean => ref.startsWith('QX')
/** Reference of the customer's delivery that fails. */
const FAILED_REF = 'QX-10003'

/** Creates the deliveries of the customer and of others, some of which name the customer. Returns their references. */
async function createOrders(shop: Shop, others: number): Promise<string[]> {
  // Add a van per 100 further deliveries, because a van has no time for more in its shift.
  for (let i = 100; i < others; i += 100) await addVan(shop.app, shop.businessId)
  const date = tomorrow()
  const persons = [1, 2, 3].map((i) => ({
    ...PERSON,
    external_ref: `QX-1000${i}`,
    instructions: `${PERSON.instructions} ${i}`,
  }))
  const neighbors = Array.from({ length: others }, (_, i) => ({
    external_ref: `N-${i}`,
    customer_name: `Neighbor ${i}`,
    customer_phone: `+1 202 555 ${1000 + i}`,
    address: { line1: `${i} Proof Street`, lat: 38.9 + i / 5_000, lng: -77.03 },
    instructions: TEXTS_OF_OTHERS[i] ?? 'Leave it at the door',
  }))
  for (const order of [...persons, ...neighbors]) await shop.post('/orders', { delivery_date: date, ...order })
  await shop.post('/orders', { ...persons[1], delivery_date: date, instructions: 'Pfirsich bites' })
  return [...persons, ...neighbors].map((order) => order.external_ref)
}

/** Imports a file with a delivery of the customer, and reads the same file again without importing it. */
async function importOrders({ ctx, app }: Shop): Promise<void> {
  const csv = `Order,Name,Phone,Address,Lat,Lng,Date\nQX-10004,Dorothea Quillfeather,202-555-0167,77 Quillfeather Mews,38.91234,-77.03456,${tomorrow()}\n`
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
}

/** Creates a saved view, a geocoding result, a recurring order and a chosen location that name the customer. */
async function createRecords({ app, ctx, businessId, post }: Shop, key: string): Promise<void> {
  await app.db.asBusiness(businessId, (tx) =>
    tx
      .insertInto('orderViews')
      .values({
        businessId,
        userId: ctx.actor.id,
        name: 'Dorothea Quillfeather',
        filters: JSON.stringify({ search: 'QX-10001' }),
      })
      .execute(),
  )
  await app.db.query(
    `insert into geocode_answers (geocoder, address, answer, expires_at) values ('proof', $1, '{}', now() + interval '9 days')`,
    [key],
  )
  const schedule = { unit: 'WEEK', weekdays: ['MON'], start_date: tomorrow() }
  await post('/recurring-orders', { external_ref: 'QX-20000', schedule, order: PERSON })
  const [first] = await app.db.query<{ orderId: string }>(
    `select order_uuid from orders where external_ref = 'QX-10001'`,
    [],
  )
  await chooseLocation(ctx, first?.orderId ?? '', PERSON.address, null)
  await setStreetHours(ctx, first?.orderId ?? '', '24/7')
}

/** Finishes all stops through the API, except `tapped`, whose outcome comes from the driver page. */
async function driveRoute(shop: Shop, route: ProofRoute, tapped: ProofStop | undefined): Promise<void> {
  const link = await driverToken({ app: shop.app }, shop.businessId, route.route_uuid)
  for (const [i, stop] of route.stops.entries()) {
    if (stop === tapped) {
      await sendTaps(shop, link, stop.stop_uuid)
      continue
    }
    const at = `/routes/${route.route_uuid}/stops/${stop.stop_uuid}`
    const isPerson = isPersonStop(stop)
    if (isPerson || i % 10 === 0)
      for (const kind of ['photo', 'signature']) await shop.post(`${at}/proof`, await proofForm(kind, isPerson))
    const isFailed = isPerson ? stop.external_ref === FAILED_REF : i % 4 === 3
    await shop.post(`${at}/status`, {
      status: isFailed ? 'FAILED' : 'DELIVERED',
      driver_notes: isPerson ? 'Pfirsich barked, Dorothea took it' : (TEXTS_OF_OTHERS[i % 8] ?? null),
      ...(isFailed && { reason: isPerson ? REASON : 'Closed' }),
    })
  }
}

async function proofForm(kind: string, isPerson: boolean): Promise<FormData> {
  const form = new FormData()
  form.append('lat', isPerson ? '38.91234' : '38.9')
  form.append('lng', isPerson ? '-77.03456' : '-77.03')
  if (kind === 'signature') form.append('signed_by', isPerson ? 'D. Quillfeather' : 'N.')
  form.append(kind, new Blob([new Uint8Array(await photo())]), `${kind}.jpg`)
  return form
}

/** The customer replies to the messages about the delivery, and rates it. */
async function replyToDelivery(
  { app, ctx }: Shop,
  { order_uuid: orderId, external_ref: ref }: ProofStop,
): Promise<void> {
  await takeReply(app, { from: '+12025550167', text: 'Dorothea here, thanks', providerId: `reply-${orderId}` })
  if (ref !== FAILED_REF) await rateDelivery(ctx, orderId, { stars: 5, comment: 'Pfirsich sends regards' })
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
  const statuses = [
    await tap('ARRIVE'),
    await send(`stops/${stopId}/proof`, await proofForm('signature', true)),
    await tap('OUTCOME', outcome),
    await tap('OUTCOME', { status: 'FAILED', reason: REASON, driver_notes: 'Pfirsich barked' }),
  ]
  if (statuses.join() !== '200,200,200,409') throw new Error(`the taps were answered ${statuses.join()}`)
}

const photo = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
