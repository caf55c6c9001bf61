// Stores a database and a data folder of this version for the test of upgrades: a business with every kind of data. Also
// stores the responses that later versions must still give. `npm run release` calls it.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OrderOut } from '../../src/contract/order.ts'
import type { ReleasedData } from './released-data.ts'
import { deleteOwn } from '../../src/store/own.ts'
import { VERSION } from '../../src/version.ts'
import { createDay } from '../proof/erase-day.ts'
import { portsOf, runCommand } from '../proof/erase-run.ts'
import { openShop, type Shop } from '../proof/erase-shop.ts'
import { tomorrow } from '../proof/mixed-load.ts'
import { inProcess } from '../proof/in-process.ts'
import { withDatabase } from '../proof/own-database.ts'

const OTHER_DELIVERIES = 4
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RELEASES = path.join(ROOT, 'test/data/releases')
const MIGRATIONS = path.join(ROOT, 'migrations')

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

await withDatabase({ hasty: true }, async ({ url }) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-release-'))
  const service = await inProcess(url, portsOf({ now: Date.now(), isDown: false, posted: [] }), { DATA_DIR: dataDir })
  try {
    const shop = await openShop(service)
    await createDay(shop, OTHER_DELIVERIES)
    // The proof of erasure adds this row without a file.
    await service.app.db.asBusiness(shop.businessId, (tx) => deleteOwn(tx, 'refusedProofs').execute())
    const expected = await expectations(shop, service.api)
    const file = path.join(RELEASES, `${VERSION}.backup`)
    rmSync(file, { force: true })
    await runCommand(url, dataDir, ['backup', '--to', file])
    writeFileSync(path.join(RELEASES, `${VERSION}.json`), `${JSON.stringify(expected, null, 2)}\n`)
    console.log(path.relative(ROOT, file))
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true })
  }
})

async function expectations(shop: Shop, api: string): Promise<ReleasedData> {
  const { app, businessId, apiKey, user } = shop
  const count = async (table: string) =>
    (await app.db.query(`select from ${table} where business_uuid = $1`, [businessId])).length
  const authorization = `Bearer ${apiKey}`
  const order = {
    external_ref: 'RELEASE-1',
    customer_name: 'Release',
    address: { line1: '1 Proof Street', lat: 38.91, lng: -77.03 },
  }
  const answered = { path: '/orders', key: 'release', body: { ...order, delivery_date: tomorrow() } }
  const first = await fetch(`${api}${answered.path}`, {
    method: 'POST',
    headers: { authorization, 'idempotency-key': answered.key, 'content-type': 'application/json' },
    body: JSON.stringify(answered.body),
  })
  const listed = await fetch(`${api}/orders?limit=200`, { headers: { authorization } })
  const { data } = (await listed.json()) as { data: OrderOut[] }
  const routes = await app.db.query<{ id: string }>(
    'select route_uuid as id from routes where business_uuid = $1 order by 1',
    [businessId],
  )
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  return {
    at: app.clock().toISOString(),
    migrations: Object.fromEntries(files.toSorted().map((name) => [name, digestOf(path.join(MIGRATIONS, name))])),
    api_key: apiKey,
    user,
    answered: { ...answered, response: await first.json() },
    orders: data.map(({ external_ref, order_uuid, status, delivery_date, customer_name }) => ({
      external_ref,
      order_uuid,
      status,
      delivery_date,
      customer_name,
    })),
    routes: routes.map(({ id }) => id),
    proofs: await count('proofs'),
    receipts: await count('receipts'),
  }
}
