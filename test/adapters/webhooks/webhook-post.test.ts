// Tests posting to misbehaving receivers and to private addresses (docs/spec/webhooks.md#where-webhooks-may-go).
import assert from 'node:assert/strict'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { openWebhookPost } from '../../../src/adapters/webhooks/webhook-post.ts'

const post = openWebhookPost({ allowPrivate: true, timeoutMs: 400 })
const message = (url: string) => ({ url, headers: { 'X-Test': 'yes' }, body: Buffer.from('{"ä":1}') })

async function server(answer: http.RequestListener): Promise<{ url: string; server: http.Server }> {
  const server = http.createServer(answer)
  return { url: await listen(server), server }
}

/** A receiver that sends arbitrary bytes after the request has begun. */
const rawServer = (talk: (socket: net.Socket) => void): Promise<string> =>
  listen(net.createServer((socket) => socket.on('error', () => {}).once('data', () => talk(socket))))

async function listen(server: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('the bytes and headers arrive unchanged, and the response is returned', async () => {
  const seen: { body: string; headers: http.IncomingHttpHeaders }[] = []
  const { url } = await server((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ body: Buffer.concat(chunks).toString(), headers: request.headers })
      response.writeHead(202).end('taken\u0000 with thanks')
    })
  })
  const result = await post.post(message(url))
  assert.deepEqual(
    { ...result, durationMs: 0 },
    {
      statusCode: 202,
      error: null,
      excerpt: 'taken with thanks',
      durationMs: 0,
    },
  )
  assert.equal(seen[0]?.body, '{"ä":1}')
  assert.equal(seen[0]?.headers['x-test'], 'yes')
  assert.equal(seen[0]?.headers['content-length'], '8')
})

test('a redirect is not followed', async () => {
  let followed = false
  const { url } = await server((request, response) => {
    followed ||= request.url !== '/'
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const result = await post.post(message(url))
  assert.deepEqual([result.statusCode, result.error, followed], [307, null, false])
})

const BOUNDED: Record<string, (socket: net.Socket) => void> = {
  'never answers': () => {},
  'drips its headers': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-Drip: 1\r\n'),
  'drips its body': (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n', '.'),
  'says Continue for ever': (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
}
for (const [how, talk] of Object.entries(BOUNDED))
  test(`a receiver that ${how} is given up at the time limit`, async () => {
    const result = await post.post(message(await rawServer(talk)))
    assert.equal(result.error, 'no complete response in time')
  })

function drip(socket: net.Socket, first: string, then: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(then), 20)
  socket.on('close', () => clearInterval(timer))
}

test('at most 64 KiB of an endless body are read, and its status counts', async () => {
  let written = 0
  const { url } = await server((_request, response) => {
    const chunk = Buffer.alloc(16 * 1024, 'x')
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
    }
    response.writeHead(200)
    response.on('drain', more)
    more()
  })
  const result = await openWebhookPost({ allowPrivate: true }).post(message(url))
  assert.deepEqual([result.statusCode, result.error, result.excerpt?.length], [200, null, 1024])
  assert.ok(written < 16 * 1024 * 1024, 'the receiver could not send its whole body')
})

const BROKEN: Record<string, (socket: net.Socket) => void> = {
  'closes at once': (socket) => void socket.destroy(),
  'speaks something else': (socket) => void socket.end('220 mail.test ESMTP\r\n'),
  'sends endless headers': (socket) => void socket.end(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`),
  'switches protocols': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  'ends in the middle of its answer': (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'),
}
for (const [how, talk] of Object.entries(BROKEN))
  test(`a receiver that ${how} has not responded`, async () => {
    const result = await post.post(message(await rawServer(talk)))
    assert.notEqual(result.error, null)
  })

test('a refused connection is reported as such', async () => {
  const { url, server: gone } = await server(() => {})
  await new Promise((resolve) => gone.close(resolve))
  assert.equal((await post.post(message(url))).error, 'the connection was refused')
})

test('connections are reused, and one that the receiver has closed is not a failure', async () => {
  const { url, server: receiver } = await server((_request, response) => response.end())
  let connections = 0
  receiver.on('connection', () => connections++)
  for (let i = 0; i < 3; i++) assert.equal((await post.post(message(url))).statusCode, 200)
  assert.equal(connections, 1)

  // A receiver that closes a kept-alive connection without a response when a second request arrives on it.
  const sockets = new Set<net.Socket>()
  const moody = await listen(
    net.createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => {
        if (sockets.has(socket)) return socket.destroy()
        sockets.add(socket)
        return socket.write('HTTP/1.1 204 No Content\r\n\r\n')
      })
    }),
  )
  for (let i = 0; i < 3; i++) assert.equal((await post.post(message(moody))).statusCode, 204)
})

test('each attempt checks the connected address of a host, so that DNS rebinding fails', async () => {
  let reached = false
  const trap = await listen(net.createServer(() => (reached = true)))
  const { port } = new URL(trap)
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]) {
    let lookups = 0
    const guarded = openWebhookPost({
      allowPrivate: false,
      resolve: async () => (lookups++ === 0 ? ['8.8.8.8'] : addresses),
    })
    assert.equal(await guarded.urlFault(`https://rebinding.test:${port}/`), null)
    const result = await guarded.post(message(`https://rebinding.test:${port}/`))
    assert.match(result.error ?? '', /public addresses only/)
  }
  assert.equal(reached, false)
})

test('an endpoint saved under other rules is checked again: addresses, http, ports, credentials', async () => {
  let reached = false
  const { port } = new URL(await listen(net.createServer(() => (reached = true))))
  const guarded = openWebhookPost({ allowPrivate: false })
  for (const url of [
    `http://127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://localhost:${port}/`,
    'https://8.8.8.8:22/',
    `https://user@8.8.8.8:${port}/`,
  ]) {
    const result = await guarded.post(message(url))
    assert.equal(result.statusCode, null)
    assert.notEqual(result.error, null, url)
  }
  assert.equal(reached, false)
})
