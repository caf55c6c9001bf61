// Tests the program for integrators that the installation serves: it is one file, and runs in an otherwise empty
// folder.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { PYTHON_SDK, TYPESCRIPT_SDK } from '../../src/http/web.ts'
import { BARE } from '../helpers/command.ts'
import { orderBody } from '../helpers/orders.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startService } from '../helpers/service.ts'
import { SYSTEM_NODE } from '../helpers/system-node.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'roundsman-desk-'))
after(() => rm(folder, { recursive: true }))

test('an installation serves the SDKs and the commands as files, and the commands run in an empty folder', async () => {
  const service = await startService()
  const shop = await service.business()
  const { external_ref } = orderBody()
  assert.equal((await shop.post('/orders', { ...orderBody(), external_ref })).status, 201)
  const { body } = await shop.get<{ event_uuid: string }[]>('/events')
  const receiver = await startReceiver()
  const answer = await fetch(`${service.url}/docs/roundsman.mjs`)
  assert.equal(answer.status, 200)
  assert.match(String(answer.headers.get('content-type')), /javascript/)
  const docs = await (await fetch(`${service.url}/docs/guides/first-order`)).text()
  for (const name of [TYPESCRIPT_SDK, PYTHON_SDK]) {
    assert.ok(docs.includes(` install ${service.app.publicUrl}/docs/${name}`), name)
    const archive = await fetch(`${service.url}/docs/${name}`)
    assert.equal(archive.status, 200)
    assert.equal(Buffer.from(await archive.arrayBuffer()).readUInt16BE(), 0x1f8b, 'gzip')
  }
  const program = path.join(folder, 'roundsman.mjs')
  await writeFile(program, await answer.text())
  const run = (...args: string[]) =>
    promisify(execFile)(SYSTEM_NODE, [program, ...args], {
      cwd: folder,
      env: { ...BARE, ROUNDSMAN_URL: service.url, ROUNDSMAN_KEY: shop.apiKey },
    })
  await run('listen', '--forward', receiver.url, '--replay', String(body.data[0]?.event_uuid))
  await run('trigger', 'stop.delivered', '--forward', receiver.url)
  assert.deepEqual(
    receiver.received.map(({ json }) => json.event),
    ['order.created', 'stop.delivered'],
  )
  await assert.rejects(run('verify'), /Usage: verify FILE/)
  await assert.rejects(run('mcp'), /This is a live key/)
  await assert.rejects(run('serve'), /Commands:/)
})
