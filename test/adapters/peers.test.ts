// Tests the limits of requests to other installations.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openPeers } from '../../src/adapters/peers.ts'
import { openSecrets } from '../../src/adapters/secrets.ts'
import { openSealed, seal } from '../../src/domain/sealed-request.ts'

const secrets = openSecrets('a secret of at least thirty-two characters')

async function serve(listener: http.RequestListener): Promise<string> {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('requests to a silent installation leave room for requests to the others', async () => {
  let isSilent = true
  const held: http.ServerResponse[] = []
  const silent = await serve((_request, response) => {
    if (isSilent) held.push(response)
    else response.writeHead(503).end()
  })
  const responding = await serve((request, response) => {
    void text(request).then((body) =>
      response.end(seal(secrets, { id: `answer ${openSealed(secrets, body)?.id}`, said: true })),
    )
  })
  const peers = openPeers(
    new Map([
      ['silent', silent],
      ['responding', responding],
    ]),
    secrets,
  )
  const request = { kind: 'visit', content: null }
  const waiting = Array.from({ length: 256 }, () => peers.ask('silent', request).catch((error: unknown) => error))
  await assert.rejects(peers.ask('silent', request), /too many requests to installation silent/)
  assert.equal(await peers.ask('responding', request), true)
  isSilent = false
  for (const response of held) response.writeHead(503).end()
  await Promise.all(waiting)
  await assert.rejects(peers.ask('silent', request), /silent answered 503/)
})
