import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { recorder } from '../../../bench/proof/size-plans.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { latestChange } from '../../../src/store/orders/latest-change.ts'
import { testDatabase } from '../../helpers/database.ts'

const BUSINESS = '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d'

test('the latest change is found at the end of an index, without a sort of all changes', async () => {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  const own = new pg.Client(url)
  await own.connect()
  try {
    const sent = await recorder.during(() => db.asBusiness(BUSINESS, (tx) => latestChange(tx)))
    const look = sent.find(({ text }) => text.includes('audit_log'))
    // With sorting turned off, PostgreSQL sorts only if there is no other plan.
    await own.query('set enable_sort = off')
    const { rows } = await own.query<{ 'QUERY PLAN': string }>(`explain ${look?.text}`, look?.values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /audit_log/)
    assert.doesNotMatch(plan, /-> +(Incremental )?Sort /)
  } finally {
    await own.end()
    await db.close()
    await drop()
  }
})
