// Tests photos that a driver views again, and deletes while the stop is open or its outcome is pending.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { DriverRoute } from '../../src/contract/driver.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { driverToken } from '../helpers/links.ts'
import { fits } from '../helpers/matching.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

async function phone(stops: number) {
  const { shop, route } = await dispatchedRoute(service, stops)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const stop = (index: number) => route.stops[index]?.stop_uuid ?? ''
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${service.url}/d/${token}/${path}`, { method: 'POST', ...init })
    const answer = (await response.json()) as JsonBody<DriverRoute>
    if (response.ok) assert.deepEqual(answer.data, fits('the run', DriverRoute, answer.data))
    return { status: response.status, body: answer }
  }
  const tap = (tap: Record<string, unknown>) =>
    send('taps', {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: clock.now().toISOString(), ...tap }),
    })
  const shoot = async (index: number, background = '#a86') => {
    const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
    form.append('taken_at', clock.now().toISOString())
    const { status, body } = await send(`stops/${stop(index)}/proof`, {
      headers: { 'idempotency-key': randomUUID() },
      body: form,
    })
    assert.equal(status, 200, body.message)
    return body.data.stops[index]?.photo_links?.at(-1) ?? { proof_uuid: '', url: '' }
  }
  const remove = (index: number, proof_uuid: string) =>
    tap({ kind: 'REMOVE_PHOTO', stop_uuid: stop(index), proof_uuid })
  const deliver = (index: number) => tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(index) })
  const urls = async (index: number) =>
    (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops[index]?.proof?.photo_urls ?? []
  return { shop, route, stop, tap, shoot, remove, deliver, urls }
}

const opens = async (url: string) => (await fetch(service.url + url)).status

test('a photo is shown on the phone, deleted, and taken again', async () => {
  const driver = await phone(1)
  await driver.tap({ kind: 'START' })
  const [first, second] = [await driver.shoot(0), await driver.shoot(0, '#234')]
  assert.match(first.url, /^\/files\//)
  assert.equal(await opens(first.url), 200)
  const { status, body } = await driver.remove(0, first.proof_uuid)
  assert.equal(status, 200)
  assert.deepEqual(
    [body.data.stops[0]?.photos, body.data.stops[0]?.photo_links?.map(({ proof_uuid }) => proof_uuid)],
    [1, [second.proof_uuid]],
  )
  assert.equal(await opens(first.url), 404)
  assert.equal((await driver.urls(0)).length, 1)
  assert.equal((await driver.remove(0, first.proof_uuid)).status, 200, 'the photo is already deleted')
  await expectAuditRow(service, driver.shop, 'stop.proof_removed', {
    entityId: driver.stop(0),
    by: { kind: 'DRIVER' },
    times: 1,
  })
  const files = await app.db.query<{ count: number }>('select count(*)::int as count from unnamed_files', [])
  assert.equal(files[0]?.count, 1, 'a job deletes the file')
  assert.equal((await driver.tap({ kind: 'REMOVE_PHOTO', stop_uuid: driver.stop(0) })).status, 400)
})

test('within the undo window, a photo can be deleted unless the outcome needs it; afterwards the proof is final', async () => {
  const driver = await phone(2)
  await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ proofRequired: 'PHOTO' }).execute(),
  )
  await driver.tap({ kind: 'START' })
  const [first, second] = [await driver.shoot(0), await driver.shoot(0)]
  assert.equal((await driver.deliver(0)).status, 200)
  assert.equal((await driver.remove(0, first.proof_uuid)).status, 200)
  const refused = await driver.remove(0, second.proof_uuid)
  assert.deepEqual([refused.status, refused.body.details.code], [409, 'PROOF_REQUIRED'])
  clock.advance(200)
  while (await settleOutcomesJob.run(app));
  await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ proofRequired: 'NONE' }).execute(),
  )
  const late = await driver.remove(0, second.proof_uuid)
  assert.deepEqual([late.status, late.body.details.code], [409, 'STOP_FINISHED'])
  const other = await driver.remove(1, second.proof_uuid)
  assert.equal(other.status, 200, 'a photo of another stop is not deleted')
  assert.equal((await driver.urls(0)).length, 1)
})
