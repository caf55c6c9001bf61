// Suggestions of an address while one is typed. The test of the geocoder has further ones.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { extractEntries } from '../../../../src/adapters/regions/read-extract.ts'
import { importAddresses } from '../../../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { testDatabase } from '../../../helpers/database.ts'
import { writeExtract } from '../../../helpers/osm-extract.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'rm-suggestions-'))
const { url, drop } = await testDatabase()
const db = openDatabase(url, 2, () => {})
after(async () => {
  await db.close()
  await drop()
  rmSync(dir, { recursive: true })
})

const harbor = path.join(dir, 'harbor.csv')
writeFileSync(
  harbor,
  [
    'line1,city,region,postal_code,lat,lng',
    ...[1, 50, 99].map((number, i) => `${number} East Pratt Street,Baltimore,,21202,39.28${i},-76.6`),
    ...[2001, 2036].map((number, i) => `${number} East Pratt Street,Baltimore,,21231,39.29${i},-76.58`),
    ...[3500, 3600, 3700].map((number, i) => `${number} Boston Street,Baltimore,MD,21224,39.27${i},-76.56`),
    ...['1633 Thames Street', '10 Steelton Avenue', '10 Steuart Street', '10 Stevens Lane', '10 Oakdale Road'].map(
      (line1, i) => `${line1},Baltimore,MD,21224,39.26${i},-76.57`,
    ),
    ...['10 Towson Street', '12 Hill Street'].map((line1, i) => `${line1},Baltimore,MD,21230,39.25${i},-76.57`),
    '1 Court Road,Towson,MD,21204,39.4,-76.6',
    '1 Mall Drive,Washington,DC,20001,38.89,-77.03',
  ].join('\n'),
)
const roads = path.join(dir, 'harbor.osm.pbf')
await writeExtract(roads, {
  nodes: { 1: [39.2701, -76.5605], 2: [39.2705, -76.5605] },
  ways: { 1: { refs: [1, 2], tags: { highway: 'residential', name: 'Stack Street' } } },
})
for (const file of [harbor, roads]) await importAddresses(url, extractEntries, file, () => {})

const geocoder = openLocalGeocoder(db)
const complete = async (typed: string) =>
  (await geocoder.suggest?.(typed, []))?.map(({ label, completedLine1 }) => [label, completedLine1])
const suggest = async (typed: string) => (await complete(typed))?.map(([label]) => label)

test('a suggestion agrees with each typed word, has a known number, and keeps the unit', async () => {
  // No street has these names. "St" is a complete word.
  for (const typed of ['hughes st', 'main st', '12 oak st', '10 stevens st hughes', '1 nowhere lane'])
    assert.deepEqual(await suggest(typed), [], typed)
  assert.deepEqual(await suggest('10 ste'), [
    '10 Steelton Avenue, Baltimore, MD 21224',
    '10 Steuart Street, Baltimore, MD 21224',
    '10 Stevens Lane, Baltimore, MD 21224',
  ])
  assert.deepEqual(await suggest('12 hill st'), ['12 Hill Street, Baltimore, MD 21230'])
  // The town, the state and the postal code may be typed, but must be those of the suggestion.
  for (const typed of [
    '3600 boston st balt',
    '3600 boston st, baltimore, maryland',
    '3600 boston st 21224',
    '3600 bsoton',
  ])
    assert.deepEqual(await suggest(typed), ['3600 Boston Street, Baltimore, MD 21224'], typed)
  for (const typed of ['2036 pratt st, washington dc', '1633 thames, towson', '3600 boston st, washington, dc'])
    assert.deepEqual(await suggest(typed), [], typed)
  // A number is known or between known ones. The state is that of the addresses around.
  const pratt = 'East Pratt Street, Baltimore, MD'
  assert.deepEqual(await suggest('99 pratt st'), [`99 ${pratt} 21202`])
  assert.deepEqual(await suggest('75 pratt st'), [`75 ${pratt} 21202`])
  assert.deepEqual(await complete('2050 pratt st'), [[pratt, '2050 East Pratt Street']])
  assert.deepEqual(await suggest('99999 pratt st'), [])
  assert.deepEqual(await complete('99999 stack street'), [['Stack Street', '99999 Stack Street']])
  assert.deepEqual(await complete('stack street 21224'), [['Stack Street', 'Stack Street']])
  for (const [typed, line1] of [
    ['3600 boston street suite 200', '3600 Boston Street, suite 200'],
    ['3600 Boston St, Apt 5', '3600 Boston Street, Apt 5'],
    ['c/o Miller, 3600 boston st', '3600 Boston Street, c/o Miller'],
    ['3600 boston st #4B, baltimore', '3600 Boston Street, #4B'],
    ['3600 boston st, floor 2, c/o Miller, balti', '3600 Boston Street, floor 2, c/o Miller'],
    ['3600 boston st, baltimore', '3600 Boston Street'],
  ] as const)
    assert.deepEqual(await complete(typed), [['3600 Boston Street, Baltimore, MD 21224', line1]], typed)
})
