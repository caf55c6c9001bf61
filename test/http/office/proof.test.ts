// Tests documents of the office: proof of delivery with its integrity check, and a route's manifest.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { type Office, signedIn, visitor } from '../../helpers/office.ts'
import { pdfPages, pdfPictures } from '../../helpers/pdf.ts'
import { textsIn } from '../../helpers/pseudo-words.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { addVehicle } from '../../helpers/fleet.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService()

/** `language` is that of the browser. */
const page = async (office: Office, route: RouteWithStops, language = 'en') => {
  const path = `/office/api/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`
  const headers = { cookie: office.cookie, 'accept-language': language }
  const response = await fetch(service.url + path, { headers })
  return { status: response.status, text: await response.text() }
}

/** The texts of a PDF, and its number of images. */
const pdf = async (office: Office, path: string, language = 'en') => {
  const headers = { cookie: office.cookie, 'accept-language': language }
  const response = await fetch(`${service.url}/office/api${path}`, { headers })
  const body = Buffer.from(await response.arrayBuffer())
  const isPdf = response.headers.get('content-type') === 'application/pdf'
  return { response, pages: isPdf ? pdfPages(body) : [], pictures: isPdf ? pdfPictures(body) : 0 }
}

test('shows pictures, signer and outcome, and detects a changed record', async () => {
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
  await shop.post(stop.replace('/api/v1', '') + '/status', {
    status: 'DELIVERED',
    driver_notes: 'Left with the front desk',
  })
  const { status, text } = await page(office, route)
  assert.equal(status, 200)
  assert.match(text, /Test &lt;signer&gt;/)
  assert.match(text, /match the record/)
  const [, picture = ''] = /<img src="([^"]+)"/.exec(text) ?? []
  assert.equal((await fetch(service.url + picture.replaceAll('&amp;', '&'))).status, 200)

  const kept = await pdf(office, `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof.pdf`)
  assert.equal(kept.pictures, 1)
  const said = kept.pages.flat().join(' ')
  assert.match(said, /Delivered/)
  assert.match(said, /Left with the front desk/)
  assert.match(text, /Notes: Left with the front desk/)
  assert.match(said, /Signature, signed by Test <signer>, \d\d\/\d\d\/\d{4}/)
  assert.match(said, /match the record\. SHA-256 of the record: [0-9a-f]{64}/)
  assert.match(kept.response.headers.get('content-disposition') ?? '', /^inline; filename="Proof-T-\d+\.pdf"$/)

  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('proofs').set({ signedBy: 'Someone else' }).execute(),
  )
  assert.match((await page(office, route)).text, /some data differs/)
  const changed = await pdf(office, `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof.pdf`)
  assert.match(changed.pages.flat().join(' '), /some data differs/)
})

test('the page lists a photo and a signature with their description, and a failure is not a proof of delivery', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const picture = async (width: number, height: number) => {
    const drawn = await sharp({ create: { width, height, channels: 3, background: '#8a6' } })
      .jpeg()
      .toBuffer()
    return new Blob([new Uint8Array(drawn)])
  }
  const record = async (index: number, outcome: object) => {
    const stop = `/routes/${route.route_uuid}/stops/${route.stops[index]?.stop_uuid}`
    for (const kind of ['photo', 'signature']) {
      const form = new FormData()
      form.append(kind, await (kind === 'photo' ? picture(1200, 1600) : picture(900, 300)), 'picture.jpg')
      if (kind === 'signature') form.append('signed_by', 'Test signer')
      const headers = { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() }
      const sent = await fetch(`${service.url}/api/v1${stop}/proof`, { method: 'POST', headers, body: form })
      assert.ok(sent.ok)
    }
    assert.equal((await shop.post(`${stop}/status`, outcome)).status, 200)
    return pdf(office, `${stop}/proof.pdf`)
  }
  const delivered = await record(0, { status: 'DELIVERED', driver_notes: 'Left with the front desk' })
  assert.deepEqual([delivered.pages.length, delivered.pictures], [1, 2])
  assert.match(delivered.pages.flat().join(' '), /Proof of delivery/)
  const failed = await record(1, { status: 'FAILED', reason: 'Nobody there' })
  assert.equal(failed.pages.length, 1)
  const said = failed.pages.flat().join(' ')
  assert.match(said, /Record of delivery attempt .* Not delivered/)
  assert.doesNotMatch(said, /Proof of delivery/)
})

test('requires a session of the business', async () => {
  const { route } = await dispatchedRoute(service, 1)
  assert.equal((await page(visitor(service), route)).status, 401)
  const elsewhere = await service.business()
  assert.equal((await page(await signedIn(service, elsewhere.businessId), route)).status, 404)
})

test('a manifest lists the stops in driving order, then the load in reverse', async () => {
  const { shop, route, refs } = await dispatchedRoute(service, 4, {
    customer_name: 'Алексей',
    instructions: 'Gate code 4410',
    window_start: '08:00',
    window_end: '18:00',
    items: [{ name: 'Peas, case', quantity: 2, unit_weight_lbs: 12.5, sku: 'PEAS' }],
  })
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const { response, pages } = await pdf(office, `/routes/${route.route_uuid}/manifest.pdf`)
  assert.equal(response.status, 200)
  const texts = pages.flat()
  const order = route.stops.map(({ external_ref }) => external_ref)
  assert.equal(order.length, refs.length)
  assert.deepEqual(
    texts.filter((text) => text.startsWith('Reference ')),
    order.map((ref) => `Reference ${ref}`),
  )
  assert.deepEqual(
    texts.filter((text) => /^T-\d+$/.test(text)),
    order.toReversed(),
  )
  const said = texts.join(' ')
  for (const wanted of ['Алексей', 'Gate code 4410', '8:00 AM', '2 × Peas, case (PEAS)', 'Dry, 25 lb', 'Loaded by'])
    assert.ok(said.includes(wanted), wanted)
  assert.match(said, /Together 4 deliveries, 100 lb/)
})

test('all manifests of a day are in one file, each route on its own pages, and a day without routes is refused', async () => {
  const { shop, route } = await dispatchedRoute(service, 2)
  await addVehicle(service.app, shop.businessId, { name: 'Second van' })
  await shop.post('/orders', orderBody({ delivery_date: route.date, external_ref: 'ON-SECOND' }))
  const built = await shop.post('/routes/build', { date: route.date, external_refs: ['ON-SECOND'] })
  assert.ok(built.status < 300, built.body.message)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const { response, pages } = await pdf(office, `/manifests.pdf?date=${encodeURIComponent(route.date)}`)
  assert.equal(response.status, 200)
  const first = pages.findIndex((page) => page.join(' ').includes(`Route ${route.name}`))
  const second = pages.findIndex((page) => page.join(' ').includes('Route Second van'))
  assert.ok(first === 0 || second === 0, 'the file begins with one of the manifests')
  assert.ok(first >= 0 && second >= 0 && first !== second, `${first} ${second}`)
  assert.match(pages[Math.max(first, second)]?.[0] ?? '', /^Route /)
  const none = await office.get('/manifests.pdf?date=01/01/2020')
  assert.equal(none.status, 404)
})

test('manifests and labels use the business’s formats', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, {
    window_start: '08:00',
    window_end: '18:00',
    items: [{ name: 'Peas, case', quantity: 2, unit_weight_lbs: 12.5 }],
  })
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ units: 'METRIC', clock: 'H24', dateFormat: 'YEAR_FIRST' }).execute(),
  )
  const [month, day, year] = route.date.split('/')
  const { pages } = await pdf(office, `/routes/${route.route_uuid}/manifest.pdf`)
  const said = pages.flat().join(' ')
  for (const wanted of [
    `${year}-${month}-${day}`,
    '08:00 –',
    'Dry, 11 kg',
    'Weight (kg)',
    'Together 2 deliveries, 23 kg',
  ])
    assert.ok(said.includes(wanted), `${wanted} in ${said}`)
  assert.doesNotMatch(said, /\d [AP]M|\d lb|\d mi\b|Pounds/)
  const labels = await pdf(office, `/labels.pdf?sheet=4X6&route_uuid=${route.route_uuid}`)
  assert.match(labels.pages.flat().join(' '), new RegExp(`${year}-${month}-${day}`))
})

test('printed documents are entirely in the language of the user who prints them', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, {
    customer_name: 'Zoë Sample',
    instructions: 'Gate 4410',
    window_start: '08:00',
    window_end: '18:00',
    collect_amount: '24.90',
    items: [{ name: 'Peas, case', quantity: 2, unit_weight_lbs: 12.5 }],
  })
  const stop = `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}`
  const drawing = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('signature', new Blob([new Uint8Array(drawing)]), 'signature.png')
  form.append('signed_by', 'Xi Signer')
  const headers = { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() }
  await fetch(`${service.url}/api/v1${stop}/proof`, { method: 'POST', headers, body: form })
  const delivered = await shop.post(`${stop}/status`, {
    status: 'DELIVERED',
    driver_notes: 'Zigzag',
    left_where: 'Veranda',
    items: [{ name: 'Peas, case', damaged: 1, reason: 'Wet' }],
    checks: { collected: { amount: '24.90', method: 'CASH' } },
  })
  assert.equal(delivered.status, 200, delivered.body.message)
  const reload = { kind: 'RELOAD', which: 1, before: 2, paid: false, lateMinutes: 0 }
  const span = { start: new Date(Date.now() + 3_600_000), end: new Date(Date.now() + 5_400_000) }
  const pauses = JSON.stringify([
    { ...reload, ...span },
    { ...reload, ...span, kind: 'BREAK' },
  ])
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    await tx.updateTable('stops').set({ trip: 1 }).where('sequence', '=', 2).execute()
    await tx.updateTable('routes').set({ pauses }).execute()
    await tx.updateTable('businesses').set({ clock: 'H24' }).execute()
  })
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const paths = [
    `/routes/${route.route_uuid}/manifest.pdf`,
    `/manifests.pdf?date=${encodeURIComponent(route.date)}`,
    `/labels.pdf?sheet=4X6&route_uuid=${route.route_uuid}`,
    `${stop}/proof.pdf`,
  ]
  const data = [...textsIn(route), 'Zoë Sample Gate Peas case Xi Signer Zigzag Veranda Wet SHA lb mi PDF'].join(' ')
  /** Excludes the codes of pieces, references and digests, which contain digits. */
  const wordsOf = (text: string) =>
    new Set(
      text
        .replaceAll(/\b[0-9A-Z]{10}-\d+\b/g, '')
        .toLowerCase()
        .match(/[\p{L}\p{N}]{2,}/gu)
        ?.filter((word) => !/\d/.test(word)),
    )
  const { name, time_zone } = (await office.get<{ name: string; time_zone: string }>('/settings')).body.data
  const known = wordsOf(`${data} ${name} ${time_zone}`)
  const inBoth = (english: string, spanish: string) =>
    [...wordsOf(spanish).intersection(wordsOf(english))].filter((word) => !known.has(word))
  for (const path of paths) {
    const [english, spanish] = [await pdf(office, path, 'en-US'), await pdf(office, path, 'es-MX,en;q=0.5')]
    assert.deepEqual([english.response.status, spanish.response.status], [200, 200], path)
    const said = spanish.pages.flat().join(' ')
    assert.deepEqual(inBoth(english.pages.flat().join(' '), said), [], `${path}: ${said}`)
  }
  const shown = async (language: string) =>
    (await page(office, route, language)).text.replace(/<style[^]*<\/style>/, '')
  const visible = (text: string) => text.replaceAll(/<[^>]*>/g, ' ')
  assert.match(await shown('es'), /<html lang="es">/)
  assert.deepEqual(inBoth(visible(await shown('en')), visible(await shown('es'))), [])

  assert.equal((await office.post('/account/language', { language: 'es' })).status, 200)
  const chosen = await pdf(office, paths[0] ?? '', 'en')
  assert.ok(chosen.pages.flat().join(' ').includes('Paradas en el orden de la ruta'), 'in the person’s language')
})

test('a manifest requires a session of the business', async () => {
  const { route } = await dispatchedRoute(service, 1)
  const path = `/routes/${route.route_uuid}/manifest.pdf`
  assert.equal((await pdf(visitor(service), path)).response.status, 401)
  const stranger = await signedIn(service, (await service.business()).businessId)
  assert.equal((await pdf(stranger, path)).response.status, 404)
  const proof = `/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof.pdf`
  assert.equal((await pdf(stranger, proof)).response.status, 404)
})

test('a document is created with a note if a photo is missing, empty, changed or invalid', async (t) => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const stop = route.stops[0]
  const at = `/routes/${route.route_uuid}/stops/${stop?.stop_uuid}`
  const photo = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const headers = { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() }
  await fetch(`${service.url}/api/v1${at}/proof`, { method: 'POST', headers, body: form })
  await shop.post(`${at}/status`, { status: 'DELIVERED' })
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ shareProof: true }).execute(),
  )
  // Customers see the proof after the outcome is final.
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('stops')
      .set({ settlesAt: new Date(Date.now() - 1_000) })
      .where('settlesAt', 'is not', null)
      .execute(),
  )
  while (await settleOutcomesJob.run(service.app));
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const { files } = service.app
  const tracked = async () => (await fetch(new URL(new URL(stop?.tracking_url ?? '').pathname, service.url))).text()
  const said = {
    'The photo is missing': [null, Buffer.alloc(0)],
    'The photo was changed after it was recorded': [Buffer.from('no picture'), Buffer.concat([photo, photo])],
  }
  assert.doesNotMatch(await tracked(), /was changed/)
  for (const [words, contents] of Object.entries(said))
    for (const content of contents) {
      t.mock.method(files, 'get', () => Promise.resolve(content))
      const made = await pdf(office, `${at}/proof.pdf`)
      assert.equal(made.response.status, 200)
      assert.match(made.pages.flat().join(' '), new RegExp(words))
      const { text } = await page(office, route)
      assert.match(text, new RegExp(`${words}\\b`))
      const spanish = await pdf(office, `${at}/proof.pdf`, 'es')
      assert.match(spanish.pages.flat().join(' '), content?.length ? /La foto se cambió/ : /Falta la foto/)
      const [, src = ''] = /<img src="([^"]+)"/.exec(text) ?? []
      const opened = await fetch(service.url + src.replaceAll('&amp;', '&'))
      if (content?.length) {
        assert.equal(opened.headers.get('roundsman-picture'), 'changed')
        assert.match(await tracked(), /A photo was changed after it was recorded/)
      } else assert.equal(opened.status, 404)
      t.mock.restoreAll()
    }
})

test('the error of a failed read does not mention an Idempotency-Key', async (t) => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  t.mock.method(service.app.documents, 'pdf', () => Promise.reject(new Error('a bug')))
  const failed = await office.get(`/routes/${route.route_uuid}/manifest.pdf`)
  assert.deepEqual([failed.status, failed.body.message], [500, 'Something went wrong on our side. Try again later.'])
})
