import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { lastLines, limitLog, logPath } from '../../../src/adapters/embedded/server-log.ts'

test('a log that grew too large is put aside while its writer writes on', (t) => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-log-'))
  t.after(() => fs.rmSync(dir, { recursive: true }))
  limitLog(dir)
  const writer = fs.openSync(logPath(dir), 'a')
  fs.writeSync(writer, 'early\n')
  limitLog(dir)
  assert.deepEqual(fs.readdirSync(dir), ['postgres.log'])

  fs.writeSync(writer, 'x'.repeat(10 * 1024 * 1024))
  limitLog(dir)
  fs.writeSync(writer, 'late\n')
  fs.closeSync(writer)
  assert.equal(lastLines(dir), 'late')
  assert.match(fs.readFileSync(`${logPath(dir)}.1`, 'utf8').slice(0, 10), /^early\nx/)
})
