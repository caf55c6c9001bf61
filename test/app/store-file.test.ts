// Tests files and the rows that refer to them while the disk or the file store fails. A photo is rejected with 503 and
// accepted on retry. Files without a row are removed.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { filesOnDisk } from '../../src/adapters/files/files-on-disk.ts'
import { openScratch } from '../../src/adapters/files/scratch.ts'
import { FilesUnreachable } from '../../src/app/ports/files.ts'
import { removeUnnamedFilesJob } from '../../src/jobs/remove-unnamed-files.ts'
import { testClock } from '../helpers/clock.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { startService } from '../helpers/service.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'roundsman-keep-file-'))
after(() => rm(directory, { recursive: true }))
const scratch = path.join(directory, 'scratch')
const clock = testClock()
const onDisk = filesOnDisk(path.join(directory, 'files'))
/**
 * Error that is thrown after the next file is written. It simulates a server that stops between writing the file and
 * committing its row.
 */
let fails: Error | null = null
const service = await startService({
  replaced: {
    clock: clock.now,
    scratch: openScratch(scratch),
    files: {
      ...onDisk,
      put: async (...file) => {
        await onDisk.put(...file)
        if (fails) throw fails
      },
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  },
})
const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a86' } })
  .jpeg()
  .toBuffer()

const kept = async () =>
  (await readdir(path.join(directory, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length

test('a full disk and an unreachable store are 503; files without a row are removed after a day, the others stay', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  const send = async () => {
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg')
    const answer = await fetch(
      `${service.url}/api/v1/routes/${route.route_uuid}/stops/${route.stops[0]?.stop_uuid}/proof`,
      { method: 'POST', headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': 'photo' }, body: form },
    )
    const body = (await answer.json()) as { details?: { code: string } }
    return [answer.status, body.details?.code, answer.headers.has('retry-after')]
  }
  fails = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  assert.deepEqual(await send(), [503, 'DISK_FULL', true])
  fails = new FilesUnreachable('The file store answered 500 to a write')
  assert.deepEqual(await send(), [503, 'FILES_UNREACHABLE', true])
  fails = null
  assert.deepEqual(await send(), [201, undefined, false])
  assert.equal(await kept(), 3)
  await mkdir(path.join(scratch, 'work-left'))
  const yesterday = new Date(clock.now().getTime() - 60_000)
  await utimes(path.join(scratch, 'work-left'), yesterday, yesterday)

  await removeUnnamedFilesJob.run(service.app)
  assert.equal(await kept(), 3, 'the files may belong to an upload under way')
  clock.advance(24 * 60 * 60 + 1)
  await mkdir(path.join(scratch, 'work-under-way'))
  await utimes(path.join(scratch, 'work-under-way'), clock.now(), clock.now())
  await removeUnnamedFilesJob.run(service.app)
  assert.equal(await kept(), 1)
  assert.deepEqual(await readdir(scratch), ['work-under-way'])
  const { body } = await shop.get<{ stops: { proof: { photo_urls: string[] } }[] }>(`/routes/${route.route_uuid}`)
  const [url = ''] = body.data.stops[0]?.proof.photo_urls ?? []
  assert.equal((await fetch(url.replace('http://roundsman.test', service.url))).status, 200)
})
