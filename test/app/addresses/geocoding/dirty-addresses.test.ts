// Addresses of Baltimore with each kind of fault that lists have. test/data/README.md describes the file.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { judgeAnswer, readQueries } from '../../../../bench/geocoding/judge.ts'
import { extractEntries } from '../../../../src/adapters/regions/read-extract.ts'
import { importAddresses } from '../../../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { BALTIMORE, DIRTY_ADDRESSES } from '../../../helpers/data.ts'
import { testDatabase } from '../../../helpers/database.ts'

test('each known house of a dirty list is found, and each wrong address is a question or not found', async () => {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  after(async () => {
    await db.close()
    await drop()
  })
  await importAddresses(url, extractEntries, BALTIMORE, () => {})
  const geocoder = openLocalGeocoder(db)
  const failures: string[] = []
  for (const query of await readQueries(DIRTY_ADDRESSES)) {
    const verdict = judgeAnswer(query, await geocoder.find(query.address, AbortSignal.timeout(60_000)))
    if (verdict === 'wrong' || (query.expected === 'place' && verdict !== 'right'))
      failures.push(`${verdict}, ${query.spelling}: ${Object.values(query.address).join(', ')}`)
  }
  assert.deepEqual(failures, [])
})
