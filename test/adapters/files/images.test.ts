// Pictures in processes of their own: one that ends by the picture's doing is the picture's fault, one that the system
// ends is not, and the next picture is taken either way.
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

test('killed by the system: to be sent again; ended by the picture: damaged; written: taken', async () => {
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
