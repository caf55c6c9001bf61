// Generates addresses with known locations from an extract, in the ways that people write addresses, with up to two
// faults each.
import { editDistance } from '../../src/domain/addresses/edit-distance.ts'
import { directionCode } from '../../src/domain/addresses/words/short-forms.ts'
import { streetNameKey } from '../../src/domain/addresses/words/name-key.ts'
import { foldedKey } from '../../src/domain/addresses/words/tokens.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Address } from '../../src/domain/orders/order.ts'
import type { AlteredRegion, TestHouse } from './altered-region.ts'
import { type AddressParts, DISTORTIONS, pick } from './distortions.ts'
import type { TestQuery } from './judge.ts'

export interface GenerateOptions {
  extract: string
  /** Number of known houses. The other kinds have fewer. */
  houses: number
  random: () => number
}

interface Generation {
  extract: string
  random: () => number
  /** The houses of the region, also those that the index lacks, by the folded name of their street. */
  byKey: ReadonlyMap<string, readonly TestHouse[]>
}

/** Houses of one number closer than this are the same house. */
const SAME_HOUSE_METERS = 150
const QUERIES_PER_KNOWN_HOUSE = 8
const QUERIES_PER_HELD_OUT_HOUSE = 4
/** Number of houses for each kind of rare case. */
const RARE_HOUSES = 10

/** Cities for addresses in a city far away: city, region, postal code. */
const DISTANT_CITIES: readonly (readonly [string, string, string])[] = [
  ['Toulouse', '', '31000'],
  ['Rostock', '', '18055'],
  ['Faro', '', '8000-138'],
  ['Denver', 'CO', '80202'],
  ['Sevilla', '', '41001'],
  ['Gdańsk', '', '80-001'],
  ['Palermo', '', '90133'],
  ['Aberdeen', '', 'AB10 1XG'],
  ['Groningen', '', '9711 LM'],
  ['Oulu', '', '90100'],
  ['Казань', '', '420111'],
  ['Manaus', 'AM', '69005-070'],
]

export function generateQueries(region: AlteredRegion, { houses, extract, random }: GenerateOptions): TestQuery[] {
  const { ofAbsentStreets, withTwin, places } = region
  const byKey = Map.groupBy([...region.known, ...region.heldOut], ({ key }) => key)
  const generation: Generation = { extract, random, byKey }
  const [known, heldOut] = [region.known, region.heldOut].map((list) =>
    list.filter(({ key }) => key !== withTwin[0]?.key),
  ) as [TestHouse[], TestHouse[]]
  const queriesFor = (list: readonly TestHouse[], count: number, generate: (house: TestHouse) => Iterable<TestQuery>) =>
    sampleStreets(list, count, random).flatMap((house) => [...generate(house)])
  const distorted = (hasHouse: boolean, count: number, prefix?: string) => (house: TestHouse) =>
    distortedQueries(generation, house, { hasHouse, count, prefix: prefix ?? '' })
  const quarter = Math.ceil(houses / 4)
  const queries = [
    ...queriesFor(known, houses, distorted(true, QUERIES_PER_KNOWN_HOUSE)),
    ...queriesFor(heldOut, 2 * quarter, distorted(false, QUERIES_PER_HELD_OUT_HOUSE)),
    ...queriesFor(withLetteredHouse(heldOut, known), RARE_HOUSES, distorted(false, 2, 'place with 1a but not 1, ')),
    ...queriesFor(ofAbsentStreets, quarter, (house) => absentStreetQueries(generation, house)),
    ...queriesFor(known, quarter, (house) => distantCityQueries(generation, house, places)),
    ...queriesFor(known.filter(hasDirection), 2 * quarter, (house) => noDirectionQueries(generation, house)),
    ...queriesFor(withTwin, RARE_HOUSES, (house) => twinQueries(generation, house)),
  ]
  return queries.map((query, i) => ({ ...query, id: `${extract}-${i + 1}` }))
}

/** Returns the removed houses of hamlets whose number with a letter remains. */
const withLetteredHouse = (heldOut: readonly TestHouse[], known: readonly TestHouse[]): TestHouse[] =>
  heldOut.filter(
    ({ isPlace, key, city, number }) =>
      isPlace &&
      known.some(
        (other) =>
          other.key === key &&
          other.city === city &&
          other.number !== number &&
          other.number.replace(/[a-z]$/, '') === number,
      ),
  )

/** Takes houses of as many streets as possible. */
function sampleStreets(from: readonly TestHouse[], count: number, random: () => number): TestHouse[] {
  const streets = [...Map.groupBy(from, ({ key, city }) => `${key} ${city}`).values()]
  const shuffled = shuffle(
    streets.map((houses) => shuffle(houses, random)),
    random,
  )
  const rounds = Math.max(0, ...shuffled.map((houses) => houses.length))
  const found: TestHouse[] = []
  for (let round = 0; round < rounds && found.length < count; round++)
    found.push(...shuffled.flatMap((houses) => houses[round] ?? []))
  return found.slice(0, count)
}

const shuffle = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)

const queryFor = (
  { extract, random }: Generation,
  parts: AddressParts,
  places: readonly TestHouse[],
  rest: Pick<TestQuery, 'spelling' | 'expected' | 'hasHouse'>,
): TestQuery => ({
  id: '',
  extract,
  ...rest,
  address: layOut(parts, random),
  places: places.map(({ lat, lng }) => ({ lat, lng })),
})

/** Yields the address as on the map, then addresses with one fault, and a third of them with two. */
function* distortedQueries(
  generation: Generation,
  house: TestHouse,
  { hasHouse, count, prefix }: { hasHouse: boolean; count: number; prefix: string },
): Generator<TestQuery> {
  const { random } = generation
  for (let i = 0; i < count; i++) {
    const faults = i === 0 ? 0 : i % 3 === 0 ? 2 : 1
    const { parts, applied } = applyFirst(
      partsOf(house),
      shuffle(Object.keys(DISTORTIONS), random),
      { count: faults },
      random,
    )
    const confusion = confusionOf(generation, house, parts)
    const others = housesWithAddress(generation, house, parts)
    const rivals = others.filter((other) => straightLineMeters(other, house) > SAME_HOUSE_METERS)
    // An address that is also that of another street or house tests nothing.
    if (confusion === 'SAME' || (!hasHouse && rivals.length > 0)) continue
    const inSameArea = others.filter(({ city, postcode }) => city === house.city && postcode === house.postcode)
    const isOpen =
      confusion !== null ||
      rivals.length > 0 ||
      applied.some((name) => DISTORTIONS[name]?.isContradiction) ||
      (parts.city === '' && parts.postcode === '')
    const spelling = prefix + (applied.length > 1 ? 'two faults' : (applied[0] ?? 'as on the map'))
    const expected = isOpen ? 'either' : 'place'
    yield queryFor(generation, parts, [house, ...inSameArea], { spelling, expected, hasHouse })
  }
}

/** Returns the other houses that the address can mean. */
const housesWithAddress = ({ byKey }: Generation, house: TestHouse, { city, postcode }: AddressParts): TestHouse[] =>
  (byKey.get(house.key) ?? []).filter(
    (other) =>
      other !== house && other.number === house.number && agrees(city, other.city) && agrees(postcode, other.postcode),
  )

/** An empty text agrees with every text. */
const agrees = (a: string, b: string): boolean => a === '' || b === '' || foldedKey(a) === foldedKey(b)

/** Returns SAME if the address has the name of another street, and SIMILAR if that name is as close as its own. */
function confusionOf(
  { byKey }: Generation,
  { key: own }: TestHouse,
  { street }: AddressParts,
): 'SAME' | 'SIMILAR' | null {
  const written = foldedKey(street)
  if (written === own) return null
  if (byKey.has(written)) return 'SAME'
  const distance = editDistance(written, own)
  const isSimilar = distance <= 2 && byKey.keys().some((key) => key !== own && editDistance(written, key) <= distance)
  return isSimilar ? 'SIMILAR' : null
}

function* absentStreetQueries(generation: Generation, house: TestHouse): Generator<TestQuery> {
  const { byKey, random } = generation
  const name = streetNameKey(house.street)
  const isSameStreet = ({ key, street }: TestHouse): boolean =>
    ` ${key} `.includes(` ${house.key} `) || ` ${house.key} `.includes(` ${key} `) || streetNameKey(street) === name
  if (byKey.values().some(([first]) => first && isSameStreet(first))) return
  for (const count of [0, 1]) {
    const names = shuffle(['without postal code', 'upper case', 'unit', 'abbreviated'], random)
    const { parts } = applyFirst(partsOf(house), names, { count }, random)
    if (confusionOf(generation, house, parts) === null)
      yield queryFor(generation, parts, [], { spelling: 'absent street', expected: 'none', hasHouse: false })
  }
}

function* distantCityQueries(
  generation: Generation,
  house: TestHouse,
  places: ReadonlySet<string>,
): Generator<TestQuery> {
  const { random } = generation
  const [city, region, postcode] = pick(DISTANT_CITIES, random)
  if (places.has(foldedKey(city)) || places.has(foldedKey(postcode))) return
  const parts = { ...partsOf(house), city, region, postcode: random() < 0.7 ? postcode : '' }
  yield queryFor(generation, parts, [], { spelling: 'distant city', expected: 'none', hasHouse: false })
}

/** "S" in "S Street" is a name. */
const directionIn = (words: readonly string[]): number =>
  words.findIndex((word) => word !== 'S' && directionCode(foldedKey(word)) !== null)

const hasDirection = ({ street }: TestHouse): boolean =>
  street.split(' ').length > 2 && directionIn(street.split(' ')) >= 0

/** Yields the address without its direction if another street differs from it only by the direction. */
function* noDirectionQueries(generation: Generation, house: TestHouse): Generator<TestQuery> {
  const { byKey } = generation
  const words = house.street.split(' ')
  const street = words.toSpliced(directionIn(words), 1).join(' ')
  const key = foldedKey(street)
  const counterparts = [...byKey.keys()].filter((other) => {
    const at = directionIn(other.split(' '))
    return other !== house.key && at >= 0 && other.split(' ').toSpliced(at, 1).join(' ') === key
  })
  if (byKey.has(key) || counterparts.length === 0) return
  const hasNumber = counterparts.some((other) => byKey.get(other)?.some(({ number }) => number === house.number))
  const parts = { ...partsOf(house), street, postcode: '' }
  const expected = hasNumber ? 'ask' : 'either'
  yield queryFor(generation, parts, [house], { spelling: 'no direction', expected, hasHouse: true })
}

function* twinQueries(generation: Generation, house: TestHouse): Generator<TestQuery> {
  const isMarked = house.street.normalize('NFD') !== house.street
  for (const parts of [partsOf(house), { ...partsOf(house), city: '', region: '', postcode: '' }])
    yield queryFor(generation, parts, [house], {
      spelling: isMarked ? 'marks, beside a street without' : 'no marks, beside a street with marks',
      // People leave marks out, so a name without marks can mean both streets.
      expected: isMarked ? 'place' : 'either',
      hasHouse: true,
    })
}

const partsOf = ({ street, number, city, region, postcode }: TestHouse): AddressParts => ({
  street,
  number,
  city,
  region,
  postcode,
  before: '',
  after: '',
})

/** Applies the first `count` distortions that apply. Returns their names. */
function applyFirst(
  parts: AddressParts,
  names: readonly string[],
  { count }: { count: number },
  random: () => number,
): { parts: AddressParts; applied: string[] } {
  let current = parts
  const applied: string[] = []
  for (const name of names) {
    const next = applied.length < count ? DISTORTIONS[name]?.distort(current, random) : null
    if (!next) continue
    current = next
    applied.push(name)
  }
  return { parts: current, applied }
}

/** Writes the parts in one of the orders that people use, in fields or in one line. */
function layOut(
  { street, number, city, region, postcode, before, after }: AddressParts,
  random: () => number,
): Address {
  const streetAndNumber = pick(
    [`${number} ${street}`, `${street} ${number}`, `${street}, ${number}`, `${number}, ${street}`],
    random,
  )
  const line = [before, streetAndNumber, after].filter(Boolean).join(', ')
  if (random() < 0.5) return { line1: line, city: city || null, region: region || null, postalCode: postcode || null }
  const town = pick([`${postcode} ${city}`, `${city} ${postcode}`, `${city}, ${postcode}`], random)
  const orders = [
    [line, town, region],
    [line, city, `${region} ${postcode}`],
    [town, line, region],
  ]
  const whole = pick(orders, random)
    .map((one) => one.trim().replace(/^,\s*|,$/g, ''))
    .filter(Boolean)
    .join(pick([', ', ', ', ', ', '\n', ' '], random))
  return { line1: whole, city: null, region: null, postalCode: null }
}
