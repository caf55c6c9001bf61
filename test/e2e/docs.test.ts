// The documentation in a browser: search, languages, "Try it", keyboard, phones, dark mode and print.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axeFaults } from '../helpers/axe.ts'
import { startBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'
import { testSide } from '../helpers/test-side.ts'

const service = await startService()
const browser = await startBrowser()

test('the pages have a search, samples and requests that work, and no accessibility fault', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${service.url}/docs/guides/first-order`)
  assert.deepEqual(await axeFaults(page), [])

  // The keyboard finds a field by a part of its name with a typing error, and opens its operation.
  await page.keyboard.press('/')
  await page.keyboard.type('creat or replase a delivery')
  await page.getByRole('link', { name: 'Create or replace a delivery' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/reference/deliveries#putorder')

  // The chosen language applies to all samples, also on the next page.
  const operation = page.locator('section.operation').first()
  await operation.getByRole('button', { name: 'Python' }).click()
  assert.equal(await operation.locator('pre[data-language=Python]').isVisible(), true)
  assert.equal(await operation.locator('pre[data-language=curl]').isVisible(), false)
  await page.reload()
  await operation.locator('pre[data-language=Python]').waitFor()
  assert.deepEqual(await axeFaults(page), [])

  // "Try it" refuses a live key, and creates a delivery with a test key.
  const shop = await service.business()
  const side = await testSide(service, shop)
  await operation.getByRole('button', { name: 'Try it' }).click()
  await operation.getByLabel('Test key').fill(shop.apiKey)
  await operation.getByRole('button', { name: 'Send POST' }).click()
  await operation.getByText('Enter a key of the test side').waitFor()
  await operation.getByLabel('Test key').fill(side.apiKey)
  await operation.getByRole('button', { name: 'Send POST' }).click()
  await operation.locator('.outcome strong', { hasText: '201' }).waitFor()
  assert.equal((await side.get('/orders/000481-A')).status, 200)
  assert.equal((await shop.get('/orders/000481-A')).status, 404)
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/`)),
    [],
  )
  assert.deepEqual(faults, [])
})

test('phones, dark mode and print show each kind of page completely', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
  const page = await context.newPage()
  for (const path of ['/docs', '/docs/concepts/states', '/docs/reference/routes', '/docs/spec/orders']) {
    await page.goto(service.url + path)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path)
  }
  assert.deepEqual(await axeFaults(page), [])
  const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  assert.ok(Number(/\d+/.exec(color)?.[0]) < 60, color)
  const link = page.getByRole('link', { name: 'Webhooks', exact: true }).first()
  assert.equal(await link.isVisible(), false)
  await page.getByRole('button', { name: 'Contents' }).click()
  await link.waitFor()
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('button', { name: 'Contents' }).isVisible(), false)
})
