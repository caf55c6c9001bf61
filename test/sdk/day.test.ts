// Tests the SDKs' example days against the real service, which an integrator runs first.
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { changeSettings } from '../../src/app/business/settings/change-settings.ts'
import { commandLine } from '../helpers/command.ts'
import { addDepot, addVehicle } from '../helpers/fleet.ts'
import { startService } from '../helpers/service.ts'
import { testSide } from '../helpers/test-side.ts'
import { until } from '../helpers/until.ts'
import { emitEvents } from '../helpers/webhooks.ts'

const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url))
const PYTHON = 'python3'
/** The Python SDK uses types of this version. */
const python = spawnSync(PYTHON, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0

const service = await startService({ jobs: true })

interface Day {
  sent: number
  refused: number
  routes: number
  done: number
  refusal: string
  counts: Record<string, number>
  delivered: string[]
}

async function run(prefix: string, command: string, args: readonly string[]): Promise<void> {
  const shop = await service.business()
  await addDepot(service.app, shop.businessId)
  for (const name of ['Van 1', 'Van 2'])
    await addVehicle(service.app, shop.businessId, { name, shift: ['00:00', '23:59'] })
  await changeSettings(service.app, shop.businessId, { undoWindowSeconds: 1 })
  // Events of another day, which the example must ignore.
  await emitEvents(service, shop, ['stop.failed'], ['route.completed'])
  const env = {
    ...process.env,
    ROUNDSMAN_URL: service.url,
    ROUNDSMAN_KEY: shop.apiKey,
    PYTHONPATH: path.join(SDK, 'python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const date = tomorrow()
  const { stdout } = await promisify(execFile)(command, [...args, date], { env })
  const day = JSON.parse(stdout) as Day
  assert.deepEqual({ sent: day.sent, refused: day.refused, done: day.done }, { sent: 12, refused: 0, done: 12 })
  assert.ok(day.routes > 0)
  assert.ok(['OUT_FOR_DELIVERY', 'ORDER_FINAL'].includes(day.refusal), day.refusal)
  assert.equal(day.counts['stop.delivered'], 12)
  assert.equal(day.counts['route.completed'], day.routes)
  // Mistaken taps that were undone in time caused no events.
  assert.equal(day.counts['stop.failed'], undefined)
  assert.deepEqual(day.delivered.toSorted(), Array.from({ length: 12 }, (_, i) => `DAY-${prefix}-${i + 1}`).toSorted())
}

test('TypeScript, a simulated day runs', async () => {
  const side = await testSide(service, await service.business())
  await addDepot(service.app, side.businessId)
  await addVehicle(service.app, side.businessId, { name: 'Van 1' })
  const env = { ...process.env, ROUNDSMAN_URL: service.url, ROUNDSMAN_KEY: side.apiKey }
  const example = path.join(SDK, 'typescript/examples/test-day.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [example, tomorrow()], { env })
  const { status, done, counts } = JSON.parse(stdout) as Pick<Day, 'done' | 'counts'> & { status: string }
  assert.deepEqual([status, done], ['FINISHED', 12])
  assert.equal((counts['stop.delivered'] ?? 0) + (counts['stop.failed'] ?? 0), 12)
  assert.equal(counts['route.completed'], 1)
})

test('TypeScript, a receiver accepts genuine webhooks by their event', async () => {
  const secret = `whsec_${'S'.repeat(44)}`
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address() as AddressInfo
      probe.close(() => resolve(address))
    })
  })
  const child = spawn(process.execPath, [path.join(SDK, 'typescript/examples/receive.ts')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  })
  after(() => child.kill())
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  await until('the receiver listens', () => said.includes('Listening'))
  const cli = commandLine({})
  const trigger = (event: string, key: string) =>
    cli(['trigger', event, '--forward', `http://127.0.0.1:${port}`, '--secret', key])
  assert.match((await trigger('stop.delivered', secret)).out, /204/)
  assert.match((await trigger('stop.failed', secret)).out, /204/)
  assert.match((await trigger('stop.failed', `whsec_${'T'.repeat(44)}`)).out, /401/)
  await until('both webhooks are printed', () => /was delivered at .+\n.+could not be delivered/.test(said))
  assert.equal(said.trim().split('\n').length, 3)
})

test('TypeScript, an order is sent once', async () => {
  const shop = await service.business()
  const env = { ...process.env, ROUNDSMAN_URL: service.url, ROUNDSMAN_KEY: shop.apiKey }
  const example = path.join(SDK, 'typescript/examples/send-once.ts')
  const sent = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [example, ...args], { env })).stdout
  assert.equal(await sent('13/45/2026'), 'wrong: delivery_date wrong: delivery_date\n')
  assert.equal(await sent(tomorrow()), 'sent sent\n')
  const { body } = await shop.get<unknown[]>('/orders')
  assert.equal(body.data.length, 1)
})

test('TypeScript, the example day runs', () =>
  run('TS', process.execPath, [path.join(SDK, 'typescript/examples/day.ts')]))

test('Python, the example day runs', { skip: python ? false : 'Python 3.11 or newer is not installed' }, () =>
  run('PY', PYTHON, [path.join(SDK, 'python/examples/day.py')]),
)

function tomorrow(): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return parts.format(new Date(Date.now() + 86_400_000))
}
