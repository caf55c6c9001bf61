// Reads the addresses of an extract, and changes them for a test: removes some houses and some streets, and gives two
// streets names that differ only by marks.
import type { AddressFileEntry, HouseEntry } from '../../src/app/addresses/geocoding/file-entries.ts'
import { hasMarks, spellingIdentity } from '../../src/domain/addresses/words/fold.ts'
import { streetNameKey } from '../../src/domain/addresses/words/name-key.ts'
import { foldedKey } from '../../src/domain/addresses/words/tokens.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { pick } from './distortions.ts'

/** A house with the parts that an address of it has. */
export interface TestHouse extends Point {
  street: string
  /** The folded name of the street. */
  key: string
  number: string
  city: string
  region: string
  postcode: string
  isPlace: boolean
}

export interface AlteredRegion {
  entries: readonly AddressFileEntry[]
  /** Houses that the entries have. */
  known: readonly TestHouse[]
  /** Houses that were removed, although their street remains. */
  heldOut: readonly TestHouse[]
  /** Houses of streets that were removed. */
  ofAbsentStreets: readonly TestHouse[]
  /** Houses of a street whose name differs from another one only by marks. */
  withTwin: readonly TestHouse[]
  /** Folded names of all places and postal codes of the extract. */
  places: ReadonlySet<string>
}

const HELD_OUT_SHARE = 0.2
const ABSENT_STREET_SHARE = 0.05
const MAX_HOUSES_OF_ABSENT_STREET = 12
const MIN_TWIN_METERS = 700
/** Maximum distance to a house from which an address takes the city. */
const MAX_CITY_METERS = 500

export async function alterRegion(
  source: AsyncIterable<AddressFileEntry>,
  random: () => number,
): Promise<AlteredRegion> {
  const entries: AddressFileEntry[] = []
  for await (const entry of source) entries.push(entry)
  const twin = chooseTwin(entries, random)
  const renamed = twin ? entries.map((entry) => renameStreet(entry, twin)) : entries
  const absentStreets = chooseAbsentStreets(renamed, random)
  const heldOutNumbers = new Set<string>()
  for (const id of new Set(housesOf(renamed).flatMap(numberIds))) if (random() < HELD_OUT_SHARE) heldOutNumbers.add(id)
  const isAbsent = (names: readonly string[]): boolean => names.some((name) => absentStreets.has(foldedKey(name)))
  const isHeldOut = (house: HouseEntry): boolean => numberIds(house).some((id) => heldOutNumbers.has(id))
  const houses = housesOf(renamed).filter(({ estimated }) => !estimated)
  const toTestHouse = testHouseReader(houses)
  const ofAbsentStreets = houses.filter(({ streets }) => isAbsent(streets))
  const present = houses.filter(({ streets }) => !isAbsent(streets))
  const known = present.filter((house) => !isHeldOut(house)).flatMap(toTestHouse)
  return {
    entries: renamed.filter((entry) => {
      if (entry && 'house' in entry) return !isAbsent(entry.house.streets) && !isHeldOut(entry.house)
      return !(entry && 'road' in entry && isAbsent(entry.road.names))
    }),
    known,
    heldOut: present.filter(isHeldOut).flatMap(toTestHouse),
    ofAbsentStreets: ofAbsentStreets.flatMap(toTestHouse),
    withTwin: twin ? known.filter(({ street }) => street === twin.marked || street === twin.unmarked) : [],
    places: placesOf(renamed),
  }
}

const housesOf = (entries: readonly AddressFileEntry[]): HouseEntry[] =>
  entries.flatMap((entry) => (entry && 'house' in entry ? [entry.house] : []))

const numberIds = ({ streets, numbers, city }: HouseEntry): string[] =>
  numbers.map(({ raw }) => `${streetNameKey(streets[0] as string)} ${raw} ${foldedKey(city)}`)

/** `renamed` becomes `unmarked`, which is the street `marked` without its marks. */
interface Twin {
  marked: string
  unmarked: string
  renamed: string
}

function chooseTwin(entries: readonly AddressFileEntry[], random: () => number): Twin | null {
  const streets = Map.groupBy(
    housesOf(entries).filter(({ isPlace }) => !isPlace),
    ({ streets: [name = ''] }) => name,
  )
  const large = [...streets].filter(([, houses]) => houses.length >= 4)
  const marked = large.filter(
    ([name]) => hasMarks(spellingIdentity(name)) && !streets.has(withoutMarks(name)) && /^\p{Script=Latin}/u.test(name),
  )
  if (marked.length === 0) return null
  const [name, [first]] = pick(marked, random) as [string, [HouseEntry, ...HouseEntry[]]]
  const others = large.filter(
    ([other, [house]]) => other !== name && straightLineMeters(house as HouseEntry, first) > MIN_TWIN_METERS,
  )
  return others.length === 0 ? null : { marked: name, unmarked: withoutMarks(name), renamed: pick(others, random)[0] }
}

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

function renameStreet(entry: AddressFileEntry, { renamed, unmarked }: Twin): AddressFileEntry {
  if (entry && 'house' in entry && entry.house.streets.includes(renamed))
    return { house: { ...entry.house, streets: [unmarked] } }
  if (entry && 'road' in entry && entry.road.names.includes(renamed))
    return { road: { ...entry.road, names: [unmarked] } }
  return entry
}

function chooseAbsentStreets(entries: readonly AddressFileEntry[], random: () => number): Set<string> {
  const streets = Map.groupBy(housesOf(entries), ({ streets: [name = ''] }) => foldedKey(name))
  return new Set(
    [...streets].flatMap(([key, houses]) =>
      houses.length >= 2 && houses.length <= MAX_HOUSES_OF_ABSENT_STREET && random() < ABSENT_STREET_SHARE ? [key] : [],
    ),
  )
}

/** Returns a function that completes the city of a house from its nearest neighbor. */
function testHouseReader(houses: readonly HouseEntry[]): (house: HouseEntry) => TestHouse[] {
  const withCity = houses.filter(({ city }) => city !== '')
  const nearestCity = (house: HouseEntry): string => {
    let best = { meters: MAX_CITY_METERS, city: '' }
    for (const other of withCity) {
      const meters = straightLineMeters(house, other)
      if (meters < best.meters) best = { meters, city: other.city }
    }
    return best.city
  }
  return (house) => {
    const [street = ''] = house.streets
    const city = house.city || nearestCity(house)
    const { postcode, state: region, lat, lng, isPlace } = house
    return house.numbers.map(({ raw }) => ({
      street,
      key: foldedKey(street),
      number: raw,
      city,
      region,
      postcode,
      isPlace,
      lat,
      lng,
    }))
  }
}

function placesOf(entries: readonly AddressFileEntry[]): Set<string> {
  const names = entries.flatMap((entry) => {
    if (entry && 'house' in entry) return [...entry.house.places, entry.house.city, entry.house.postcode]
    return entry && 'place' in entry ? [...entry.place.names, entry.place.postcode] : []
  })
  return new Set(names.map(foldedKey))
}
