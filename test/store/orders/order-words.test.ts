// Tests the database function that checks all enum values of an order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { ORDER_STATUSES, PLACEMENTS, TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

test('the database accepts exactly the enum values of the code', async () => {
  const service = await startService()
  const shop = await service.business()
  await shop.post('/orders', orderBody())
  const db = new pg.Client({ connectionString: service.databaseUrl })
  await db.connect()
  service.besides.push(() => db.end())
  const known: [string, readonly (string | null)[]][] = [
    ['status', ORDER_STATUSES],
    ['placement', PLACEMENTS],
    ['temperature_class', TEMPERATURE_CLASSES],
    ['language', [...LANGUAGES, null]],
  ]
  for (const [column, words] of known) {
    const write = (word: string | null) =>
      db.query(`update orders set ${column} = $2 where business_uuid = $1`, [shop.businessId, word])
    await assert.rejects(write('UNKNOWN'), /orders_words_check/, column)
    for (const word of words) assert.equal((await write(word)).rowCount, 1, `${column} ${word}`)
  }
})
