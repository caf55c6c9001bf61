// Tests the README's commands, as written, against a running service.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService, TEST_SECRET } from './helpers/service.ts'

const skip = spawnSync('curl', ['--version']).error ? 'curl is not installed here' : false

test('the README’s commands create the first order and the first routes', { skip }, async () => {
  const service = await startService()
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const commands = [...readme.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block).join('\n')
  const script = commands.replaceAll('http://localhost:8080', service.url).replaceAll('curl ', 'curl -sS ')
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], {
    env: { ...process.env, DATABASE_URL: service.databaseUrl, APP_SECRET: TEST_SECRET },
  })
  type Answer = {
    data?: { external_ref?: string; delivery_date?: string; routes?: { stops: unknown[] }[] }
    depot_uuid?: string
    vehicle_uuid?: string
  }
  const answers = stdout
    .replaceAll('}{', '}\n{')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  const [created, read, depot, vehicle, built] = answers
  assert.equal(created?.data?.external_ref, '000480-A')
  assert.deepEqual(read?.data, created?.data)
  assert.ok(depot?.depot_uuid && vehicle?.vehicle_uuid)
  assert.ok(new Date(created?.data?.delivery_date ?? '') > new Date(), 'the date of the example has passed')
  assert.equal(built?.data?.routes?.[0]?.stops.length, 1)
})
