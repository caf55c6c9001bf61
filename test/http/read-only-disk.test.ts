// Tests a data directory that is not writable. Senders keep their data for a retry, and health shows the reason.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { App } from '../../src/app/context.ts'
import { writeFault } from '../../src/adapters/files/disk-fault.ts'
import { driverToken } from '../helpers/links.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'read-only-'))
const file = path.join(folder, 'file')
writeFileSync(file, '')

const readOnly = Object.assign(new Error('EROFS: read-only file system, mkdir'), { code: 'EROFS', syscall: 'mkdir' })
const refusing = (): never => {
  throw readOnly
}

test('a photo that can’t be stored is 503, at the start and on the way, and the next one is accepted', async () => {
  // The scratch folder fails at first. Later it is a plain file, in which not even root can create anything.
  let within: App['scratch']['within'] | null = async () => refusing()
  const service = await startService({ replaced: { log: { info: () => {}, warn: () => {}, error: () => {} } } })
  const own = service.running.app.scratch.within.bind(service.running.app.scratch)
  service.running.app.scratch.within = (work) => (within ?? own)(work)
  const { shop, route } = await dispatchedRoute(service, 1)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const send = async () => {
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), 'photo.jpg')
    const stop = `${service.url}/d/${token}/stops/${route.stops[0]?.stop_uuid}/proof`
    const response = await fetch(stop, { method: 'POST', headers: { 'idempotency-key': randomUUID() }, body: form })
    const { details } = (await response.json()) as Partial<JsonBody<unknown>>
    return [response.status, details?.code, response.headers.has('retry-after')]
  }
  const down = [503, 'FILES_UNREACHABLE', true]
  assert.deepEqual(await send(), down)
  within = (work) => work(file)
  assert.deepEqual(await send(), down)
  within = null
  const [status, code] = await send()
  assert.equal(status, 200, String(code))
})

test('the start names the directory and why it is not writable, even if it does not exist yet', () => {
  assert.equal(writeFault(folder), null)
  assert.equal(writeFault(path.join(folder, 'to-be', 'made'), refusing), `${folder} is on a read-only disk.`)
})
