import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { mapTilesFault } from '../../src/adapters/map-tiles.ts'
import { archive } from '../helpers/map-tiles.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'rm-map-tiles-'))
after(() => rm(folder, { recursive: true }))
const LAYERS = ['earth', 'water', 'roads']

test('metadata that inflates to more than 16 MiB is not read', async () => {
  const file = path.join(folder, 'any.pmtiles')
  for (const [blanks, fault] of [
    [1_000, null],
    [17 * 1024 * 1024, 'The file is not a readable PMTiles archive.'],
  ] as const) {
    await writeFile(file, archive(LAYERS, blanks))
    assert.equal(await mapTilesFault(file), fault)
  }
})
