// The customer's page on a phone, before, during and after; with its proof, and without scripts at all.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { OrderOut } from '../../src/contract/orders.ts'
import { startBrowser } from '../helpers/browser.ts'
import { driverToken } from '../helpers/links.ts'
import { axeFaults, openPhone, picture } from '../helpers/phone.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()
const { app } = service

test('before: the window and a form; on the way: a range and a first name; after: when, and the proof', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, {
    customer_phone: '+1 202 555 0143',
    window_start: '09:00',
    window_end: '17:00',
  })
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ share_proof: true, undo_window_seconds: 0, contact_phone: '+1 202 555 0100' })
      .execute(),
  )
  const [first] = route.stops
  assert.ok(first)
  const { body } = await shop.get<OrderOut>(`/orders/${first.external_ref}`)
  const path = new URL(body.data.stop?.tracking_url ?? '').pathname
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const tap = (tap: Record<string, unknown>) =>
    fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: new Date().toISOString(), ...tap }),
    })

  const phone = await openPhone(browser)
  const page = await phone.newPage()
  await page.goto(service.url + path)
  await page.getByRole('heading', { name: /^Arriving/ }).waitFor()
  await page.getByLabel('Instructions for the driver').fill('Ring twice.')
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-before')
  await page.getByRole('button', { name: 'Save' }).tap()
  await page.getByText('Ring twice.').waitFor()

  await tap({ kind: 'START' })
  await tap({ kind: 'HEAD', stop_uuid: first.stop_uuid })
  await page.goto(service.url + path)
  await page.getByText('Test is on the way to you.').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-next')

  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a9' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const url = `${service.url}/d/${token}/stops/${first.stop_uuid}/proof`
  const proof = await fetch(url, { method: 'POST', headers: { 'idempotency-key': randomUUID() }, body: form })
  assert.equal(proof.status, 200)
  await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: first.stop_uuid })
  await page.goto(service.url + path)
  await page.getByRole('heading', { name: /^Delivered at/ }).waitFor()
  await page.getByAltText('Photo 1 of the delivery').waitFor()
  await page.waitForFunction('[...document.images].every((image) => image.complete && image.naturalWidth > 0)')
  assert.deepEqual(await axeFaults(page), [])
  await picture(page, 'tracking-delivered')
})
