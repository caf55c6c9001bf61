// Imports a file of known addresses, and geocodes a fifth of them (the fold) in the spellings of people. The first import
// lacks the fold, the second also has the roads of an extract, and the third has every address. Tune the geocoder's rules on
// folds 1 to 4 only, and report the results of fold 0.
import { createReadStream, writeFileSync } from 'node:fs'
import path from 'node:path'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { csvRows } from '../../src/app/addresses/geocoding/csv-rows.ts'
import { importAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import { localGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import { type Connection, openDatabase } from '../../src/store/database.ts'
import { splitHeldOut, type KnownAddress, geocodingErrors } from './measure.ts'
import { VARIATIONS } from './variations.ts'

export interface AddressesRun {
  /** CSV with line1, city, region, postal_code, lat, lng. */
  addresses: string
  /** File of an OpenStreetMap extract. If it is empty, only addresses are imported. */
  roads: string
  fold: number
  seed: number
  /** Directory for temporary files. */
  dir: string
}

export async function runAddresses(connection: Connection, run: AddressesRun): Promise<void> {
  const all = await knownAddresses(run.addresses)
  const { held, rest } = splitHeldOut(all, run.seed, run.fold)
  const file = path.join(run.dir, 'addresses.csv')
  const add = async (known: readonly KnownAddress[]): Promise<void> => {
    writeFileSync(file, csvOf(known))
    await importAddresses(connection, extractEntries, file, () => {})
  }
  await add(rest)
  await measure(connection, held, `The fifth left out of the import: ${rest.length} addresses`)
  if (run.roads !== '') {
    const { roads } = await importAddresses(connection, extractEntries, run.roads, () => {})
    await measure(connection, held, `The fifth left out, and ${roads} roads imported`)
  }
  await add(all)
  await measure(connection, held, `Every address imported: ${all.length}`)
}

async function knownAddresses(file: string): Promise<KnownAddress[]> {
  const all: KnownAddress[] = []
  for await (const row of csvRows(createReadStream(file, { encoding: 'utf8' }))) {
    const text = (name: string) => row.get(name) ?? ''
    const address = {
      line1: text('line1'),
      city: text('city'),
      region: text('region'),
      postalCode: text('postal_code'),
    }
    all.push({ address, point: { lat: Number(text('lat')), lng: Number(text('lng')) } })
  }
  return all
}

const csvOf = (known: readonly KnownAddress[]): string =>
  [
    'line1,city,region,postal_code,lat,lng',
    ...known.map(({ address, point }) =>
      [address.line1, address.city, address.region, address.postalCode, point.lat, point.lng].join(','),
    ),
  ].join('\n')

async function measure(connection: Connection, held: readonly KnownAddress[], title: string): Promise<void> {
  const db = openDatabase(connection, 2, (error) => console.error(error))
  console.log(`\n${title}, ${held.length} requested\n`)
  console.log('| written | ≤ 100 m | 100 m to 1 km | over 1 km | asked | not found | approximate | ms each |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [name, vary] of Object.entries(VARIATIONS)) {
    const started = performance.now()
    const landed = await geocodingErrors(localGeocoder(db), held, vary)
    const share = (count: number) => `${((100 * count) / landed.asked).toFixed(2)} %`
    const { within100, within1000, beyond, questions, notFound, approximate } = landed
    const cells = [within100, within1000, beyond, questions, notFound, approximate].map(share)
    const each = ((performance.now() - started) / landed.asked).toFixed(1)
    console.log(`| ${[name, ...cells, each].join(' | ')} |`)
  }
  await db.close()
}
