// Imports a file of known addresses, and geocodes a fifth of them (the fold) in spellings that people use. The first
// import lacks the fold, the second also has the roads of an extract, and the third has every address. Tune the
// geocoder's rules on folds 1 to 4 only, and report the results of fold 0.
import { createReadStream, writeFileSync } from 'node:fs'
import path from 'node:path'
import { extractEntries } from '../../src/adapters/regions/read-extract.ts'
import { readCsvRows } from '../../src/app/addresses/geocoding/csv-rows.ts'
import { importAddresses } from '../../src/app/addresses/geocoding/import-addresses.ts'
import { openLocalGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import { type Connection, openDatabase } from '../../src/store/database.ts'
import { splitHeldOut, type KnownAddress, measureErrors } from './measure.ts'
import { VARIATIONS } from './variations.ts'

export interface AddressesRunOptions {
  /** CSV with line1, city, region, postal_code, lat, lng. */
  addresses: string
  /** File of an OpenStreetMap extract. If it is empty, only addresses are imported. */
  roads: string
  fold: number
  seed: number
  /** Directory for temporary files. */
  dir: string
}

export async function runAddresses(connection: Connection, options: AddressesRunOptions): Promise<void> {
  const all = await knownAddresses(options.addresses)
  const { heldOut, remaining } = splitHeldOut(all, options.seed, options.fold)
  const file = path.join(options.dir, 'addresses.csv')
  const importAll = async (addresses: readonly KnownAddress[]): Promise<void> => {
    writeFileSync(file, csvOf(addresses))
    await importAddresses(connection, extractEntries, file, () => {})
  }
  await importAll(remaining)
  await measureVariations(connection, heldOut, `The fifth left out of the import: ${remaining.length} addresses`)
  if (options.roads !== '') {
    const { roads } = await importAddresses(connection, extractEntries, options.roads, () => {})
    await measureVariations(connection, heldOut, `The fifth left out, and ${roads} roads imported`)
  }
  await importAll(all)
  await measureVariations(connection, heldOut, `Every address imported: ${all.length}`)
}

async function knownAddresses(file: string): Promise<KnownAddress[]> {
  const all: KnownAddress[] = []
  for await (const row of readCsvRows(createReadStream(file, { encoding: 'utf8' }))) {
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

const csvOf = (addresses: readonly KnownAddress[]): string =>
  [
    'line1,city,region,postal_code,lat,lng',
    ...addresses.map(({ address, point }) =>
      [address.line1, address.city, address.region, address.postalCode, point.lat, point.lng].join(','),
    ),
  ].join('\n')

async function measureVariations(
  connection: Connection,
  heldOut: readonly KnownAddress[],
  title: string,
): Promise<void> {
  const db = openDatabase(connection, 2, (error) => console.error(error))
  console.log(`\n${title}, ${heldOut.length} requested\n`)
  console.log('| written | ≤ 100 m | 100 m to 1 km | over 1 km | asked | not found | approximate | ms each |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [name, variation] of Object.entries(VARIATIONS)) {
    const started = performance.now()
    const errors = await measureErrors(openLocalGeocoder(db), heldOut, variation)
    const share = (count: number) => `${((100 * count) / errors.total).toFixed(2)} %`
    const { within100, within1000, beyond1000, ambiguous, notFound, approximate } = errors
    const cells = [within100, within1000, beyond1000, ambiguous, notFound, approximate].map(share)
    const msEach = ((performance.now() - started) / errors.total).toFixed(1)
    console.log(`| ${[name, ...cells, msEach].join(' | ')} |`)
  }
  await db.close()
}
