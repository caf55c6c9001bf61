import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sendRaw } from '../helpers/raw-http.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()

test('a request that does not arrive in time is 408, and broken HTTP is 400', async () => {
  const server = await service.running.server()
  await server.listen({ port: 0, host: '127.0.0.1' })
  try {
    server.server.requestTimeout = 100
    server.server.headersTimeout = 100
    const origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    const { apiKey } = await service.business()
    const half = [
      'POST /api/v1/orders HTTP/1.1',
      'Host: roundsman.test',
      `Authorization: Bearer ${apiKey}`,
      'Idempotency-Key: slow',
      'Content-Type: application/json',
      'Content-Length: 100',
      '',
    ].join('\r\n')
    for (const [sent, status, code] of [
      [half, 408, 'TIMEOUT'],
      [`${half}\r\n{`, 408, 'TIMEOUT'],
      ['NONSENSE\r\n\r\n', 400, 'BAD_REQUEST'],
    ] as const) {
      const answer = await sendRaw(origin, sent)
      assert.equal(answer.status, status)
      assert.equal(answer.body.statusCode, status)
      assert.equal(answer.body.details.code, code)
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    }
  } finally {
    await server.close()
  }
})
