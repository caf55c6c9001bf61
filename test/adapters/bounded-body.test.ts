import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fetchJson } from '../../src/adapters/fetch-json.ts'
import { filesInS3 } from '../../src/adapters/files/files-in-s3.ts'
import { askProvider } from '../../src/adapters/messages/ask-provider.ts'
import { FilesUnreachable } from '../../src/app/ports/files.ts'

const MEBIBYTE = 1024 * 1024
const answers = new Map(
  [1, 100].map(
    (mebibytes) => [`/${mebibytes}`, gzipSync(`"${'x'.repeat(mebibytes * MEBIBYTE - 2)}"`)] as [string, Buffer],
  ),
)

const server = createServer((request, response) => {
  const large = request.url?.startsWith('/bucket') ? answers.get('/100') : answers.get(request.url ?? '')
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(large)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('a response that inflates beyond the limit ends there', async () => {
  const signal = AbortSignal.timeout(60_000)
  assert.equal(String(await fetchJson(new URL(`${origin}/1`), { signal })).length, MEBIBYTE - 2)
  await assert.rejects(fetchJson(new URL(`${origin}/100`), { signal }), /answered more than 4194304 bytes/)

  const read = { sent: () => assert.fail('read'), fault: () => null }
  const sent = await askProvider('SMS', (timeout) => fetch(`${origin}/1`, { signal: timeout }), read)
  assert.match(sent.kind === 'unknown' ? sent.error : sent.kind, /^No answer from SMS: .* more than 262144 bytes$/)

  const files = filesInS3({ url: origin, bucket: 'bucket', key: 'key', secret: 'secret' })
  await assert.rejects(
    files.get('picture'),
    (error) => error instanceof FilesUnreachable && /more than 67108864 bytes/.test(String(error.cause)),
  )
})
