// Tests that the server serves the web pages built, compressed, cached and with strict policies. A browser reports no
// errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBrowser } from '../helpers/browser.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const service = await startService()

test('a page is never cached and runs only its own scripts; its assets are compressed and kept for a year', async () => {
  const page = await fetch(`${service.url}/`)
  assert.equal(page.status, 200)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /frame-ancestors 'none'/)
  const html = await page.text()
  assert.doesNotMatch(html, /<script(?![^>]*src=)/)
  const [, script = ''] = /<script[^>]*src="([^"]+)"/.exec(html) ?? []
  const asset = await fetch(service.url + script, { headers: { 'accept-encoding': 'br' } })
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(asset.headers.get('content-encoding'), 'br')
})

test('a worker has the policy of its own response: asset workers may fetch from anywhere, the service worker only from its server', async () => {
  const html = await (await fetch(`${service.url}/`)).text()
  const [, script = ''] = /<script[^>]*src="([^"]+)"/.exec(html) ?? []
  const policyOf = async (path: string) => (await fetch(service.url + path)).headers.get('content-security-policy')
  assert.equal(await policyOf(script), "default-src 'none'; connect-src *; frame-ancestors 'none'")
  assert.equal(await policyOf('/d/sw.js'), "default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
})

test('a missing asset is a 404 in the common error format', async () => {
  for (const name of ['nothing.js', '..%2Foffice%2Findex.html', '.built-from']) {
    const response = await fetch(`${service.url}/assets/${name}`)
    assert.equal(response.status, 404, name)
    assert.equal(((await response.json()) as { statusCode: number }).statusCode, 404)
  }
})

test('the office opens without a console error and without requests to other hosts', async () => {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== service.url) faults.push(request.url())
  })
  await page.goto(`${service.url}/`)
  await page.getByRole('heading', { name: 'Sign in to Roundsman' }).waitFor()
  assert.deepEqual(faults, [])
})
