import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiBindings } from '../../src/http/operations/all.ts'
import { startBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()
const browser = await startBrowser()

test('/docs lists every operation and makes no request to other hosts', async () => {
  const page = await browser.newPage()
  const asked: string[] = []
  const faults: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${service.url}/docs`)
  await page
    .locator('.opblock')
    .nth(apiBindings.length - 1)
    .waitFor()
  for (const { endpoint } of apiBindings)
    assert.ok(await page.getByText(endpoint.summary, { exact: true }).count(), endpoint.operation)
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:')),
    [],
  )
  assert.deepEqual(faults, [])
  // On a phone, nothing is wider than the screen. In dark mode, everything is dark.
  await page.setViewportSize({ width: 390, height: 844 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForSelector('html.dark-mode')
  const colors = await page.evaluate<string>(
    '(({ color, backgroundColor }) => color + backgroundColor)(getComputedStyle(document.body))',
  )
  const [ink, paper] = [...colors.matchAll(/rgb\((\d+)/g)].map(([, red]) => Number(red))
  assert.ok((ink ?? 0) > 180 && (paper ?? 255) < 60, colors)
})
