// The office's proof page: what was taken, and whether it is still what was recorded.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { type Office, signedIn, visitor } from '../../helpers/office.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

const page = async (office: Office, route: RouteWithStops) => {
  const path = `/office/api/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`
  const response = await fetch(service.url + path, { headers: { cookie: office.cookie } })
  return { status: response.status, text: await response.text() }
}

test('shows pictures, signer and outcome, and finds a record that was changed', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const stop = `/api/v1/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}`
  const drawing = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('signature', new Blob([new Uint8Array(drawing)]), 'signature.png')
  form.append('signed_by', 'Test <signer>')
  const headers = { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() }
  await fetch(`${service.url}${stop}/proof`, { method: 'POST', headers, body: form })

  const office = await signedIn(service, shop.businessId, 'VIEWER')
  assert.match((await page(office, route)).text, /No outcome is recorded/)
  await shop.post(stop.replace('/api/v1', '') + '/status', { status: 'DELIVERED' })
  const { status, text } = await page(office, route)
  assert.equal(status, 200)
  assert.match(text, /Test &lt;signer&gt;/)
  assert.match(text, /as they were recorded/)
  const [, picture = ''] = /<img src="([^"]+)"/.exec(text) ?? []
  assert.equal((await fetch(service.url + picture.replaceAll('&amp;', '&'))).status, 200)

  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('proofs').set({ signed_by: 'Someone else' }).execute(),
  )
  assert.match((await page(office, route)).text, /something differs/)
})

test('is for those signed in to the business only', async () => {
  const { route } = await dispatchedRoute(service, 1)
  assert.equal((await page(visitor(service), route)).status, 401)
  const elsewhere = await service.business()
  assert.equal((await page(await signedIn(service, elsewhere.businessId), route)).status, 404)
})
