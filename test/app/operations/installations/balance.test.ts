// Tests the health and the unfinished moves of installations, without databases.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { serviceHealth } from '../../../../src/app/operations/installations/balance.ts'

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
