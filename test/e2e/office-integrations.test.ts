// Tests integrations in a browser on the real server: keys, a failing webhook that is replayed by hand, and API calls.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { startBrowser } from '../helpers/browser.ts'
import { officePages, openScreen } from '../helpers/office-pages.ts'
import { orderBody } from '../helpers/orders.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startService } from '../helpers/service.ts'
import { addEndpoint, emitEvents, stopFacts } from '../helpers/webhooks.ts'

const browser = await startBrowser()
const service = await startService({ jobs: true, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
const { passesAxe, signIn } = officePages(browser, service)

const HAS_CURL = !spawnSync('curl', ['--version']).error

const choose = async (page: Page, record: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `More: ${record}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const openPart = async (page: Page, part: string): Promise<void> => {
  await openScreen(page, 'Integrations')
  await page.getByRole('link', { name: part }).click()
}

test('a key is shown once, and its last use is shown', async () => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await openScreen(page, 'Integrations')
  await page.getByRole('cell', { name: 'never' }).first().waitFor()
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Web shop')
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  const key = (await dialog.getByText(/^rk_live_/).textContent()) ?? ''
  // Browsers differ in whether a click may copy without a permission.
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))")
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByText('select the text and copy it').waitFor()
  await page.evaluate('delete navigator.clipboard.writeText')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByText('Copied.').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), key)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: /^Web shop\b/ }).waitFor()
  assert.doesNotMatch(await page.content(), new RegExp(key))
  await shop.get('/orders')
  await service.app.callLog.flush()
  await page.reload()
  await page
    .getByRole('row', { name: /^test / })
    .getByRole('link')
    .click()
  await page.getByRole('cell', { name: 'GET /api/v1/orders' }).waitFor()
  await page.goBack()
  await choose(page, 'Web shop', 'Revoke')
  const question = page.getByRole('dialog', { name: 'Revoke Web shop?' })
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await choose(page, 'Web shop', 'Revoke')
  await question.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Web shop is revoked.').waitFor()
})

test('a key is limited, and rolled over to a new key that is shown once', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openScreen(page, 'Integrations')
  await choose(page, 'test', 'Limit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Plan routes').check()
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24\nlocalhost')
  await dialog.getByLabel('Expires').selectOption({ label: 'in 30 days' })
  await passesAxe(page, 'limits of a key')
  await dialog.getByRole('button', { name: 'Save the limits' }).click()
  await dialog.getByText('must be an IP address or a network').waitFor()
  await dialog.getByLabel('Allowed addresses').fill('203.0.113.0/24\n2001:db8::/32')
  await dialog.getByRole('button', { name: 'Save the limits' }).click()
  await page.getByText('The limits of test are saved.').waitFor()
  await page.getByRole('cell', { name: 'Plan routes only from 203.0.113.0/24, 2001:db8::/32' }).waitFor()
  await page.getByText(/^until /).waitFor()

  await choose(page, 'test', 'Replace')
  await dialog.getByLabel('The old key expires').selectOption({ label: 'in 7 days' })
  await dialog.getByRole('button', { name: 'Create the new key' }).click()
  await dialog.getByText(/^rk_live_/).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText(/^replaced, ends /).waitFor()
  assert.equal(await page.getByRole('cell', { name: /^Plan routes only from / }).count(), 2)
  await passesAxe(page, 'keys with limits')
})

test('an endpoint is added and tested, and one click opens its deliveries', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openPart(page, 'Webhooks')
  await page.getByText('No endpoints yet').waitFor()
  await passesAxe(page, 'integrations, empty')
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9999/hook')
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await dialog.getByText(/^whsec_/).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The test event is being sent').waitFor()
  await passesAxe(page, 'integrations')
  await choose(page, 'http://127.0.0.1:9999/hook', 'Deliveries')
  await page.getByRole('cell', { name: 'endpoint.test', exact: true }).waitFor()
})

test('a failed webhook shows its request and response, and is replayed individually, in bulk, or all pending ones', async () => {
  const shop = await service.business()
  const receiver = await startReceiver()
  receiver.answer = 400
  await addEndpoint(shop, receiver.url)
  const page = await signIn(shop.businessId, 'OWNER')
  await openPart(page, 'Webhooks')
  await page.getByText('Nothing has been sent yet').waitFor()
  await passesAxe(page, 'deliveries, empty')
  for (const n of [1, 2, 3])
    await emitEvents(service, shop, ['stop.scheduled', stopFacts({ external_ref: `T-HOOK-${n}` })])
  service.app.wake('webhooks')
  const state = (ref: string, words: string) =>
    page.getByRole('row', { name: new RegExp(`${ref} .* ${words}`) }).waitFor()
  await state('T-HOOK-3', 'failed response 400')
  await passesAxe(page, 'deliveries')

  const row = page.getByRole('row', { name: /T-HOOK-1 / })
  await row.getByRole('button', { name: 'stop.scheduled', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('"external_ref": "T-HOOK-1"').waitFor()
  await dialog.getByText('an answer').waitFor()
  await passesAxe(page, 'delivery')
  receiver.answer = 200
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByText('response 200').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await state('T-HOOK-1', 'delivered')

  await page.getByLabel('State').selectOption('failed')
  await page.getByLabel('Choose stop.scheduled T-HOOK-2').check()
  await page.getByRole('button', { name: 'Send 1 delivery again' }).click()
  await page.getByText('1 delivery being resent now.').waitFor()
  await page.getByRole('row', { name: /T-HOOK-2/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Resend all undelivered …' }).click()
  await dialog.getByRole('button', { name: 'Resend now' }).click()
  await dialog.getByText('Must be a date and time').waitFor()
  await passesAxe(page, 'all undelivered')
  await dialog.getByLabel('Undelivered since').fill('2020-01-01T08:00')
  await dialog.getByRole('button', { name: 'Resend now' }).click()
  await page.getByText('No delivery matches').waitFor()
  await page.getByLabel('State').selectOption('delivered')
  for (const ref of ['T-HOOK-2', 'T-HOOK-3']) await state(ref, 'delivered')
  assert.equal(receiver.received.length, 6)
})

test('API calls are listed, filtered and explained, and a failed call can be retried', async (t) => {
  const shop = await service.business()
  const page = await signIn(shop.businessId, 'OWNER')
  await openPart(page, 'API calls')
  await page.getByText('No call in the last seven days').waitFor()
  await passesAxe(page, 'calls, empty')
  await shop.post('/orders', orderBody({ external_ref: 'T-CALL' }))
  await shop.get('/orders/T-CALL')
  await shop.get('/orders/T-OTHER')
  await service.app.callLog.flush()
  await page.reload()
  await page.getByRole('cell', { name: 'POST /api/v1/orders' }).waitFor()
  await passesAxe(page, 'calls')
  // Without HTTPS, a page can't use the clipboard, so the text to copy is shown.
  await page.evaluate('delete Navigator.prototype.clipboard')
  const first = page.getByRole('row', { name: 'GET /api/v1/orders/T-OTHER' })
  await first.getByRole('button', { name: 'Copy as curl' }).click()
  const shown = page.getByRole('dialog', { name: 'Copy as curl' })
  await shown.getByText('/api/v1/orders/T-OTHER').waitFor()
  assert.equal(await shown.getByRole('button', { name: 'Copy' }).count(), 0)
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const written = page.getByRole('row', { name: 'POST /api/v1/orders' })
  await written.getByRole('button', { name: 'Copy as curl' }).click()
  await written.getByText('Copied').waitFor()
  const curl = await page.evaluate('navigator.clipboard.readText()')
  assert.match(String(curl), /^curl -g -X POST 'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/orders'/)
  assert.match(
    String(curl),
    /-H 'Idempotency-Key: [0-9a-f-]{36}' \\\n {2}-H 'Content-Type: application\/json' \\\n {2}-d @body\.json$/,
  )
  const read = page.getByRole('row', { name: 'GET /api/v1/orders/T-CALL' })
  await read.getByRole('button', { name: 'Copy as curl' }).click()
  await read.getByText('Copied').waitFor()
  const again = String(await page.evaluate('navigator.clipboard.readText()'))
  if (HAS_CURL) {
    const env = { ...process.env, API_KEY: shop.apiKey }
    const { stdout } = await promisify(execFile)('bash', ['-c', again], { env })
    assert.deepEqual(JSON.parse(stdout), (await shop.get('/orders/T-CALL')).body)
  } else t.diagnostic('curl is not installed here: the call was copied, not run')
  await page.getByLabel('Result').selectOption('refused (4xx)')
  await page.getByRole('cell', { name: 'POST /api/v1/orders' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'NOT_FOUND' }).waitFor()
  await page.getByLabel('Part of the path').fill('nowhere')
  await page.getByText('No call matches').waitFor()
  await page.route('**/api-requests*', (route) =>
    route.fulfill({ status: 422, json: { statusCode: 422, message: 'A fault made by this test.', details: {} } }),
  )
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('Calls can’t be shown: A fault made by this test.').waitFor()
  await page.unroute('**/api-requests*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('cell', { name: 'POST /api/v1/orders' }).waitFor()
})

test('a viewer sees why the page is empty', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'VIEWER')
  await page.goto(`${service.url}/integrations/requests`)
  await page.getByText(/^Your role \(viewer\) doesn’t let you /).waitFor()
  await passesAxe(page, 'integrations, viewer')
})
