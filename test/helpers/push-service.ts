// A browser's push service on loopback, with its subscribed browsers and the decrypted messages that each received.
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Pushed {
  endpoint: string
  headers: http.IncomingHttpHeaders
  text: { title: string; body: string; lang: string; tag: string; path: string }
}

/** The result of `PushSubscription.toJSON()`. */
export interface Subscribed {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface PushService {
  url: string
  /** Status of its responses. */
  answer: number
  pushed: Pushed[]
  /** Subscribes a new browser. */
  subscribe(): Subscribed
}

export async function startPushService(): Promise<PushService> {
  const readers = new Map<string, (body: Buffer) => string>()
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const endpoint = service.url + (request.url ?? '')
      const read = readers.get(endpoint)
      if (read)
        service.pushed.push({
          endpoint,
          headers: request.headers,
          text: JSON.parse(read(Buffer.concat(chunks))) as Pushed['text'],
        })
      response.writeHead(service.answer).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: 201,
    pushed: [] as Pushed[],
    subscribe: () => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${service.url}/push/${randomBytes(16).toString('base64url')}`
      readers.set(endpoint, (body) => decrypted(body, pair, auth))
      return { endpoint, keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') } }
    },
  }
  return service
}

/** Decrypts like the receiving browser (RFC 8291). */
function decrypted(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  assert.equal(body[20], 65)
  const derive = (key: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  assert.equal(padded.at(-1), 2)
  return padded.subarray(0, -1).toString()
}
