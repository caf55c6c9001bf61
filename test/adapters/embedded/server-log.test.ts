import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { lastLines, limitLog, logPath, withoutStatements } from '../../../src/adapters/embedded/server-log.ts'

test('a log that is too large is rotated while its writer continues', (t) => {
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

test('PostgreSQL’s output is passed on without SQL', () => {
  const fatal = '2026-11-27 14:51:39.693 UTC [9319] FATAL:  terminating connection due to administrator command'
  const statement =
    '2026-11-27 14:51:39.693 UTC [9319] STATEMENT:  CREATE VIEW pg_seclabels AS\n\tSELECT\n\t    l.objoid'
  assert.equal(withoutStatements(`${fatal}\n${statement}\nchild process exited\n`), `${fatal}\nchild process exited`)
  assert.equal(withoutStatements(`${fatal}\n${statement}\n`), fatal)
  assert.equal(withoutStatements(`${fatal}\n`), fatal)
})
