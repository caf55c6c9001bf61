// Measures size and speed with a generated state: towns with streets on a grid, whose names repeat from town to town.
import { readdirSync, readFileSync } from 'node:fs'
import { openLocalGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import type { AddressFileEntry } from '../../src/app/addresses/geocoding/file-entries.ts'
import { METERS_A_DEGREE, straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { type Connection, openClient, openDatabase } from '../../src/store/database.ts'
import { quantile } from '../proof/quantile.ts'
import { seeded } from '../random.ts'
import { pick } from './distortions.ts'
import { importEntries } from './import-entries.ts'
import { misspell } from './variations.ts'

export interface StateRunOptions {
  houses: number
  /** Approximate number of addresses to look up. */
  lookUps: number
  seed: number
}

interface StateHouse extends Point {
  line1: string
  city: string
  postcode: string
}

const STATE = 'OH'
const SOUTH_WEST = { lat: 38.5, lng: -84.5 }
const TOWNS_A_ROW = 40
/** Degrees between two towns. */
const TOWN_STEP = 0.08
const HOUSES_A_STREET = 60
const STREETS_A_ROW = 20
const HOUSE_STEP = 15 / METERS_A_DEGREE
/** The largest town has this many times the houses of an average one. */
const LARGEST_TOWN = 12

const STARTS =
  'Ash Beech Birch Cedar Clay Cold Deer East Elm Fair Fern Fox Glen Gold Green Hazel Heath High Holly Iron Kings Lake Long Maple Mill North Oak Pine Quarry Red River Rock Silver South Spring Stone Summer West White Willow'.split(
    ' ',
  )
const ENDS =
  'wood field ford dale brook ton ville view gate bury mont stead crest shore haven worth ridge hill creek park'.split(
    ' ',
  )
const TYPES = 'Street Avenue Road Lane Drive Court Place Boulevard Way Terrace'.split(' ')
const COMMON = 'Main Church Park Center Washington Lincoln Jefferson Walnut Chestnut Pleasant Mill School'.split(' ')

export async function runState(connection: Connection, { houses, lookUps, seed }: StateRunOptions): Promise<void> {
  const random = seeded(seed)
  const sample: StateHouse[] = []
  const keep = (house: StateHouse): void => {
    if (random() < lookUps / houses) sample.push(house)
  }
  const memory = watchMemory()
  const started = performance.now()
  await importEntries(connection, stateEntries(houses, random, keep))
  const minutes = (performance.now() - started) / 60_000
  const { process: own, database } = memory.end()
  console.log(`${houses} houses imported in ${minutes.toFixed(1)} min, ${await sizeInGb(connection)} GB on disk`)
  console.log(`largest memory: ${own} MB in this process, ${database} MB in PostgreSQL without its shared buffers`)
  await measureLookUps(connection, sample, random)
}

async function* stateEntries(
  houses: number,
  random: () => number,
  keep: (house: StateHouse) => void,
): AsyncGenerator<AddressFileEntry> {
  const towns = Math.max(2, Math.min(STARTS.length * ENDS.length, Math.round(houses / 12_500)))
  let left = houses
  for (let town = 0; town < towns && left > 0; town++) {
    const city = `${STARTS[town % STARTS.length]}${ENDS[Math.floor(town / STARTS.length)]}`
    const postcode = String(43_001 + town)
    const corner = {
      lat: SOUTH_WEST.lat + Math.floor(town / TOWNS_A_ROW) * TOWN_STEP,
      lng: SOUTH_WEST.lng + (town % TOWNS_A_ROW) * TOWN_STEP,
    }
    yield {
      place: { names: [city], at: corner, radiusMeters: 4_000, rank: 4, boundary: [], postcode, isRegion: false },
    }
    const share = town === 0 ? LARGEST_TOWN : 1
    const streets = Math.ceil(Math.min(left, (share * houses) / (towns + LARGEST_TOWN - 1)) / HOUSES_A_STREET)
    for (let street = 0; street < streets && left > 0; street++) {
      const name = streetName(random)
      const from = {
        lat: corner.lat + Math.floor(street / STREETS_A_ROW) * 0.0012,
        lng: corner.lng + (street % STREETS_A_ROW) * HOUSE_STEP * (HOUSES_A_STREET / 2 + 4),
      }
      const to = { lat: from.lat, lng: from.lng + (HOUSES_A_STREET / 2) * HOUSE_STEP }
      yield { road: { names: [name], line: [from, to], postcode } }
      for (let i = 0; i < HOUSES_A_STREET && left > 0; i++, left--) {
        const number = 100 + 4 * i
        const at = { lat: from.lat + (i % 2 ? 0.0002 : -0.0002), lng: from.lng + (i / 2) * HOUSE_STEP }
        keep({ ...at, line1: `${number} ${name}`, city, postcode })
        yield {
          house: {
            ...at,
            streets: [name],
            isPlace: false,
            numbers: [{ raw: String(number), main: number, suffix: '', to: null }],
            estimated: false,
            city,
            places: [city],
            postcode,
            state: STATE,
            regions: [STATE],
          },
        }
      }
    }
  }
}

/** A third of the streets have a common name, which nearly every town has. */
function streetName(random: () => number): string {
  const type = pick(TYPES, random)
  const direction = random() < 0.15 ? `${pick(['N', 'S', 'E', 'W'], random)} ` : ''
  const base = `${pick(STARTS, random)}${pick(ENDS, random)}`
  const kind = random()
  if (kind < 0.2) return `${direction}${pick(COMMON, random)} ${type}`
  if (kind < 0.33) return `${direction}${ordinal(1 + Math.floor(40 * random()))} ${type}`
  if (kind < 0.7) return `${direction}${base} ${type}`
  return `${direction}${pick(STARTS, random)} ${base} ${type}`
}

function ordinal(n: number): string {
  const isTeen = n > 10 && n < 20
  return `${n}${(isTeen ? '' : { 1: 'st', 2: 'nd', 3: 'rd' }[n % 10]) || 'th'}`
}

/** Ways to write an address. */
const FORMS: Record<string, (house: StateHouse, random: () => number) => string> = {
  'in one line': ({ line1, city, postcode }) => `${line1}, ${city}, ${STATE} ${postcode}`,
  'without postal code': ({ line1, city }) => `${line1}, ${city}`,
  'without town': ({ line1, postcode }) => `${line1}, ${postcode}`,
  misspelled: ({ line1, city, postcode }, random) => {
    const address = misspell({ line1, city, region: STATE, postalCode: postcode }, random)
    return `${address.line1}, ${city}, ${STATE} ${postcode}`
  },
  'street and number only': ({ line1 }) => line1,
  'an unknown street': ({ city }) => `12 Zyxomma Quillion Road, ${city}`,
}

async function measureLookUps(connection: Connection, sample: readonly StateHouse[], random: () => number) {
  const db = openDatabase(connection, 1, () => {})
  const geocoder = openLocalGeocoder(db)
  const never = new AbortController().signal
  try {
    for (const house of sample.slice(0, 50)) await geocoder.find(FORMS['in one line']!(house, random), never)
    const all: number[] = []
    for (const [form, write] of Object.entries(FORMS)) {
      const millis: number[] = []
      let right = 0
      for (const house of sample) {
        const started = performance.now()
        const answer = await geocoder.find(write(house, random), never)
        millis.push(performance.now() - started)
        if (answer.found && straightLineMeters(answer.point, house) <= 100) right++
      }
      all.push(...millis)
      printMillis(`${form}, ${right} of ${sample.length} placed within 100 m`, millis)
    }
    printMillis('all look-ups', all)
    const typed: number[] = []
    for (const house of sample.slice(0, Math.ceil(sample.length / 10)))
      for (let length = 3; length <= house.line1.length; length++) {
        const started = performance.now()
        await geocoder.suggest?.(house.line1.slice(0, length), [house])
        typed.push(performance.now() - started)
      }
    printMillis('while typing, for each letter', typed)
  } finally {
    await db.close()
  }
}

function printMillis(label: string, millis: readonly number[]): void {
  const [median, p99, most] = [0.5, 0.99, 1].map((q) => quantile(millis, q).toFixed(1))
  console.log(`${label}: median ${median} ms, p99 ${p99} ms, most ${most} ms`)
}

async function sizeInGb(connection: Connection): Promise<string> {
  const client = await openClient(connection)
  const { rows } = await client.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c where c.relnamespace = 'address_index'::regnamespace and c.relkind = 'r'",
  )
  await client.end()
  return (Number(rows[0]?.bytes) / 1024 ** 3).toFixed(2)
}

/** Watches the memory of this process and of PostgreSQL's processes on Linux, in MB. */
function watchMemory(): { end: () => { process: number; database: number } } {
  const most = { process: 0, database: 0 }
  const look = (): void => {
    most.process = Math.max(most.process, Math.round(process.memoryUsage.rss() / 1024 ** 2))
    most.database = Math.max(most.database, Math.round(databaseKb() / 1024))
  }
  const timer = setInterval(look, 1_000)
  return {
    end: () => {
      look()
      clearInterval(timer)
      return most
    },
  }
}

function databaseKb(): number {
  let kb = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (/^Name:\s+postgres$/m.test(status)) kb += Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    } catch {
      // The process has ended.
    }
  return kb
}
