// GEOCODER=local: geocodes addresses from imported addresses and roads. A wrong location is worse than none, so an
// address is not found if it fits two locations or contradicts the given city, region or postal code.
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import {
  plain,
  plainPostalCode,
  plainRegion,
  splitAddress,
  streetLine,
  WHOLE_BLOCK,
} from '../../../domain/addresses/us-address.ts'
import type { Database, SystemTx } from '../../../store/database.ts'
import { hasTown, isUnprepared } from '../../../store/addresses/street-addresses.ts'
import type { GeocodeAnswer, Geocoder } from '../../ports/geocoder.ts'
import { knownPlace, likelyPlace, type Place } from './place-on-street.ts'
import { type Street, streetsNamedLike, streetsNamedSo, type Wanted, withRoads } from './wanted-streets.ts'

/** Two locations this close to each other are the same location for a driver. */
const SAME_PLACE_METERS = 150
/** A street with a reading cost up to this limit is accepted. A costlier one is shown to the office as approximate. */
const SURE_COST = 1
/**
 * Maximum number of streets with the name for which a location is estimated. With more streets, only a known house is
 * found.
 */
const MAX_STREETS = 12

const NOT_FOUND: GeocodeAnswer = { found: false }

export const localGeocoder = (db: Pick<Database, 'asSystem'>): Geocoder => ({
  name: 'local',
  knowsTown: ({ city, region }) =>
    db.asSystem((tx) => hasTown(tx, { city: plain(city ?? ''), region: plainRegion(region ?? '') })),
  find: async (asked) => {
    const address = typeof asked === 'string' ? splitAddress(asked) : asked
    const wanted = {
      ...streetLine(address.line1),
      city: plain(address.city ?? ''),
      region: plainRegion(address.region ?? ''),
      postalCode: plainPostalCode(address.postalCode ?? ''),
    }
    if (wanted.street === '') return NOT_FOUND
    try {
      return judge(await db.asSystem((tx) => lookUp(tx, wanted)), wanted)
    } catch (error) {
      if (!isUnprepared(error)) throw error
      throw new Error('no addresses are imported yet: run the command import-addresses', { cause: error })
    }
  },
})

async function lookUp(tx: SystemTx, wanted: Wanted): Promise<Place[]> {
  const places = await placesOn(tx, await streetsNamedSo(tx, wanted), wanted)
  return places.length > 0 ? places : placesOn(tx, await streetsNamedLike(tx, wanted), wanted)
}

async function placesOn(tx: SystemTx, meant: readonly Street[], wanted: Wanted): Promise<Place[]> {
  const known = meant.flatMap((street) => knownPlace(street, wanted) ?? [])
  if (known.length > 0) return known
  // Don't estimate a house on a street that is itself an unlikely reading: the result would be a guess.
  const sure = meant.filter(({ cost }) => cost <= SURE_COST)
  if (sure.length === 0) return []
  const streets = await withRoads(tx, sure, wanted)
  if (streets.length > MAX_STREETS) return []
  const places: Place[] = []
  for (const street of streets) {
    const place = await likelyPlace(tx, street, wanted)
    if (place) places.push(place)
  }
  return places
}

/**
 * Returns the location if exactly one is meant. A street name that had to be guessed must be the only one with this
 * house number.
 */
function judge(places: readonly Place[], wanted: Wanted): GeocodeAnswer {
  const exact = places.filter(({ how }) => how === 'EXACT')
  const near = places.filter(({ how, street }) => how === 'BETWEEN' || street.cost > 0)
  const [chosen, ...others] = [exact, near, places].find((group) => group.length > 0) ?? []
  if (!chosen || others.some(({ point }) => straightLineMeters(point, chosen.point) > SAME_PLACE_METERS))
    return NOT_FOUND
  return {
    found: true,
    point: { lat: chosen.point.lat, lng: chosen.point.lng },
    precision: chosen.how !== 'STREET' && chosen.street.cost <= SURE_COST ? 'PLACED' : 'APPROXIMATE',
    label: labelOf(chosen, wanted),
  }
}

function labelOf({ point, street }: Place, wanted: Wanted): string {
  const { name, city, region, houses, parts } = street
  const [nearest] = houses.toSorted((a, b) => straightLineMeters(a, point) - straightLineMeters(b, point))
  const postalCode = parts.find(({ streetId }) => streetId === nearest?.streetId)?.postalCode || wanted.postalCode
  const capital = (text: string) => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
  const road = name.replace(/\S+/g, (word) => (word.length <= 2 ? word.toUpperCase() : capital(word)))
  return [`${houseLabel(wanted)}${road}`, capital(city), `${region.toUpperCase()} ${postalCode}`.trim()]
    .filter((part) => part !== '')
    .join(', ')
}

function houseLabel({ number, numberSuffix }: Wanted): string {
  if (number === null) return ''
  if (numberSuffix === WHOLE_BLOCK) return `${Math.floor(number / 100) * 100} block of `
  return `${number}${numberSuffix.toUpperCase()} `
}
