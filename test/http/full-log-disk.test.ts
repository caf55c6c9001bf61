// PostgreSQL ends if its disk is too full to extend the write-ahead log, and callers, health and the log name the disk. With
// space again, the refused request succeeds.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../../src/adapters/observability/log.ts'
import { createBusiness } from '../../src/app/business/create-business.ts'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { connect } from '../../src/cli/connect.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { CommitOutcomeUnknown, isDiskFullError, isUnreachable } from '../../src/store/database.ts'
import { explainFullDisk } from '../../src/store/database-errors.ts'
import { orderBody } from '../helpers/orders.ts'

interface Refused {
  details?: { code: string }
}

test('the error of an unreachable database names the disk only if the disk is full', () => {
  const lost = new Error('Connection terminated unexpectedly')
  const told = (error: unknown, isFull: boolean) => {
    const named = explainFullDisk(error, () => isFull)
    return [isDiskFullError(named), isUnreachable(named), named instanceof CommitOutcomeUnknown]
  }
  assert.deepEqual(told(lost, true), [true, true, false])
  assert.deepEqual(told(lost, false), [false, true, false])
  assert.deepEqual(told(new CommitOutcomeUnknown('', { cause: lost }), true), [true, true, true])
  assert.deepEqual(told(new CommitOutcomeUnknown('', { cause: lost }), false), [false, true, true])
  assert.deepEqual(told(new Error('a bug'), true), [false, false, false])
})

test('responses, health and the log are DISK_FULL if PostgreSQL can’t extend its log', async (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'rm-full-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', dir]).status !== 0)
    return t.skip('only root can mount a small disk')
  const config = readConfig({ DATA_DIR: dir })
  const lines: string[] = []
  const keep = (line: string): void => void lines.push(line)
  const database = await connect(config, 'own', { info: keep, error: keep })
  const running = compose(config, database.connection, database.appSecret, openLog('error', { write: keep }))
  t.after(async () => {
    await server.close()
    await running.close()
    await database.release()
    spawnSync('umount', ['--lazy', dir])
    rmSync(dir, { recursive: true })
  })
  const { app } = running
  const server = await running.server(dir)
  const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  const { businessId } = await createBusiness(app, { name: 'Acme', timeZone: 'America/New_York' })
  const { apiKey } = await createKey(app, { businessId, name: 'key' })
  const order = orderBody()
  const key = randomUUID()
  const send = async () => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': key,
      'content-type': 'application/json',
    }
    const answer = await fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify(order) })
    return [answer.status, ((await answer.json()) as Refused).details?.code]
  }

  const { bavail, bsize } = statfsSync(dir)
  const ballast = path.join(dir, 'ballast')
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 8 * 1024 * 1024))
  await assert.rejects(async () => {
    for (let i = 0; i < 100; i++)
      await app.db.query(`select pg_logical_emit_message(false, 'filling', repeat('x', 1000000))`, [])
  }, isDiskFullError)
  assert.deepEqual(await send(), [503, 'DISK_FULL'], lines.join('\n'))
  const health = (await (await fetch(`${url}/health`)).json()) as Refused
  assert.equal(health.details?.code, 'DISK_FULL')
  assert.ok(lines.some((line) => line.includes('PostgreSQL has no room for its write-ahead log')))

  rmSync(ballast)
  for (let i = 0; i < 600 && (await send())[0] !== 201; i++) await sleep(100)
  assert.deepEqual(await send(), [201, undefined])
})
