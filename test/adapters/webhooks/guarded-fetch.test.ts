// Tests requests to addresses that customers choose: only public addresses are allowed, and a response is limited in
// size and time.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { guardedFetch } from '../../../src/adapters/webhooks/guarded-fetch.ts'
import { makeGuard } from '../../../src/adapters/webhooks/webhook-guard.ts'

const server = createServer((request, response) => {
  if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  else if (request.url === '/long') response.end(Buffer.alloc(2 * 1024 * 1024))
  else if (request.url?.startsWith('/status/'))
    response.socket?.end(
      `HTTP/1.1 ${request.url.slice(8)} Odd\r\nConnection: Upgrade\r\nUpgrade: other\r\nContent-Length: 0\r\n\r\n`,
    )
  else if (request.url === '/nothing') response.writeHead(204).end()
  else request.pipe(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => void server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const guard = makeGuard({ allowPrivate: true })
const get = { method: 'GET', headers: {} }

test('a response is complete, and a redirect counts as a response', async () => {
  const posted = await guardedFetch(guard, `${origin}/`, { method: 'POST', headers: {}, body: 'a=1' })
  assert.equal(await posted.text(), 'a=1')
  assert.equal((await guardedFetch(guard, `${origin}/nothing`, get)).status, 204)
  const away = await guardedFetch(guard, `${origin}/away`, get)
  assert.deepEqual([away.status, away.headers.get('location')], [302, 'http://169.254.169.254/'])
})

test('an endless response, one with an unknown status, and a private address are refused', async () => {
  await assert.rejects(guardedFetch(guard, `${origin}/long`, get), /the response is too long/)
  for (const status of [101, 600, 999])
    await assert.rejects(guardedFetch(guard, `${origin}/status/${status}`, get), new RegExp(`has status ${status}`))
  const strict = makeGuard({ allowPrivate: false, resolve: async () => ['93.184.216.34', '127.0.0.1'] })
  await assert.rejects(guardedFetch(strict, `${origin}/`, get), /must use https/)
  await assert.rejects(guardedFetch(strict, 'https://127.0.0.1:8443/', get), /public addresses only/)
  await assert.rejects(guardedFetch(strict, 'https://provider.test/', get), /public addresses only/)
})
