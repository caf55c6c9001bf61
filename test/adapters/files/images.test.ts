// Images are decoded in separate processes. If an image crashes its process, the image is refused. If the system kills
// the process, the image is not at fault. In both cases, the next image is decoded.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openImages } from '../../../src/adapters/files/images.ts'
import { ImagesBusy } from '../../../src/app/ports/images.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'roundsman-images-'))
after(() => rm(directory, { recursive: true }))

test('a process killed by the system causes a retry, one ended by the image marks it damaged, and a result is accepted', async () => {
  const program = path.join(directory, 'program.mjs')
  await writeFile(
    program,
    `process.on('message', ({ from }) => {
      if (from === 'written') return process.send({ contentType: 'image/png', sha256: 'ff' })
      if (from === 'full') return process.send({ code: 'ENOSPC' })
      process.kill(process.pid, from)
    })`,
  )
  const images = openImages(pathToFileURL(program))
  const written = { path: 'to', contentType: 'image/png', sha256: Buffer.from('ff', 'hex') }
  await assert.rejects(images.clean('SIGKILL', 'to'), ImagesBusy)
  assert.deepEqual(await images.clean('written', 'to'), written)
  assert.deepEqual(await images.clean('SIGSEGV', 'to'), { fault: 'is damaged' })
  await assert.rejects(images.clean('full', 'to'), { code: 'ENOSPC' })
  assert.deepEqual(await images.clean('written', 'to'), written)
})
