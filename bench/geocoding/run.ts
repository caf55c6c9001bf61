// npm run bench geocoding -- --addresses FILE [--roads FILE.osm.pbf] [--fold 0] [--seed 20]
// Imports a file of known addresses (line1,city,region,postal_code,lat,lng) on its own PostgreSQL and geocodes a fifth
// of them, written as people write them: first without this fifth in the import, then with the roads of an extract,
// then with every address imported. Rules are tuned on folds 1 to 4 only. Report fold 0.
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../../src/adapters/embedded/embedded-postgres.ts'
import { csvRows } from '../../src/app/addresses/geocoding/csv-rows.ts'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { importAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import { localGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { requirePathOption } from '../path-given.ts'
import { splitHeldOut, type KnownAddress, geocodingErrors } from './measure.ts'
import { VARIATIONS } from './variations.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({ addresses: '', roads: '', fold: 0, seed: 20 })
const addresses = requirePathOption('addresses', options.addresses, 'a CSV of addresses and their points')
const extract = options.roads ? requirePathOption('roads', options.roads, 'an OpenStreetMap extract') : undefined

const all: KnownAddress[] = []
for await (const row of csvRows(createReadStream(addresses, { encoding: 'utf8' }))) {
  const text = (name: string) => row.get(name) ?? ''
  all.push({
    address: {
      line1: text('line1'),
      city: text('city'),
      region: text('region'),
      postalCode: text('postal_code'),
    },
    point: { lat: Number(text('lat')), lng: Number(text('lng')) },
  })
}
const { held, rest } = splitHeldOut(all, options.seed, options.fold)

const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-bench-'))
const server = await openEmbedded(dir, { log: { info: () => {}, error: console.error } })
try {
  await migrate(server.connection)
  await importAddresses(server.connection, extractEntries, csvOf(rest), () => {})
  await measure(`The fifth left out of the import: ${rest.length} addresses`)
  if (extract !== undefined) {
    const { roads } = await importAddresses(server.connection, extractEntries, extract, () => {})
    await measure(`The fifth left out, and ${roads} roads imported`)
  }
  await importAddresses(server.connection, extractEntries, csvOf(all), () => {})
  await measure(`Every address imported: ${all.length}`)
} finally {
  await server.stop()
  rmSync(dir, { recursive: true })
}

function csvOf(known: readonly KnownAddress[]): string {
  const file = path.join(dir, 'addresses.csv')
  const lines = known.map(({ address, point }) =>
    [address.line1, address.city, address.region, address.postalCode, point.lat, point.lng].join(','),
  )
  writeFileSync(file, ['line1,city,region,postal_code,lat,lng', ...lines].join('\n'))
  return file
}

async function measure(title: string): Promise<void> {
  const db = openDatabase(server.connection, 2, (error) => console.error(error))
  console.log(`\n${title}, ${held.length} requested\n`)
  console.log('| written | ≤ 100 m | 100 m to 1 km | over 1 km | not found | approximate | ms each |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, vary] of Object.entries(VARIATIONS)) {
    const started = performance.now()
    const landed = await geocodingErrors(localGeocoder(db), held, vary)
    const share = (count: number) => `${((100 * count) / landed.asked).toFixed(2)} %`
    const cells = [landed.within100, landed.within1000, landed.beyond, landed.notFound, landed.approximate].map(share)
    const each = ((performance.now() - started) / landed.asked).toFixed(1)
    console.log(`| ${[name, ...cells, each].join(' | ')} |`)
  }
  await db.close()
}
