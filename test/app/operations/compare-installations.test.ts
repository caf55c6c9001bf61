// A business's rows at two installations are compared in advance, while they are being written, and again when writing
// has stopped. Each final difference is reported, whenever it arose.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { compareAhead, compareNow, OutOfTime, type Sides } from '../../../src/app/operations/compare-installations.ts'
import { openClient, withClients } from '../../../src/store/database.ts'
import { tenantTables } from '../../../src/store/moves/tenant-tables.ts'
import { beginSnapshot, insertRows, rowsOf } from '../../../src/store/operations/snapshot.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

const [source, target] = [await startService(), await startService()]
const connections = { source: source.databaseUrl, target: target.databaseUrl }
const [from, to] = [await openClient(source.databaseUrl), await openClient(target.databaseUrl)]
source.besides.push(() => from.end())
target.besides.push(() => to.end())
for (const client of [from, to]) await client.query(`set session_replication_role = 'replica'`)
const tables = (await tenantTables(from)).filter(({ name }) => ['businesses', 'orders'].includes(name))

/** A business with three orders at the source, and the same rows at the target. */
async function copied(): Promise<Sides & { refs: string[] }> {
  const shop = await source.business()
  const bodies = [orderBody(), orderBody(), orderBody()]
  for (const body of bodies) assert.equal((await shop.post('/orders', body)).status, 201)
  await withClients([openClient(source.databaseUrl)], async ([reader]) => {
    await beginSnapshot(reader)
    for (const table of tables) {
      const lines: string[] = []
      for await (const line of rowsOf(reader, table, `business_uuid = '${shop.businessId}'`)) lines.push(line)
      if (lines.length > 0) await insertRows(to, table, lines)
    }
  })
  return { ...connections, tables, ids: [shop.businessId], refs: bodies.map(({ external_ref }) => external_ref) }
}

const whenever = () => Infinity
const rename = `update orders set customer_name = $2 where external_ref = $1`

test('rows written at both sides during the comparison are equal in the end, whichever side was first', async () => {
  const sides = await copied()
  const [late, early, gone] = sides.refs
  // The target lags and gets this row only after the comparison.
  await from.query(rename, [late, 'Renamed before'])
  const ahead = await compareAhead(sides)
  assert.equal(ahead.tables.get('orders')?.unequal.length, 1)
  assert.equal(ahead.tables.get('orders')?.rows, 3)
  await to.query(rename, [late, 'Renamed before'])
  for (const client of [from, to]) await client.query(rename, [early, 'Renamed after'])
  for (const client of [from, to]) await client.query('delete from orders where external_ref = $1', [gone])
  const counts = await compareNow(sides, ahead, whenever)
  assert.deepEqual([counts.businesses, counts.orders], [1, 2])
})

test('rows that seem to be written at only one side, because its mark is old, are equal', async () => {
  const sides = await copied()
  const ahead = await compareAhead(sides)
  const [here, there] = ahead.marks
  for (const marks of [
    [here, '3'],
    ['3', there],
  ] as const)
    assert.equal((await compareNow(sides, { ...ahead, marks }, whenever)).orders, 3)
})

test('a difference is reported, whenever it arose', async () => {
  const another = `insert into orders select (jsonb_populate_record(o, jsonb_build_object('order_uuid', $2::text, 'external_ref', $2::text, 'tracking_hash', '\\x' || md5($2::text)))).*
    from orders o where external_ref = $1`
  const faults: { fault: string; before?: true; make: (ref?: string, other?: string) => Promise<unknown> }[] = [
    { fault: 'changed at the target before', before: true, make: (ref) => to.query(rename, [ref, 'Another']) },
    { fault: 'changed at the target after', make: (ref) => to.query(rename, [ref, 'Another']) },
    { fault: 'changed at the source and never applied', make: (ref) => from.query(rename, [ref, 'Another']) },
    { fault: 'lost at the target', make: (ref) => to.query('delete from orders where external_ref = $1', [ref]) },
    { fault: 'more at the target', make: (ref) => to.query(another, [ref, randomUUID()]) },
    {
      fault: 'another deleted at the target than at the source',
      make: async (ref, other) => {
        await from.query('delete from orders where external_ref = $1', [ref])
        await to.query('delete from orders where external_ref = $1', [other])
      },
    },
    {
      fault: 'one lost and one more, both before',
      before: true,
      make: async (ref) => {
        await to.query(another, [ref, randomUUID()])
        await to.query('delete from orders where external_ref = $1', [ref])
      },
    },
  ]
  for (const { fault, before, make } of faults) {
    const sides = await copied()
    if (before) await make(...sides.refs)
    const ahead = await compareAhead(sides)
    if (!before) await make(...sides.refs)
    await assert.rejects(compareNow(sides, ahead, whenever), /^Error: orders differs: [23] rows here/, fault)
  }
})

test('the comparison stops when no time is left, even in the middle of a table', async () => {
  const sides = await copied()
  const ahead = await compareAhead(sides)
  await assert.rejects(
    compareNow(sides, ahead, () => 0),
    OutOfTime,
  )
  await to.query('begin')
  await to.query('lock table orders in access exclusive mode')
  await assert.rejects(
    compareNow(sides, ahead, () => 200),
    OutOfTime,
  )
  await to.query('rollback')
})
