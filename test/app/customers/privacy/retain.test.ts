// Data with a retention period is deleted after it, once nothing is under way or due. Figures stay.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { ReportOut } from '../../../../src/contract/reports.ts'
import type { OrderOut } from '../../../../src/contract/order.ts'
import type { App } from '../../../../src/app/context.ts'
import { retainDue } from '../../../../src/app/customers/privacy/retain.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { expectAuditRow, expectNoAuditRow } from '../../../helpers/audit.ts'
import { testClock } from '../../../helpers/clock.ts'
import { signedIn } from '../../../helpers/office.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service
const DAY = 86_400

const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
  .jpeg()
  .toBuffer()

async function keep(shop: Client, days: Record<string, number | null>) {
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const { version } = (await office.get<{ version: number }>('/settings')).body.data
  const { status, body } = await office.send('PATCH', '/settings', { version, ...days })
  assert.equal(status, 200, body.message)
}

const cleanUp = async () => {
  while (await cleanUpJob.run(app));
}

/** A route with a delivered stop with a photo, and a stop that is still to come. */
async function halfDriven() {
  const person = { customer_name: 'Dorothea Quill', customer_phone: '202-555-0143', instructions: 'Ask for Dorothea' }
  const { shop, route, date } = await dispatchedRoute(service, 2, {}, [person])
  const stop = route.stops.find(({ customer_name }) => customer_name === 'Dorothea Quill')
  const other = route.stops.find((one) => one !== stop)
  assert.ok(stop && other)
  const { external_ref, address } = stop
  const changed = await shop.post('/orders', {
    ...person,
    external_ref,
    address,
    delivery_date: date,
    instructions: 'Dorothea is at the back',
  })
  assert.equal(changed.status, 200, changed.body.message)
  const form = new FormData()
  form.append('lat', '38.9')
  form.append('lng', '-77.03')
  form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const path = `/routes/${route.route_uuid}/stops`
  const proof = await fetch(`${service.url}/api/v1${path}/${stop.stop_uuid}/proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  assert.equal(proof.status, 201)
  const record = async (stopId: string) => {
    const done = await shop.post(`${path}/${stopId}/status`, { status: 'DELIVERED', driver_notes: 'Dorothea took it' })
    assert.equal(done.status, 200, done.body.message)
    clock.advance(121)
    await settleOutcomesJob.run(app)
  }
  await record(stop.stop_uuid)
  const orders = async () => (await shop.get<OrderOut[]>('/orders')).body.data
  return { shop, date, stop, routeId: route.route_uuid, finish: () => record(other.stop_uuid), orders }
}

const dump = (shop: Client) =>
  app.db.asBusiness(shop.businessId, async (tx) => {
    const tables = ['orders', 'stops', 'driverTaps', 'proofs', 'messages', 'webhookDeliveries', 'auditLog'] as const
    return JSON.stringify(await Promise.all(tables.map((table) => tx.selectFrom(table).selectAll().execute())))
  })

test('the customer of a delivery is erased after the period, but not while the route is under way; the report stays', async () => {
  const { shop, date, stop, finish, orders } = await halfDriven()
  await keep(shop, { keep_orders_days: 30 })
  clock.advance(33 * DAY)
  await cleanUp()
  assert.equal((await orders()).filter(({ customer_name }) => customer_name === 'Dorothea Quill').length, 1)
  await finish()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const report = async () => (await office.get<ReportOut>(`/report?from=${date}&to=${date}`)).body.data
  const before = await report()
  clock.advance(2 * DAY)
  await cleanUp()
  assert.doesNotMatch(await dump(shop), /Dorothea|5550143/)
  const gone = (await orders()).find(({ order_uuid }) => order_uuid === stop.order_uuid)
  assert.deepEqual(
    [gone?.external_ref, gone?.customer_name, gone?.status, gone?.address.lat],
    [`erased-${stop.order_uuid}`, 'Erased', 'DELIVERED', null],
  )
  assert.deepEqual(await report(), before)
  const names = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('unnamedFiles').selectAll().execute())
  assert.deepEqual(names, [], 'the photo file is deleted, too')
})

test('photos, positions and messages have their own periods, and the delivery stays unchanged', async () => {
  const { shop, stop, routeId, finish, orders } = await halfDriven()
  await finish()
  const files = () => app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('proofs').select('fileName').execute())
  const [file] = await files()
  assert.ok(file && (await app.files.get(file.fileName)))
  const proofSays = async () => {
    const { cookie } = await signedIn(service, shop.businessId, 'OWNER')
    const path = `/office/api/routes/${routeId}/stops/${stop.stop_uuid}/proof`
    return (await fetch(`${service.url}${path}`, { headers: { cookie } })).text()
  }
  assert.match(await proofSays(), /outcome match the record/)
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .insertInto('driverTaps')
      .values({
        businessId: shop.businessId,
        routeId,
        tapKey: 'one',
        kind: 'ARRIVED',
        stopId: stop.stop_uuid,
        claimedAt: clock.now(),
        countedAt: clock.now(),
        receivedAt: clock.now(),
        lat: 38.9,
        lng: -77.03,
      } as never)
      .execute(),
  )
  await keep(shop, { keep_photos_days: 60, keep_positions_days: 30, keep_messages_days: 30, keep_logs_days: 90 })
  clock.advance(31 * DAY)
  await cleanUp()
  const [tap] = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('driverTaps').selectAll().execute())
  assert.deepEqual([tap?.lat, tap?.kind], [null, 'ARRIVED'])
  assert.equal((await files()).length, 1, 'photos have a longer period')
  const [place] = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('proofs').select('lat').execute())
  assert.equal(place?.lat, null)
  assert.match(await proofSays(), /locations of this proof were deleted/)
  clock.advance(30 * DAY)
  await cleanUp()
  assert.equal((await files()).length, 0)
  assert.equal(await app.files.get(file.fileName), null)
  assert.match(await proofSays(), /photos, signatures or locations of this proof were deleted/)
  await expectAuditRow(service, shop, 'order.created', { times: 2 })
  clock.advance(30 * DAY)
  await cleanUp()
  await expectNoAuditRow(service, shop, 'order.created')
  assert.ok((await orders()).some(({ customer_name }) => customer_name === 'Dorothea Quill'))
})

/** An App that loses its database after `after` transactions. */
function losing(after: number): App {
  let left = after
  const lost = () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  return {
    ...app,
    db: {
      ...app.db,
      asSystem: (work) => (left-- > 0 ? app.db.asSystem(work) : lost()),
      asWriter: (businessId, work) => (left-- > 0 ? app.db.asWriter(businessId, work) : lost()),
    },
  }
}

test('after a loss of the database at any step, the next run erases the rest', async () => {
  const { shop, finish } = await halfDriven()
  await finish()
  await keep(shop, { keep_orders_days: 30 })
  clock.advance(33 * DAY)
  for (let after = 1, ended = false; !ended; after++)
    ended = await retainDue(losing(after)).then(
      (more) => !more,
      () => false,
    )
  assert.doesNotMatch(await dump(shop), /Dorothea|5550143/)
})

test('a business whose data can’t be deleted is postponed and shown, and doesn’t delay others', async () => {
  const [broken, fine] = [await halfDriven(), await halfDriven()]
  for (const { shop, finish } of [broken, fine]) {
    await finish()
    await keep(shop, { keep_orders_days: 30 })
  }
  clock.advance(33 * DAY)
  await keep(broken.shop, { keep_logs_days: 30 })
  const withFault: App = {
    ...app,
    db: {
      ...app.db,
      asWriter: (businessId, work) =>
        businessId === broken.shop.businessId ? Promise.reject(new Error('broken')) : app.db.asWriter(businessId, work),
    },
  }
  while (await retainDue(withFault));
  assert.doesNotMatch(await dump(fine.shop), /Dorothea/)
  await expectNoAuditRow(service, broken.shop, 'order.created')
  const [failed] = await app.db.asBusiness(broken.shop.businessId, (tx) =>
    tx.selectFrom('failedWork').select(['job', 'itemId']).execute(),
  )
  assert.deepEqual(failed, { job: 'clean-up', itemId: broken.shop.businessId })
  clock.advance(301)
  await cleanUp()
  assert.doesNotMatch(await dump(broken.shop), /Dorothea/)
})

test('less than 30 days is rejected, and null keeps data indefinitely', async () => {
  const shop = await service.business()
  const office = await signedIn(service, shop.businessId, 'OWNER')
  const settings = async () => (await office.get<Record<string, number | null>>('/settings')).body.data
  const { version } = await settings()
  const refused = await office.send('PATCH', '/settings', { version, keep_photos_days: 29 })
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['keep_photos_days']])
  await keep(shop, { keep_photos_days: 30 })
  assert.equal((await settings()).keep_photos_days, 30)
  await keep(shop, { keep_photos_days: null })
  assert.equal((await settings()).keep_photos_days, null)
})
