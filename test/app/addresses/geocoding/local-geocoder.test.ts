import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { splitHeldOut, measureErrors } from '../../../../bench/geocoding/measure.ts'
import { VARIATIONS } from '../../../../bench/geocoding/variations.ts'
import { extractEntries } from '../../../../src/adapters/regions/read-extract.ts'
import { importAddresses } from '../../../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../../../src/app/addresses/geocoding/local-geocoder.ts'
import { geocodePendingOrders } from '../../../../src/app/orders/geocode-pending.ts'
import type { Address, Point } from '../../../../src/domain/orders/order.ts'
import { straightLineMeters } from '../../../../src/domain/geo/geo.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { commandLine, printed } from '../../../helpers/command.ts'
import { WASHINGTON } from '../../../helpers/data.ts'
import { testDatabase } from '../../../helpers/database.ts'
import { inventedAddresses } from '../../../helpers/invented-addresses.ts'
import { writeExtract } from '../../../helpers/osm-extract.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { startService } from '../../../helpers/service.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'rm-addresses-'))
after(() => rmSync(dir, { recursive: true }))

function fileOf(name: string, lines: readonly string[]): string {
  const file = path.join(dir, name)
  writeFileSync(file, lines.join('\n'))
  return file
}

/** Creates a separate index of the given files. */
async function indexOf(...files: string[]) {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  after(async () => {
    await db.close()
    await drop()
  })
  for (const file of files) await importAddresses(url, extractEntries, file, () => {})
  const geocoder = openLocalGeocoder(db)
  return {
    url,
    knowsTown: async (asked: Address) => geocoder.knowsTown?.(asked),
    suggest: async (typed: string, depots: readonly Point[] = []) =>
      (await geocoder.suggest?.(typed, depots))?.map(({ label }) => label),
    find: (asked: Parameters<typeof geocoder.find>[0]) => geocoder.find(asked, AbortSignal.timeout(60_000)),
  }
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const TOWNS = fileOf('towns.csv', [
  'line1,city,region,postal_code,lat,lng',
  '10 Elm Street,Ashford,OH,44001,40.0,-82.0',
  '20 Elm Street,Ashford,OH,44001,40.001,-82.0',
  '10 Elm Street,Bryton,OH,44002,41.0,-83.0',
  '300 Oak Avenue NW,Ashford,OH,44001,40.02,-82.01',
  '300 Oak Avenue NE,Ashford,OH,44001,40.02,-81.9',
  'no number Road,Ashford,OH,44001,40.02,-81.9',
  '5 Lost Lane,Ashford,OH,44001,north,-81.9',
])
const towns = await indexOf(TOWNS)
const address = (line1: string, members: Record<string, string | null> = {}) => ({
  line1,
  city: 'Ashford',
  region: 'OH',
  postalCode: '44001',
  ...members,
})
const NONE = { city: null, region: null, postalCode: null }

test('addresses are suggested while one is typed', async () => {
  const both = ['10 Elm Street, Ashford, OH 44001', '10 Elm Street, Bryton, OH 44002']
  assert.deepEqual(await towns.suggest('10 elm'), both)
  // Each typed letter keeps them.
  for (const typed of ['10 Elm S', '10 Elm Str', '10 Elm Street', '10 Elm Street, ', '10 elm stret'])
    assert.deepEqual(
      (await towns.suggest(typed))?.toSorted((a, b) => a.localeCompare(b)),
      both,
      typed,
    )
  // The last word can begin the town or the postal code.
  assert.deepEqual(await towns.suggest('10 Elm Street, Bry'), both.slice(1))
  assert.deepEqual(await towns.suggest('10 Elm Street 44002'), both.slice(1))
  // The address near the depot comes first.
  assert.deepEqual(await towns.suggest('10 elm', [{ lat: 41, lng: -83 }]), both.toReversed())
  assert.deepEqual(await towns.suggest('300 oak'), [
    '300 Oak Avenue NE, Ashford, OH 44001',
    '300 Oak Avenue NW, Ashford, OH 44001',
  ])
  for (const nothing of ['', '10', '1 e', 'Quux', '%_\\']) assert.deepEqual(await towns.suggest(nothing), [], nothing)
})

test('a house and a number between houses are placed, a number past the last house is approximate', async () => {
  assert.deepEqual(await towns.find(address('10 elm st apt 3')), {
    found: true,
    point: { lat: 40, lng: -82 },
    precision: 'PLACED',
    label: '10 Elm Street, Ashford, OH 44001',
  })
  const between = await towns.find(address('14 Elm St'))
  assert.ok(between.found && between.precision === 'PLACED' && Math.abs(between.point.lat - 40.0004) < 1e-4)
  const past = await towns.find(address('40 Elm St'))
  assert.ok(past.found && past.precision === 'APPROXIMATE')
  const street = await towns.find(address('Elm St'))
  assert.ok(street.found && street.precision === 'APPROXIMATE')
})

test('an address is not found outside the given city, state or postal code, or if two locations fit', async () => {
  for (const [line1, members] of [
    ['10 Elm St', { city: 'Cranville', postalCode: null }],
    ['10 Elm St', { region: 'Indiana' }],
    ['10 Elm St', NONE],
    ['300 Oak Ave', {}],
    ['900 Elm St', {}],
    ['10 Birch St', {}],
  ] as const)
    assert.equal((await towns.find(address(line1, members))).found, false, JSON.stringify([line1, members]))
  const inBryton = await towns.find(address('10 Elm St', { ...NONE, city: 'bryton' }))
  assert.ok(inBryton.found && inBryton.point.lat === 41)
  const oneLine = await towns.find('300 Oak Ave NE, Ashford, Ohio 44001')
  assert.ok(oneLine.found && oneLine.point.lng === -81.9)
})

test('OpenAddresses columns are read, and a second import adds and moves addresses', async () => {
  const open = fileOf('open.csv', [
    '\uFEFFLON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH',
    '-82.5,40.5,7,"BIRCH ST, N",,ASHFORD,,OH,44001,,x',
    '-82.0,40.0005,10,ELM ST,,ASHFORD,,OH,44001,,y',
  ])
  const { find } = await indexOf(TOWNS, open)
  const birch = await find(address('7 N Birch Street'))
  assert.ok(birch.found && birch.point.lat === 40.5)
  const elm = await find(address('10 Elm Street'))
  assert.ok(elm.found && elm.point.lat === 40.0005)
  const other = await find(address('20 Elm Street'))
  assert.ok(other.found && other.point.lat === 40.001)
})

test('the command prints its result, or the problem with a file', async () => {
  const run = commandLine({
    DATABASE_URL: towns.url,
    APP_SECRET: 'a secret for tests only, 32 characters',
    DATA_DIR: dir,
  })
  const { addresses, skipped } = await printed(run, ['import-addresses', '--from', TOWNS])
  assert.deepEqual([addresses, skipped], [5, 2])
  for (const [file, message] of [
    [fileOf('a.txt', []), /neither a \.csv nor an \.osm\.pbf/],
    [fileOf('b.csv', ['street,town', 'x,y']), /must name the columns/],
    [fileOf('c.csv', ['line1,lat,lng', '"10 Elm,1,2']), /never closed/],
    [path.join(dir, 'missing.csv'), /ENOENT/],
  ] as const) {
    const { code, out, err } = await run(['import-addresses', '--from', file, '--json'])
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, message)
  }
})

test('the geocoder throws before the first import, so that orders wait', async () => {
  const { find } = await indexOf()
  await assert.rejects(find(address('10 Elm St')), /import-addresses/)
})

test('orders wait for the first import, shown by health, and are then geocoded', async () => {
  let now = new Date()
  const service = await startService({ env: { GEOCODER: 'local' }, replaced: { clock: () => now } })
  const shop = await service.business()
  const health = await shop.get<{ checks: { geocoder: { status: string; detail: string } } }>('/health')
  const { status, detail } = health.body.data.checks.geocoder
  assert.deepEqual([status, detail], ['down', 'No addresses have been imported yet.'])
  const order = orderBody({ address: { line1: '10 Elm St', city: 'Ashford', region: 'OH' } })
  const waiting = await shop.post('/orders', order)
  assert.deepEqual([waiting.status, waiting.body.data.placement], [201, 'PENDING'])
  await importAddresses(service.databaseUrl, extractEntries, TOWNS, () => {})
  now = new Date(now.getTime() + 60_000)
  await geocodePendingOrders(service.app)
  assert.equal((await shop.get(`/orders/${order.external_ref}`)).body.data.placement, 'PLACED')
})

const city = await inventedAddresses(WASHINGTON)
const CITY_COLUMNS = 'line1,city,region,postal_code,lat,lng'
const cityLines = city.map((one) => [one.line1, one.city, one.region, one.postalCode, one.lat, one.lng].join(','))

test('an extract provides its tagged addresses', async () => {
  const { find } = await indexOf(WASHINGTON)
  const found = await find({ line1: '3529 Porter St NW', ...NONE })
  assert.deepEqual(found.found && found.point, { lat: 38.9385215, lng: -77.0625717 })
})

test('a street without addresses is located by its road, only in matching places', async () => {
  const lost = (line: string) => / (Newark|Kenyon) Street NW/.test(line)
  const rest = fileOf('rest.csv', [
    CITY_COLUMNS,
    ...cityLines.filter((line) => !lost(line)),
    '10 Kenyon Street NW,Springfield,OH,44001,40.1,-82.1',
  ])
  // The result does not depend on which of the two files is imported first. Here, the roads are imported first.
  const { url, find } = await indexOf(WASHINGTON, rest)
  const known = city.filter(({ line1 }) => lost(` ${line1}`))
  const off: number[] = []
  for (const one of known) {
    const found = await find(one)
    if (found.found) off.push(straightLineMeters(found.point, one))
  }
  assert.ok(known.length > 30 && off.length >= 0.8 * known.length, `${off.length} of ${known.length} found`)
  assert.ok(off.filter((meters) => meters <= 150).length >= 0.8 * off.length, off.map(Math.round).join(' '))

  const kenyon = { line1: '1340 Kenyon Street NW', city: 'Washington', region: 'DC', postalCode: '20053' }
  assert.ok((await find(kenyon)).found)
  for (const members of [
    { line1: '1340 Kenyon Street SW' },
    { line1: '99340 Kenyon Street NW' },
    { city: 'Springfield' },
    { city: 'Springfield', region: 'OH', postalCode: '44001' },
    { region: 'MD' },
    { postalCode: '20024' },
  ])
    assert.equal((await find({ ...kenyon, ...members })).found, false, JSON.stringify(members))

  const counts = () =>
    asOwner(url, async (client) => {
      const { rows } = await client.query(`select (select count(*) from address_index.roads) as roads,
        (select count(*) from address_index.runs) as streets, (select count(*) from address_index.houses) as houses`)
      return rows
    })
  const before = await counts()
  const { roads } = await importAddresses(url, extractEntries, WASHINGTON, () => {})
  assert.ok(roads > 3_000 && Number(before[0].roads) > roads)
  assert.deepEqual(await counts(), before)
})

test('a town with an address is known, other towns and the same name in another state are not', async () => {
  const known = (members: Record<string, string | null>) => towns.knowsTown(address('1 Elm St', members))
  assert.deepEqual(
    await Promise.all([
      known({}),
      known({ region: 'ohio' }),
      known({ city: 'SEATTLE', region: 'WA' }),
      known({ city: 'Nowhere' }),
      known({ region: 'WA' }),
    ]),
    [true, true, false, false, false],
  )
})

test('a look-up of misspelled words reads no list of pending index entries', async () => {
  const { rows } = await asOwner(towns.url, (client) =>
    client.query(`select relname, reloptions from pg_class where relam = (select oid from pg_am where amname = 'gin')
      and relnamespace = 'address_index'::regnamespace order by relname`),
  )
  assert.deepEqual(
    rows,
    ['places_by_signature', 'words_by_signature'].map((relname) => ({ relname, reloptions: ['fastupdate=off'] })),
  )
})

test('an address of many words, numbers and repetitions is looked up with few of them', async () => {
  const noise = Array.from({ length: 20 }, (_, i) => `${100 + i} St. Zyxwvu${i}`).join(' ')
  assert.equal((await towns.find({ ...NONE, line1: noise })).found, false)
  assert.equal((await towns.find({ ...NONE, line1: Array(20).fill('10 Elm').join(' ') })).found, false)
  const found = await towns.find(address(`10 Elm Street, Unit 3, ${'a '.repeat(20)}`))
  assert.ok(found.found && found.point.lat === 40)
})

test('umlauts tell two streets apart, also as two letters, and a floor is not the house number', async () => {
  const { find } = await indexOf(
    fileOf('umlauts.csv', [
      'line1,city,region,postal_code,lat,lng',
      ...['Bödastrasse 12', 'Bödastrasse 13'].map((line1) => `${line1},Triesenberg,,9497,47.1,9.5`),
      ...['Bodastrasse 12', 'Bodastrasse 3'].map((line1) => `${line1},Triesenberg,,9497,47.12,9.5`),
      'Goethestrasse 3,Triesenberg,,9497,47.14,9.5',
    ]),
  )
  const latOf = async (line1: string) => {
    const found = await find({ ...NONE, line1, city: 'Triesenbreg' })
    return found.found ? Math.round(found.point.lat * 100) / 100 : null
  }
  for (const line1 of ['Bödastr. 12', 'Boedastrasse 12', '12 Boedastr.']) assert.equal(await latOf(line1), 47.1, line1)
  for (const line1 of [
    'Bodastrasse 12',
    'Bodastrasse 12, 3. Stock',
    '3. Stock, Bodastrasse 12',
    'Bodastrasse 12. Top 3',
  ])
    assert.equal(await latOf(line1), 47.12, line1)
  const missing = await find({ ...NONE, line1: '24, Bodastrasse, 3. Stock', city: 'Triesenberg' })
  assert.equal(missing.found, false, 'house 3 is not floor 3')
  for (const line1 of ['Goethestr. 3', 'Gothestrasse 3']) assert.equal(await latOf(line1), 47.14, line1)
})

test('a street with another first word, or a lane of a street, is not the street', async () => {
  const { find } = await indexOf(
    fileOf('similar-streets.csv', [
      'line1,city,region,postal_code,lat,lng',
      '212 Rue du Faubourg Saint-Denis,Paris,,75010,48.87,2.35',
      ...[9, 131, 135].map((number) => `${number} 中山北路一段,臺北市,,104,25.0516,121.52${number}`),
    ]),
  )
  const isFound = async (line1: string) => (await find({ ...NONE, line1 })).found
  assert.equal(await isFound('212 rue du fbg St-Denis'), true)
  assert.equal(await isFound('212 Rue Saint-Denis'), false)
  assert.equal(await isFound('臺北市中山北路一段135號'), true)
  assert.equal(await isFound('臺北市中山北路一段135巷9號'), false)
})

test('a postal code decides between towns of one name in two regions, else the result is a question', async () => {
  const { find } = await indexOf(
    ...(['97001,50,10', '2700,47.8,16.2'] as const).map((place, i) => {
      const [postalCode, ...at] = place.split(',')
      const line = `Hauptstraße 5,Neustadt,,${postalCode},${at.join()}`
      return fileOf(`region-${i}.csv`, ['line1,city,region,postal_code,lat,lng', line])
    }),
  )
  const open = await find({ ...NONE, line1: 'Hauptstr. 5', city: 'Neustadt' })
  assert.deepEqual([open.found, !open.found && open.candidates?.length], [false, 2])
  for (const [written, lat] of [
    ['Hauptstr. 5, 2700 Neustadt, Österreich', 47.8],
    ['D-97001 Neustadt, Hauptstraße 5', 50],
  ] as const) {
    const found = await find(written)
    assert.equal(found.found && found.point.lat, lat, written)
  }
})

test('a road is found by both of its names, in towns of the surrounding addresses', async () => {
  const roads = path.join(dir, 'roads.osm.pbf')
  await writeExtract(roads, {
    nodes: { 1: [40.002, -82.001], 2: [40.002, -82] },
    ways: { 1: { refs: [1, 2], tags: { highway: 'residential', name: 'Mill Lane', old_name: 'Old Mill Road' } } },
  })
  const { find } = await indexOf(TOWNS, roads)
  for (const line1 of ['7 Mill Ln', '7 Old Mill Rd']) {
    const found = await find(address(line1))
    assert.ok(found.found && Math.abs(found.point.lat - 40.002) < 1e-4, line1)
  }
  assert.equal((await find(address('7 Mill Ln', { city: 'Bryton', postalCode: '44002' }))).found, false)
})

test('a part of a street without houses is a question if the street has houses in the next town', async () => {
  const roads = path.join(dir, 'two-towns.osm.pbf')
  await writeExtract(roads, {
    nodes: { 1: [50, 8], 2: [50, 8.002], 3: [50, 8.02] },
    ways: {
      1: { refs: [1, 2], tags: { highway: 'residential', name: 'Grenzweg' } },
      2: { refs: [2, 3], tags: { highway: 'residential', name: 'Grenzweg' } },
    },
  })
  const houses = fileOf('two-towns.csv', [
    'line1,city,region,postal_code,lat,lng',
    'Amselweg 1,Westheim,,,50.0005,8.001',
    ...[1, 3, 5].map((number) => `Grenzweg ${number},Ostheim,,,50.0001,${8.0025 + number * 0.001}`),
    'Drosselweg 1,Ostheim,,,50.0005,8.01',
  ])
  const { find } = await indexOf(houses, roads)
  const found = await find({ ...NONE, line1: 'Grenzweg 9', city: 'Westheim' })
  assert.ok(!found.found && (found.candidates?.length ?? 0) > 0, JSON.stringify(found))
})

test('addresses of a whole city in everyday notations are found at their locations', async () => {
  const known = city.map((address) => ({ address, point: address }))
  const held = splitHeldOut(known, 20).heldOut.slice(0, 60)
  const { find } = await indexOf(fileOf('city.csv', [CITY_COLUMNS, ...cityLines]))
  const all = { within100: 0, beyond: 0, asked: 0 }
  for (const vary of Object.values(VARIATIONS)) {
    const landed = await measureErrors({ name: 'local', find }, held, vary)
    all.within100 += landed.within100
    all.beyond += landed.beyond1000
    all.asked += landed.total
  }
  assert.ok(all.within100 >= 0.95 * all.asked, JSON.stringify(all))
  assert.ok(all.beyond <= 0.005 * all.asked, JSON.stringify(all))
})
