// Tables and columns have their names of code in statements and results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camel, snake } from '../../src/domain/names.ts'
import { orderBody } from '../helpers/orders.ts'
import { startService } from '../helpers/service.ts'

const service = await startService()

/**
 * Columns that only handwritten statements use, because in code another column has the same name: `requestId` of the
 * audit log.
 */
const WRITTEN_OUT = new Set(['api_requests.request_uuid'])

test('every table and column is found under its name in code', async () => {
  const columns = await service.app.db.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
    [],
  )
  assert.ok(columns.length > 200, `${columns.length} columns`)
  const lost = columns
    .filter(({ table, column }) => snake(camel(table)) !== table || snake(camel(column)) !== column)
    .map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(lost, [...WRITTEN_OUT])
})

test('columns are renamed, but not their contents', async () => {
  const shop = await service.business()
  const metadata = { own_key: { order_uuid: 'theirs' } }
  await shop.post('/orders', orderBody({ metadata }))
  const row = await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .selectFrom('orders as o')
      .innerJoin('businesses as b', 'b.businessId', 'o.businessId')
      .select(['o.businessId', 'o.customerName as saidName', 'o.metadata', 'b.timeZone'])
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual(Object.keys(row), ['businessId', 'saidName', 'metadata', 'timeZone'])
  assert.equal(row.businessId, shop.businessId)
  assert.deepEqual(row.metadata, metadata)
})
