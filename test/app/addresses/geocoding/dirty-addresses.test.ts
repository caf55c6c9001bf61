// Addresses with each kind of fault that lists have, and in forms that people use. test/data/README.md and
// bench/geocoding/forms/README.md describe the files.
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { judgeAnswer, readQueries } from '../../../../bench/geocoding/judge.ts'
import { extractEntries } from '../../../../src/adapters/regions/read-extract.ts'
import { importAddresses } from '../../../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { ADDRESS_FORMS as FORMS, BALTIMORE, DIRTY_ADDRESSES } from '../../../helpers/data.ts'
import { testDatabase } from '../../../helpers/database.ts'

/** Geocodes the queries. Returns the wrongly located queries, and the known houses that were not found. */
async function failuresOf(
  addresses: string,
  queries: string,
): Promise<{ wrong: string[]; missed: string[]; total: number }> {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  after(async () => {
    await db.close()
    await drop()
  })
  await importAddresses(url, extractEntries, addresses, () => {})
  const geocoder = openLocalGeocoder(db)
  const failures = { wrong: [] as string[], missed: [] as string[], total: 0 }
  for (const query of await readQueries(queries)) {
    const verdict = judgeAnswer(query, await geocoder.find(query.address, AbortSignal.timeout(60_000)))
    const description = `${verdict}, ${query.spelling}: ${Object.values(query.address).join(', ')}`
    failures.total++
    if (verdict === 'wrong') failures.wrong.push(description)
    else if (query.expected === 'place' && verdict !== 'right') failures.missed.push(description)
  }
  return failures
}

test('each known house of a dirty list is found, and each wrong address is a question or not found', async () => {
  const { wrong, missed } = await failuresOf(BALTIMORE, DIRTY_ADDRESSES)
  assert.deepEqual({ wrong, missed }, { wrong: [], missed: [] })
})

test('at least 95 % of forms that people use in 17 countries are found, and none at another house', async () => {
  const { wrong, missed, total } = await failuresOf(path.join(FORMS, 'forms.csv'), path.join(FORMS, 'queries.csv'))
  assert.deepEqual(wrong, [])
  assert.ok(missed.length <= 0.05 * total, missed.join('\n'))
})
