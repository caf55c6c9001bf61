// Tests the addresses of regions that overlap, are replaced or removed, and of a process that is killed while it adds a
// region.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { extractEntries } from '../../../src/adapters/regions/read-extract.ts'
import { openRegionAddresses } from '../../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { commandLine, printed } from '../../helpers/command.ts'
import { testDatabase } from '../../helpers/database.ts'
import { type Extract, writeExtract } from '../../helpers/osm-extract.ts'
import { TEST_SECRET } from '../../helpers/service.ts'

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'rm-region-addresses-'))
const { url, drop } = await testDatabase()
const db = openDatabase(url, 2, () => {})
after(async () => {
  await db.close()
  await drop()
  await rm(dataDir, { recursive: true })
})
const env = { DATABASE_URL: url, APP_SECRET: TEST_SECRET, DATA_DIR: dataDir }
const run = commandLine(env)
const geocoder = openLocalGeocoder(db)

/** Latitude of the house. Null if it is not found. */
async function find(line1: string): Promise<number | null> {
  const asked = { line1, city: 'Ashford', region: 'OH', postalCode: '44001' }
  const found = await geocoder.find(asked, AbortSignal.timeout(60_000))
  return found.found ? found.point.lat : null
}

/** Streets from west to east, each a road with one house to its north. */
async function extractOf(file: string, houses: Record<string, number>, highway = 'residential'): Promise<string> {
  const made: Extract = { nodes: {}, ways: {} }
  for (const [line1, lat] of Object.entries(houses)) {
    const [, number = '', street = ''] = /^(\d+) (.*)$/.exec(line1) ?? []
    // The same street has the same IDs in every extract.
    const id = 10 * (street.codePointAt(0) ?? 0)
    const town = { 'addr:city': 'Ashford', 'addr:state': 'OH', 'addr:postcode': '44001' }
    made.nodes[id] = [lat - 0.0001, -82.001]
    made.nodes[id + 1] = [lat - 0.0001, -82]
    made.nodes[id + 2 + Number(number)] = [
      lat,
      -82.0005,
      { 'addr:housenumber': number, 'addr:street': street, ...town },
    ]
    made.ways[id] = { refs: [id, id + 1], tags: { highway, name: street } }
  }
  const written = path.join(dataDir, file)
  await writeExtract(written, made)
  return written
}
const add = (from: string, name: string) => printed(run, ['add-region', '--from', from, '--name', name])
const remove = (name: string) => printed(run, ['remove-region', '--name', name])

const west = await extractOf('west.osm.pbf', { '1 Alder Lane': 40, '2 Birch Lane': 40.01, '3 Cedar Lane': 40.02 })
const east = await extractOf('east.osm.pbf', { '3 Cedar Lane': 40.02, '4 Dogwood Lane': 40.03 })

test('a house in two regions stays until both are removed, and a list is independent of them', async () => {
  const list = path.join(dataDir, 'list.csv')
  await writeFile(list, 'line1,city,region,postal_code,lat,lng\n5 Elm Lane,Ashford,OH,44001,40.04,-82')
  await printed(run, ['import-addresses', '--from', list])
  assert.deepEqual([(await add(west, 'west'))['addresses'], (await add(east, 'east'))['addresses']], [3, 2])
  const all = ['1 Alder Lane', '2 Birch Lane', '3 Cedar Lane', '4 Dogwood Lane', '5 Elm Lane']
  assert.deepEqual(await Promise.all(all.map(find)), [40, 40.01, 40.02, 40.03, 40.04])
  await remove('west')
  assert.deepEqual(await Promise.all(all.map(find)), [null, null, 40.02, 40.03, 40.04])
  assert.deepEqual(await streets(), ['cedar lane', 'dogwood lane', 'elm lane'])
  await remove('east')
  assert.deepEqual(await Promise.all(all.map(find)), [null, null, null, null, 40.04])
})

test('a newer file removes houses that no longer exist, and the same file changes nothing', async () => {
  await add(west, 'west')
  const newer = await extractOf('newer.osm.pbf', { '1 Alder Lane': 40.0001, '7 Fir Lane': 40.05 })
  assert.equal((await add(newer, 'west'))['changed'], true)
  assert.deepEqual(await Promise.all(['1 Alder Lane', '2 Birch Lane', '7 Fir Lane'].map(find)), [40.0001, null, 40.05])
  const before = await rowsOf('houses')
  assert.equal((await add(newer, 'west'))['changed'], false)
  assert.deepEqual(await rowsOf('houses'), before)
})

test('a file whose roads can’t be prepared leaves the previous addresses', async () => {
  await add(west, 'west')
  const unbuilt = await extractOf('unbuilt.osm.pbf', { '1 Alder Lane': 40.0001, '9 Hazel Lane': 40.07 }, 'proposed')
  const { code, err } = await run(['add-region', '--from', unbuilt, '--name', 'west'])
  assert.equal(code, 1)
  assert.match(err, /unbuilt\.osm\.pbf has no roads/)
  assert.deepEqual(await Promise.all(['1 Alder Lane', '9 Hazel Lane'].map(find)), [40, null])
  assert.deepEqual(await leftovers(), [])
  const newer = await extractOf('newer.osm.pbf', { '1 Alder Lane': 40.0001, '7 Fir Lane': 40.05 })
  const filesMade = Promise.reject(new Error('The files can’t be made.'))
  filesMade.catch(() => {})
  const addresses = openRegionAddresses(url, extractEntries)
  await assert.rejects(
    addresses.replace('west', 'newer', newer, () => {}, filesMade),
    /can’t be made/,
  )
  assert.deepEqual(await Promise.all(['1 Alder Lane', '7 Fir Lane'].map(find)), [40, null])
  await add(newer, 'west')
})

test('a process killed before the region is ready leaves the previous region and no other data', async () => {
  const other = await extractOf('other.osm.pbf', { '8 Gum Lane': 40.06 })
  const before = await printed(run, ['list-regions'])
  const held = new pg.Client(url)
  await held.connect()
  // The addresses are read and staged. The step that activates them waits for this lock.
  await held.query('begin; lock table address_index.sources in row exclusive mode')
  const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'add-region', '--from', other, '--name', 'west'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const waits = `select from pg_locks where not granted and relation = 'address_index.sources'::regclass`
  while ((await db.query(waits, [])).length === 0) await sleep(50)
  child.kill('SIGKILL')
  await ended
  await held.query('rollback')
  await held.end()
  // Waits until PostgreSQL has noticed that the process is dead, and has rolled back its transaction.
  while ((await db.query(waits, [])).length > 0) await sleep(50)
  assert.deepEqual(await printed(run, ['list-regions']), before)
  assert.deepEqual(await Promise.all(['8 Gum Lane', '1 Alder Lane'].map(find)), [null, 40.0001])
  assert.ok((await leftovers()).length > 0, 'the process was killed while it added the region')
  await add(other, 'west')
  assert.deepEqual(await Promise.all(['8 Gum Lane', '1 Alder Lane'].map(find)), [40.06, null])
  assert.deepEqual(await leftovers(), [])
  await remove('west')
  assert.deepEqual(await readdir(path.join(dataDir, 'regions', '.preparing')), [])
})

test('a database without a region’s addresses gets them if the region is added again', async () => {
  await add(west, 'west')
  await asOwner((client) => client.query('drop schema address_index cascade'))
  assert.equal((await add(west, 'west'))['changed'], true)
  assert.equal(await find('1 Alder Lane'), 40)
})

const leftovers = async () =>
  (await readdir(path.join(dataDir, 'regions'))).filter((name) => name.startsWith('.making'))

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const rowsOf = (table: string) =>
  asOwner(
    async (client) => (await client.query(`select ctid, * from address_index.${table} order by 1`)).rows as unknown[],
  )
const streets = () =>
  asOwner(async (client) => {
    const { rows } = await client.query<{ street: string }>(
      'select lower(name) as street from address_index.names order by 1',
    )
    return rows.map(({ street }) => street)
  })
