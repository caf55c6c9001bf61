// Tests proof of delivery over the real API: rules, bad pictures, limits, signed links, and stored data.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { RouteWithStops, StopOut } from '../../../../src/contract/routes.ts'
import { proofDigest } from '../../../../src/app/driving/proofs/seal-proof.ts'
import { storedProofs } from '../../../../src/store/routes/proofs.ts'
import { readStop } from '../../../../src/store/routes/stops.ts'
import { testClock } from '../../../helpers/clock.ts'
import { driverToken } from '../../../helpers/links.ts'
import { dispatchedRoute } from '../../../helpers/routes.ts'
import { type Client, type JsonBody, startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const color = { r: 200, g: 120, b: 40 }
const jpeg = await sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
  .withExif({ IFD3: { GPSLatitude: '38/1 54/1 0/1', GPSLongitude: '77/1 2/1 0/1' } })
  .jpeg()
  .toBuffer()
const drawing = await sharp({ create: { width: 300, height: 100, channels: 4, background: { ...color, alpha: 0 } } })
  .png()
  .toBuffer()

interface Answer {
  stop: StopOut
}

async function send(
  shop: Client,
  route: RouteWithStops,
  parts: Record<string, string | Buffer>,
  key: string = randomUUID(),
  index = 0,
): Promise<{ status: number; headers: Headers; body: JsonBody<Answer> }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), 'file')
  return sendForm(shop, route, form, key, index)
}

async function sendForm(shop: Client, route: RouteWithStops, form: FormData, key: string, index: number) {
  const response = await fetch(
    `${service.url}/api/v1/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}/proof`,
    { method: 'POST', headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': key }, body: form },
  )
  return { status: response.status, headers: response.headers, body: (await response.json()) as JsonBody<Answer> }
}

const text = (fields: Record<string, string>, photo: Buffer): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  return form
}

const require = (shop: Client, rule: string, failed = false) =>
  app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ proofRequired: rule as 'PHOTO', proofRequiredFailed: failed })
      .execute(),
  )
const record = (shop: Client, route: RouteWithStops, status: string, index = 0) =>
  shop.post<Answer>(`/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}/status`, {
    status,
    ...(status === 'FAILED' && { reason: 'Nobody there' }),
  })

test('the required proof is enforced; the served picture is upright and has no metadata', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  await require(shop, 'BOTH')
  const refused = await record(shop, route, 'DELIVERED')
  assert.equal(refused.status, 409)
  assert.equal(refused.body.details.code, 'PROOF_REQUIRED')

  const photo = await sendForm(shop, route, text({ lat: '38.9', lng: '-77.03' }, jpeg), randomUUID(), 0)
  assert.equal(photo.status, 201, photo.body.message)
  assert.equal((await record(shop, route, 'DELIVERED')).status, 409)
  const form = new FormData()
  form.append('signature', new Blob([new Uint8Array(drawing)]), 'signature.png')
  form.append('signed_by', 'Test signer')
  const signed = await sendForm(shop, route, form, randomUUID(), 0)
  assert.equal(signed.status, 201, signed.body.message)
  const { status, body } = await record(shop, route, 'DELIVERED')
  assert.equal(status, 200)

  const { proof } = body.data.stop
  assert.ok(proof?.signature_url)
  assert.equal(proof.photo_urls.length, 1)
  const served = await open(proof.photo_urls[0])
  assert.equal(served.status, 200)
  assert.equal(served.headers.get('content-type'), 'image/jpeg')
  const picture = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
  assert.equal(picture.width, 640)
  assert.equal(picture.exif, undefined)
})

const open = (url: string | undefined) => fetch((url ?? '').replace('http://roundsman.test', service.url))

test('a link is 403 after seven days, and if anything in it is changed', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const { body } = await send(shop, route, { photo: jpeg })
  const { photo_urls, urls_expire_at } = body.data.stop.proof ?? { photo_urls: [], urls_expire_at: '' }
  const [url = ''] = photo_urls
  assert.equal(Math.round((new Date(urls_expire_at).getTime() - clock.now().getTime()) / 86_400_000), 7)
  assert.equal((await open(url)).status, 200)
  const later = url.replace(/expires=(\d+)/, (_, seconds: string) => `expires=${Number(seconds) + 60}`)
  for (const edited of [later, url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), url.split('?')[0] ?? ''])
    assert.equal((await open(edited)).status, 403, edited)
  clock.advance(7 * 86_400 + 1)
  assert.equal((await open(url)).status, 403)
})

test('the newest signature counts, even after the clock was set back', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const sign = (signer: string) => send(shop, route, { signature: drawing, signed_by: signer })
  await sign('First signer')
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('proofs').set({ createdAt: sql`created_at + interval '1 hour'` }).execute(),
  )
  const { body } = await sign('Second signer')
  const kept = await app.db.asBusiness(shop.businessId, (tx) => storedProofs(tx, route.stops[0]?.stop_uuid ?? ''))
  assert.deepEqual(
    kept.map(({ signedBy }) => signedBy),
    ['First signer', 'Second signer'],
  )
  assert.ok(body.data.stop.proof?.signature_url?.includes(kept[1]?.proofId ?? 'none'))
})

test('a file that is not a picture is 400 with the reason', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const wide = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: color } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const line = await sharp({ create: { width: 20_001, height: 1, channels: 3, background: color } })
    .png()
    .toBuffer()
  const bad: Record<string, [Buffer, RegExp]> = {
    html: [Buffer.from('<!doctype html><script>alert(1)</script>'), /not a JPEG/],
    svg: [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /not a JPEG/],
    'svg that calls itself something else': [
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<svg/>')]),
      /not a JPEG/,
    ],
    '16k × 16k': [wide, /52 million pixels/],
    'a line': [line, /20,000 pixels wide or high/],
    truncated: [jpeg.subarray(0, jpeg.length / 2), /damaged or cut off/],
    heic: [Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic0000mif1heic')]), /HEIC/],
    empty: [Buffer.alloc(0), /not a JPEG/],
  }
  for (const [name, [content, why]] of Object.entries(bad)) {
    const { status, body } = await send(shop, route, { photo: content })
    assert.equal(status, 400, name)
    assert.match(body.message, why, name)
    assert.deepEqual(body.details.fields, ['photo'])
  }
  assert.equal((await send(shop, route, { photo: jpeg, signature: drawing })).status, 400)
  const proofPath = `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`
  for (const without of [await sendForm(shop, route, new FormData(), randomUUID(), 0), await shop.post(proofPath)])
    assert.deepEqual([without.status, without.body.details.fields], [400, ['photo']])
  const asJson = await shop.post(proofPath, {})
  assert.equal(asJson.status, 415)
  const huge = await send(shop, route, { photo: Buffer.alloc(15 * 1024 * 1024 + 1, 1) })
  assert.equal(huge.status, 413)
})

test('an upload that ends in the middle leaves nothing behind', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const body = [
    '--cut\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n',
    jpeg.subarray(0, 200).toString('latin1'),
  ].join('')
  const response = await fetch(
    `${service.url}/api/v1/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.apiKey}`,
        'idempotency-key': randomUUID(),
        'content-type': 'multipart/form-data; boundary=cut',
      },
      body: Buffer.from(body, 'latin1'),
    },
  )
  assert.equal(response.status, 400)
  const after = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(after.body.data.stops[0]?.proof, null)
})

test('an upload whose connection breaks leaves nothing behind, and the same key can be retried', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const key = randomUUID()
  const path = `/api/v1/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${shop.apiKey}`,
      `Idempotency-Key: ${key}`,
      'Content-Type: multipart/form-data; boundary=cut',
      'Content-Length: 1000000',
      '',
      '--cut\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nthe beginning of a picture',
    ].join('\r\n'),
  )
  await once(socket, 'ready')
  socket.destroy()
  await once(socket, 'close')
  const kept = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('proofs').selectAll().execute())
  assert.deepEqual(kept, [])
  assert.equal((await send(shop, route, { photo: jpeg }, key)).status, 201)
})

test('by the driver link, a bad picture is 400, a stop of another route 404, and an unknown link 404', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const other = await dispatchedRoute(service, 1)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const upload = (photo: Buffer, stopId = route.stops[0]?.stop_uuid, link = token) =>
    fetch(`${service.url}/d/${link}/stops/${stopId}/proof`, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body: text({}, photo),
    })
  assert.equal((await upload(jpeg)).status, 200)
  assert.equal((await upload(Buffer.from('<!doctype html>'))).status, 400)
  assert.equal((await upload(jpeg, other.route.stops[0]?.stop_uuid)).status, 404)
  assert.equal((await upload(jpeg, undefined, 'A'.repeat(43))).status, 404)
  assert.equal((await upload(jpeg, 'no-uuid')).status, 404)
})

test('the 11th signature is 409', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const sign = () => {
    const form = new FormData()
    form.append('signature', new Blob([new Uint8Array(drawing)]), 'signature.png')
    return sendForm(shop, route, form, randomUUID(), 0)
  }
  for (let i = 0; i < 10; i++) assert.equal((await sign()).status, 201)
  const { status, body } = await sign()
  assert.deepEqual([status, body.details.code], [409, 'PROOF_FULL'])
})

test('the 51st photo is 409, a stop of another route 404, and a finished stop rejects photos', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const other = await dispatchedRoute(service, 1)
  for (let i = 0; i < 50; i++) assert.equal((await send(shop, route, { photo: drawing })).status, 201)
  const { status, body } = await send(shop, route, { photo: drawing })
  assert.equal(status, 409)
  assert.equal(body.details.code, 'PROOF_FULL')

  const strange = { ...route, stops: other.route.stops }
  assert.equal((await send(shop, strange, { photo: drawing })).status, 404)
  await record(shop, route, 'DELIVERED', 1)
  assert.equal((await send(shop, route, { photo: drawing }, randomUUID(), 1)).body.details.code, 'STOP_FINISHED')
})

test('a repeated key adds nothing; a different picture with it is rejected', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const key = randomUUID()
  await send(shop, route, { photo: jpeg }, key)
  const again = await send(shop, route, { photo: jpeg }, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.data.stop.proof?.photo_urls.length, 1)
  assert.equal((await send(shop, route, { photo: drawing }, key)).body.details.code, 'IDEMPOTENCY_KEY_REUSED')
  const after = await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)
  assert.equal(after.body.data.stops[0]?.proof?.photo_urls.length, 1)
})

test('the digest of an outcome matches exactly its proof', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const stopId = route.stops[0]?.stop_uuid ?? ''
  const yesterday = new Date(clock.now().getTime() - 86_400_000).toISOString()
  const form = text({ lat: '38.9', lng: '-77.03', taken_at: yesterday }, jpeg)
  await sendForm(shop, route, form, randomUUID(), 0)
  await record(shop, route, 'DELIVERED')
  await app.db.asBusiness(shop.businessId, async (tx) => {
    const stop = await readStop(tx, route.route_uuid, stopId)
    const proofs = await storedProofs(tx, stopId)
    const row = await tx.selectFrom('stops').select('proofDigest').where('stopId', '=', stopId).executeTakeFirst()
    assert.ok(stop && proofs[0])
    assert.deepEqual(row?.proofDigest, proofDigest(stop, proofs))
    assert.notDeepEqual(row?.proofDigest, proofDigest(stop, [{ ...proofs[0], place: null }]))
    assert.deepEqual(proofs[0].claimedAt?.toISOString(), yesterday, 'the time of the phone is stored')
    assert.ok(proofs[0].takenAt > new Date(yesterday), 'the time that counts is not before dispatch')
  })
})

test('a text field that can’t be stored is rejected by name, whatever its charset', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const parts = (headers: string, value: Buffer) =>
    Buffer.concat([
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="signature"; filename="s.png"\r\nContent-Type: image/png\r\n\r\n',
      ),
      drawing,
      Buffer.from(`\r\n--x\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
      value,
      Buffer.from('\r\n--x--\r\n'),
    ])
  const utf16 = 'name="signed_by"\r\nContent-Type: text/plain; charset=utf-16le'
  for (const [headers, value, field] of [
    [utf16, Buffer.from([0x00, 0xd8]), 'signed_by'],
    ['name="signed_by"', Buffer.from('a\0b'), 'signed_by'],
    ["name*=utf-16le''%00%d8", Buffer.from('a'), 'form'],
  ] as const) {
    const answer = await fetch(
      `${service.url}/api/v1/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop.apiKey}`,
          'idempotency-key': randomUUID(),
          'content-type': 'multipart/form-data; boundary=x',
        },
        body: new Uint8Array(parts(headers, value)),
      },
    )
    const { details } = (await answer.json()) as { details: { fields?: string[] } }
    assert.deepEqual([answer.status, details.fields], [400, [field]], headers)
  }
})
