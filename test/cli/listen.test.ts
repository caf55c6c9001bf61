// Tests the commands roundsman listen, trigger and tail, as an integrator runs them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../sdk/typescript/src/index.ts'
import { BARE, commandLine, MAIN } from '../helpers/command.ts'
import { orderBody } from '../helpers/orders.ts'
import { type Received, startReceiver } from '../helpers/receiver.ts'
import { type Client, startService } from '../helpers/service.ts'
import { emitEvents } from '../helpers/webhooks.ts'
import { until } from '../helpers/until.ts'

const SECRET = `whsec_${'S'.repeat(44)}`
const service = await startService()
const folder = await mkdtemp(path.join(tmpdir(), 'roundsman-listen-'))
after(() => rm(folder, { recursive: true }))
const run = commandLine({ DATA_DIR: path.join(folder, 'none') })

/** A connection to the service that can be cut and restored. */
async function wayToService() {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(Number(new URL(service.url).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  })
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await open(0)
  const { port } = server.address() as AddressInfo
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  after(cut)
  return { url: `http://127.0.0.1:${port}`, cut, mend: () => open(port) }
}

/** Runs listen until the test file ends. Returns the printed references and its messages. */
function listening({ apiKey }: Client, url: string, ...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'listen', '--json', ...args], {
    env: { ...BARE, ROUNDSMAN_URL: url, ROUNDSMAN_KEY: apiKey },
  })
  after(() => child.kill())
  const printed: string[] = []
  let said = ''
  createInterface(child.stdout).on('line', (line) => {
    const { data, forwarded } = JSON.parse(line) as { data: { external_ref: string }; forwarded?: string }
    printed.push(`${data.external_ref} ${forwarded ?? ''}`.trim())
  })
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  return { printed, said: () => said, end: () => child.kill('SIGINT') }
}

async function put(shop: Client): Promise<string> {
  const body = orderBody()
  assert.equal((await shop.post('/orders', body)).status, 201)
  return body.external_ref
}

const genuine = async ({ headers, body }: Received) =>
  (await verifyWebhook({ secret: SECRET, headers, body: new Uint8Array(body) })).payload

test('each event is printed and posted with a signature, and none is missed while the service is unavailable', async () => {
  const shop = await service.business()
  await put(shop)
  const way = await wayToService()
  const receiver = await startReceiver()
  const desk = listening(shop, way.url, '--forward', receiver.url, '--secret', SECRET)
  await until('the command listens', () => desk.said().includes('Listening'))
  // The command starts with events that are new by its own clock. Events are therefore repeated until the first is
  // received.
  await until('the first event is received', async () => {
    await put(shop)
    return desk.printed.length > 0
  })
  way.cut()
  await until('the command reports that the service is unavailable', () => desk.said().includes('Retrying'))
  const missed = [await put(shop), await put(shop)]
  await way.mend()
  const last = await put(shop)
  await until('the command has caught up', () => desk.printed.at(-1) === `${last} 200`)
  assert.deepEqual(
    desk.printed.slice(-3),
    [...missed, last].map((ref) => `${ref} 200`),
  )
  assert.match(desk.said(), /available again/)
  const payloads = await Promise.all(receiver.received.map(genuine))
  assert.deepEqual(
    payloads.map(({ data }) => `${data.external_ref} 200`),
    desk.printed,
  )
  assert.equal(new Set(desk.printed).size, desk.printed.length)
})

test('one event is replayed by its ID, only the named events are received, and the cursor is stored in a file', async () => {
  const shop = await service.business()
  const [first, second] = [await put(shop), await put(shop)]
  await emitEvents(service, shop, ['order.cancelled', { external_ref: first }])
  const { body } = await shop.get<{ event_uuid: string }[]>('/events')
  const receiver = await startReceiver()
  const call = ['--url', service.url, '--key', shop.apiKey]
  const again = await run(['listen', ...call, '--forward', receiver.url, '--replay', String(body.data[1]?.event_uuid)])
  assert.deepEqual([again.code, receiver.received.map(({ json }) => json.data.external_ref)], [0, [second]])
  assert.match(again.err, /Signing secret: whsec_[A-Za-z0-9]{44}/)

  const cursor = path.join(folder, 'cursor')
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const named = ['--since', since, '--cursor', cursor, '--events', 'order.cancelled']
  const heard = listening(shop, service.url, ...named)
  await until('the cancellation is received', () => heard.printed.length > 0)
  assert.deepEqual(heard.printed, [first])
  heard.end()
  const all = listening(shop, service.url, '--since', since, '--cursor', cursor)
  const third = await put(shop)
  await until('the command continues', () => all.printed.includes(third))
  assert.ok(!all.printed.includes(second))
})

test('an unavailable receiver is reported, and the next event is still posted', async () => {
  const way = await wayToService()
  way.cut()
  const { out, code, err } = await run(['trigger', 'stop.delivered', '--forward', way.url])
  assert.match(out, /stop\.delivered.*ECONNREFUSED/)
  assert.match(err, /must respond with 2xx/)
  assert.equal(code, 1)
})

test('trigger posts the example of an event with a signature', async () => {
  const receiver = await startReceiver()
  const { code } = await run(['trigger', 'stop.delivered', '--forward', receiver.url, '--secret', SECRET])
  assert.equal(code, 0)
  const [received] = receiver.received
  assert.ok(received)
  assert.equal((await genuine(received)).event, 'stop.delivered')
})

test('tail prints the last calls of a key and then each new one, also after the service was unavailable', async () => {
  const shop = await service.business()
  const other = await service.business()
  const way = await wayToService()
  await shop.get('/orders/before')
  await service.app.callLog.flush()
  const child = spawn(process.execPath, [MAIN, 'tail', '--json'], {
    env: { ...BARE, ROUNDSMAN_URL: way.url, ROUNDSMAN_KEY: shop.apiKey },
  })
  after(() => child.kill())
  const printed: string[] = []
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  createInterface(child.stdout).on('line', (line) => {
    const { method, path: at, status } = JSON.parse(line) as { method: string; path: string; status: number }
    printed.push(`${method} ${at.replace('/api/v1', '')} ${status}`)
  })
  await until('the previous call is printed', () => printed.length > 0)
  assert.equal((await shop.post('/orders', {})).status, 400)
  await other.get('/orders/not-mine')
  await until('the next call is printed', () => printed.length > 1)
  way.cut()
  await until('the command reports that the service is unavailable', () => said.includes('Retrying'))
  await shop.get('/orders/missed')
  await way.mend()
  await until('the command has caught up', () => printed.length > 2)
  await shop.get('/orders/last')
  await until('the command continues', () => printed.length > 3)
  assert.deepEqual(printed, [
    'GET /orders/before 404',
    'POST /orders 400',
    'GET /orders/missed 404',
    'GET /orders/last 404',
  ])
})

test('invalid arguments are reported, and nothing is posted', async () => {
  const shop = await service.business()
  const call = ['--url', service.url, '--key', shop.apiKey]
  for (const [args, said] of [
    [['listen'], /API key/],
    [['listen', ...call, '--events', 'stop.moved'], /no event stop\.moved/],
    [['listen', ...call, '--since', 'yesterday'], /--since/],
    [['listen', ...call, '--forward', 'localhost'], /--forward/],
    [['listen', ...call, '--replay', randomUUID()], /event_uuid/],
    [['listen', ...call, '--replay', service.app.newId()], /There is no event/],
    [['listen', '--url', service.url, '--key', 'rk_live_wrong'], /401/],
    [['tail', '--url', service.url, '--key', 'rk_live_wrong'], /401/],
    [['tail'], /API key/],
    [['trigger', 'stop.delivered'], /Usage/],
    [['trigger', 'stop.delivered', '--forward', 'http://127.0.0.1:1'], /did not accept the event/],
    [['trigger', 'stop.delivered', '--forward', 'http://127.0.0.1:1', '--secret', ''], /--secret must not be empty/],
    [['listen', '--url', 'nourl'], /--url must be a URL/],
    [['tail', '--url', 'nourl'], /--url must be a URL/],
    [['listen', ...call, '--cursor', '/no/such/folder/place'], /--cursor .+ folder that does not exist/],
    [['listen', ...call, '--cursor', '/'], /--cursor must be a file, not the folder/],
    [['trigger', 'stop.moved', '--forward', 'http://127.0.0.1:1'], /no event/],
  ] as const) {
    const { code, err } = await run([...args])
    assert.equal(code, 1, args.join(' '))
    assert.match(err, said)
  }
})
