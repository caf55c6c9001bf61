import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, mock, test } from 'node:test'
import { type Preparing, readPreparing, reportProgress } from '../../../src/adapters/regions/preparing.ts'
import { REGION_STAGES } from '../../../src/domain/regions/stage.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rm-preparing-'))
after(() => rmSync(dataDir, { recursive: true }))

test('stages that run at the same time are shown one after the other, with the time since each is shown', () => {
  let millis = 0
  mock.method(performance, 'now', () => millis)
  const said: [string, number | null, number | null][] = []
  const say = ({ stage, part, seconds_left }: Preparing): void => void said.push([stage, part, seconds_left])
  const tell = reportProgress(dataDir, { name: 'maine', source: 'maine.osm.pbf' }, () => new Date(millis), say)
  for (const stage of REGION_STAGES) tell.at(stage, 0)
  assert.deepEqual(said.splice(0), [['READ', 0, null]])
  tell.at('MAP', 0.2)
  tell.at('ADDRESSES', 0.3)
  assert.deepEqual(said.splice(0), [])
  millis = 10_000
  tell.at('READ', 0.5)
  tell.at('READ', 1)
  assert.deepEqual(said.splice(0), [
    ['READ', 0.5, 10],
    ['ROADS_CAR', 0, null],
  ])
  tell.at('ROADS_CAR', 1)
  tell.at('MAP', 0.5)
  tell.at('ADDRESSES', 1)
  assert.deepEqual(said.splice(0), [['ROADS_TRUCK', 0, null]])
  tell.at('ROADS_TRUCK', 1)
  millis = 30_000
  tell.at('MAP', 0.75)
  assert.deepEqual(said.splice(0), [
    ['MAP', 0.5, null],
    ['MAP', 0.75, 20],
  ])
  tell.at('MAP', 1)
  assert.deepEqual(said.splice(0), [['ROADS_BICYCLE', 0, null]])
  assert.deepEqual(
    readPreparing(dataDir, new Date(millis)).map(({ stage, part }) => [stage, part]),
    [['ROADS_BICYCLE', 0]],
  )
  tell.ready()
  assert.deepEqual(readPreparing(dataDir, new Date(millis)), [])
  mock.restoreAll()
})
