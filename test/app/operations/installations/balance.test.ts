// Tests the health and the unfinished moves of installations, without databases.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { serviceHealth, unfinishedMoves } from '../../../../src/app/operations/installations/balance.ts'

/** Starts a service that replies with this status and HTML, like a proxy. Returns its address. */
async function startProxy(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end('<html>Proxy</html>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the fault of a service behind a proxy has its address and status', async () => {
  const [down, other] = [await startProxy(502), await startProxy(200)]
  await assert.rejects(serviceHealth(down), { message: `${down} replied with status 502.` })
  await assert.rejects(serviceHealth(other), { message: `${other} replied without its health.` })
})

test('an unfinished move begins at a place other than GONE, or at the installation that publishes the business', () => {
  const fleet = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  const source = (place: 'GONE' | 'LEAVING', isPublished: boolean) => ({
    state: { leaving: [{ businessId: 'x', place, isPublished }], coming: [] },
  })
  const [gone, published] = [source('GONE', false), source('GONE', true)]
  const target = { state: { leaving: [], coming: ['x', 'test side of x'] } }
  const expected = [{ businessId: 'x', from: 'b', to: 'c' }]
  assert.deepEqual(unfinishedMoves(fleet, [gone, source('LEAVING', false), target]), expected)
  assert.deepEqual(unfinishedMoves(fleet, [published, source('LEAVING', true), target]), expected)
  assert.deepEqual(unfinishedMoves(fleet, [gone, published, target]), expected)
  assert.deepEqual(unfinishedMoves(fleet, [{ state: null }, gone, target]), expected)
  assert.deepEqual(unfinishedMoves(fleet, [gone, gone, { state: null }]), [])
})
