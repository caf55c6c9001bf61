// Tests the list of erased people outside of the database.
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { ERASED_FILE, openErasedList } from '../../src/adapters/erased-list.ts'

const dir = await mkdtemp(path.join(tmpdir(), 'roundsman-erased-'))
after(() => rm(dir, { recursive: true }))

const line = (n: number) => ({
  business_uuid: `01926f3a-5b7c-7d8e-9f01-23456789abc${n}`,
  erased_at: '2026-11-25T00:00:00.000Z',
  digests: ['AQ=='],
})

test('lines are readable only for their owner, and a line cut short by a crash does not damage others', async () => {
  const list = openErasedList(dir)
  assert.deepEqual(await list.all(), [])
  await list.add(line(1))
  await appendFile(path.join(dir, ERASED_FILE), JSON.stringify(line(2)).slice(0, 20))
  await list.add(line(3))
  await list.add(line(4))
  assert.deepEqual(await list.all(), [line(1), line(3), line(4)])
  assert.equal((await stat(path.join(dir, ERASED_FILE))).mode & 0o777, 0o600)
})
