// Every release can be upgraded to this version: its stored database and data folder are restored and migrated, and the
// service continues with them.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inProcess } from '../../../bench/proof/in-process.ts'
import type { ReleasedData } from '../../../bench/release/released-data.ts'
import { restore } from '../../../src/app/operations/restore.ts'
import { verifyFiles } from '../../../src/app/operations/verify-files.ts'
import { migrationNames } from '../../../src/store/migrate.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { visitor } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { clientOf, type Json } from '../../helpers/service.ts'

const RELEASES = fileURLToPath(new URL('../../data/releases/', import.meta.url))
const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
const HOUR_MS = 3_600_000
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

const releases = readdirSync(RELEASES).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))

const dataOf = (release: string) =>
  JSON.parse(readFileSync(path.join(RELEASES, `${release}.json`), 'utf8')) as ReleasedData

test('a migration that was released never changes', () => {
  assert.ok(releases.includes('1.0.0'))
  for (const release of releases)
    for (const [name, digest] of Object.entries(dataOf(release).migrations)) {
      const bytes = readFileSync(new URL(name, MIGRATIONS))
      assert.equal(createHash('sha256').update(bytes).digest('hex'), digest, `${name}, released with ${release}`)
    }
})

for (const release of releases)
  test(`the database and the data folder of ${release} are upgraded, and the service continues with them`, async () => {
    const expected = dataOf(release)
    const { url, drop } = await emptyDatabase()
    const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-upgrade-'))
    after(drop)
    after(() => rmSync(dir, { recursive: true }))
    const target = { connection: url, kept: { dir, names: ['files'] } }
    const restored = await restore(target, path.join(RELEASES, `${release}.backup`))
    const known = Object.keys(expected.migrations)
    assert.deepEqual(
      restored.migrations_applied,
      (await migrationNames()).filter((name) => !known.includes(name)),
    )
    assert.deepEqual(restored.skipped_files, [])

    const now = new Date(Date.parse(expected.at) + HOUR_MS)
    const service = await inProcess(url, { clock: () => now }, { DATA_DIR: dir })
    try {
      const { app, api } = service
      const origin = new URL(api).origin
      const shop = clientOf(origin, '', expected.api_key, '')
      const listed = await shop.get<Json[]>('/orders?limit=200')
      const found = new Map(listed.body.data.map((order) => [order.external_ref, order]))
      for (const order of expected.orders)
        assert.deepEqual({ ...found.get(order.external_ref), ...order }, found.get(order.external_ref))
      for (const route of expected.routes) assert.equal((await shop.get(`/routes/${route}`)).status, 200)

      const { path: asked, key, body, response } = expected.answered
      const again = await shop.post(asked, body, { 'idempotency-key': key })
      assert.deepEqual(again.body, response)

      const files = await verifyFiles(app)
      assert.ok(expected.proofs > 0 && files.checked >= expected.proofs, `${files.checked} files`)
      assert.deepEqual(files.faults, [])
      const receipts = await shop.get<Json[]>('/receipts')
      assert.ok(receipts.body.data.length > 0 && expected.receipts > 0)

      const office = visitor({ url: origin })
      assert.equal((await office.post('/sign-in', expected.user)).status, 200)
      const date = new Date(now.getTime() + 9 * 24 * HOUR_MS).toLocaleDateString('en-US', DAY)
      assert.equal((await shop.post('/orders', orderBody({ delivery_date: date }))).status, 201)
      const built = await shop.post<{ routes: Json[] }>('/routes/build', { date })
      assert.deepEqual([built.status, built.body.data?.routes.length], [201, 1], built.body.message)
    } finally {
      await service.close()
    }
  })
