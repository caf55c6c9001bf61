// Tests the page of a receipt, its file, and the keys, for the holder of its link (docs/spec/receipts.md#page).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFile } from '../../src/app/customers/receipts/verify-receipts.ts'
import type { OrderDetailOut } from '../../src/contract/order-actions.ts'
import type { ReceiptKeys, ReceiptLine } from '../../src/contract/receipts.ts'
import { testClock } from '../helpers/clock.ts'
import { getPage } from '../helpers/links.ts'
import { signedIn } from '../helpers/office.ts'
import { pdfCodes, pdfPages } from '../helpers/pdf.ts'
import { onTheRoad, pathOf, receiptsOf } from '../helpers/receipts.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const KEYS = '/.well-known/roundsman-receipts.json'
const pathIn = (url: string): string => new URL(url).pathname

test('the page explains the proof and offers the receipt, without location and recipient', async () => {
  const { shop, outcome, settle, route } = await onTheRoad(service, clock, 1)
  await outcome(0)
  await settle()
  const [receipt] = await receiptsOf(shop)
  assert.ok(receipt)
  const page = await getPage(service, pathIn(receipt.url))
  assert.equal(page.status, 200)
  const stop = route.stops[0]
  for (const said of [
    '<h1>Delivered</h1>',
    'What the receipt proves',
    'What it doesn’t prove',
    stop?.external_ref ?? '',
  ])
    assert.ok(page.text.includes(said), said)
  for (const kept of [stop?.customer_name, stop?.address.line1, '38.9126', '77.0286'])
    assert.ok(kept && !page.text.includes(kept), kept)
  assert.equal(page.headers.get('x-robots-tag'), 'noindex, nofollow')
  assert.equal(page.headers.get('cache-control'), 'no-store')

  const file = await getPage(service, `${pathIn(receipt.url)}/receipt.json`)
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="receipt-[0-9a-f-]{36}\.json"$/)
  const keys = JSON.parse((await getPage(service, KEYS)).text) as ReceiptKeys
  const trusted = new Map(keys.keys.map((key) => [key.kid, key]))
  assert.deepEqual(checkFile(Buffer.from(file.text), trusted).faults, [])
  const { disclosed, signed } = JSON.parse(file.text) as ReceiptLine
  assert.deepEqual(Object.keys(disclosed), ['order_reference'])
  assert.ok(signed.digests.place, 'a person who is told the location can verify it')
  assert.deepEqual(Object.keys(keys.keys[0] ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'retired_at', 'use', 'x'])
})

test('the page is in the reader’s language, and the order’s panel and the proof link to it', async () => {
  const { shop, outcome, settle, route } = await onTheRoad(service, clock, 1)
  await outcome(0)
  const office = await signedIn(service, shop.businessId, 'VIEWER')
  const detail = async () =>
    (await office.get<OrderDetailOut>(`/orders/${route.stops[0]?.order_uuid}`)).body.data.receipt_url
  assert.equal(await detail(), null)
  await settle()
  const [receipt] = await receiptsOf(shop)
  assert.ok(receipt)
  assert.equal(await detail(), receipt.url)
  const proof = await fetch(`${service.url}/office/api${pathOf(route, 0)}/proof`, {
    headers: { cookie: office.cookie },
  })
  assert.ok((await proof.text()).includes(receipt.url))
  const pdf = await fetch(`${service.url}/office/api${pathOf(route, 0)}/proof.pdf`, {
    headers: { cookie: office.cookie },
  })
  const printedFile = Buffer.from(await pdf.arrayBuffer())
  const printed = pdfPages(printedFile).flat().join('')
  assert.ok(printed.includes('Signed receipt no. 1') && printed.includes(receipt.url), printed)
  assert.deepEqual(await pdfCodes(printedFile), [receipt.url])
  for (const [language, title] of [
    ['es', 'Entregado'],
    ['fr', 'Livré'],
    ['de', 'Zugestellt'],
  ] as const) {
    const answer = await fetch(service.url + pathIn(receipt.url), { headers: { 'accept-language': language } })
    const text = await answer.text()
    assert.ok(text.includes(`<html lang="${language}">`) && text.includes(`<h1>${title}</h1>`), language)
  }
})

test('a receipt that was taken back shows that and links to the valid one', async () => {
  const { shop, outcome, settle, route } = await onTheRoad(service, clock, 2)
  await outcome(0)
  await settle()
  assert.equal((await shop.post(`${pathOf(route, 0)}/undo`)).status, 200)
  await settle()
  const [first, second] = await receiptsOf(shop)
  assert.ok(first && second)
  const page = await getPage(service, pathIn(first.url))
  assert.ok(page.text.includes('no longer valid') && page.text.includes(`href="${pathIn(second.url)}"`))
  const standing = await getPage(service, pathIn(second.url))
  assert.ok(standing.text.includes('<h1>Taken back</h1>') && !standing.text.includes('no longer valid'))
})

test('an unknown link is 404 and soon 429, and the keys are 429 after too many requests', async () => {
  const unknown = `/r/${'A'.repeat(43)}`
  const statuses: number[] = []
  for (let i = 0; i < 31; i++)
    statuses.push((await getPage(service, i % 2 ? unknown : `${unknown}/receipt.json`)).status)
  assert.deepEqual([statuses[0], statuses[29], statuses[30]], [404, 404, 429])
  let asked = await getPage(service, KEYS)
  for (let i = 0; i < 60 && asked.status === 200; i++) asked = await getPage(service, KEYS)
  assert.equal(asked.status, 429)
  assert.ok(Number(asked.headers.get('retry-after')) > 0)
})
