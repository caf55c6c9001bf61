// GEOCODER=local: places addresses by those imported. A wrong place is worse than none: what fits two places, or
// contradicts the city, region or postal code given, is not found.
import { type AlongStreet, alongStreet } from '../../domain/along-street.ts'
import { straightLineMeters } from '../../domain/geo.ts'
import type { Address } from '../../domain/order.ts'
import { editDistance, streetCost } from '../../domain/street-match.ts'
import {
  plain,
  plainPostalCode,
  plainRegion,
  type StreetLine,
  splitAddress,
  streetLine,
} from '../../domain/us-address.ts'
import type { Database } from '../../store/database.ts'
import {
  housesNear,
  isUnprepared,
  type KnownHouse,
  type KnownStreet,
  likelyStreets,
  streetsNamed,
} from '../../store/street-addresses.ts'
import type { GeocodeAnswer, Geocoder } from '../ports.ts'

/** Streets no further than this from the best reading compete with it. */
const AS_GOOD_WITHIN = 0.25
/** Places this close to each other are one and the same for a driver. */
const SAME_PLACE_METERS = 150
/** Streets this cheap to read are taken for meant; costlier ones are shown to the office as approximate. */
const SURE_COST = 1

const HOW_BEST_FIRST = ['EXACT', 'BETWEEN', 'STREET'] as const
const NOT_FOUND: GeocodeAnswer = { found: false }

export const localGeocoder = (db: Pick<Database, 'asSystem'>): Geocoder => ({
  name: 'local',
  find: async (asked) => {
    const address = typeof asked === 'string' ? splitAddress(asked) : asked
    const line = streetLine(address.line1)
    if (line.street === '') return NOT_FOUND
    try {
      return await lookUp(db, line, address)
    } catch (error) {
      if (!isUnprepared(error)) throw error
      throw new Error('no addresses are imported yet: run the command import-addresses', { cause: error })
    }
  },
})

interface Reading {
  street: KnownStreet
  cost: number
}

type Place = AlongStreet & Reading

async function lookUp(db: Pick<Database, 'asSystem'>, line: StreetLine, address: Address): Promise<GeocodeAnswer> {
  const wanted = {
    street: line.street,
    region: plainRegion(address.region ?? ''),
    postalCode: plainPostalCode(address.postalCode ?? ''),
  }
  return db.asSystem(async (tx) => {
    const city = plain(address.city ?? '')
    const named = readingsOf(await streetsNamed(tx, wanted), line.street, city)
    const readings = named.length > 0 ? named : readingsOf(await likelyStreets(tx, wanted), line.street, city)
    const houses = await housesNear(
      tx,
      readings.map(({ street }) => street.streetId),
      line.number,
    )
    const places = wholeStreets(readings).flatMap((parts) => placeOn(parts, houses, line))
    return judge(places, line)
  })
}

/** The streets it can be: those as good as the best, or nearly so. */
function readingsOf(streets: readonly KnownStreet[], written: string, city: string): Reading[] {
  const readings = streets
    .filter((street) => sameCity(street.city, city))
    .flatMap((street) => {
      const cost = streetCost(written, street.street)
      return cost === null ? [] : [{ street, cost }]
    })
  const best = Math.min(...readings.map(({ cost }) => cost))
  return readings.filter(({ cost }) => cost <= best + AS_GOOD_WITHIN)
}

/** A street that runs through several postal codes is one street. */
function wholeStreets(readings: readonly Reading[]): Reading[][] {
  const keyOf = ({ street, city, region }: KnownStreet) => [street, city, region].join('|')
  return [...Map.groupBy(readings, (reading) => keyOf(reading.street)).values()]
}

const sameCity = (known: string, written: string): boolean =>
  known === '' || written === '' || editDistance(known, written) <= 1

function placeOn(parts: readonly Reading[], known: ReadonlyMap<number, KnownHouse[]>, line: StreetLine): Place[] {
  const houses = parts.flatMap(({ street }) => known.get(street.streetId) ?? [])
  const place: AlongStreet | null =
    line.number === null
      ? houses[0]
        ? { point: houses[0], how: 'STREET' }
        : null
      : alongStreet(houses, line.number, line.numberSuffix)
  if (!place) return []
  const [nearest] = [...houses].sort((a, b) => straightLineMeters(a, place.point) - straightLineMeters(b, place.point))
  const part = parts.find(({ street }) => street.streetId === nearest?.streetId)
  return part ? [{ ...place, ...part }] : []
}

/** The place meant, if only one is. */
function judge(places: readonly Place[], line: StreetLine): GeocodeAnswer {
  const [chosen, ...others] =
    HOW_BEST_FIRST.map((how) => places.filter((place) => place.how === how)).find((group) => group.length > 0) ?? []
  if (!chosen || others.some(({ point }) => straightLineMeters(point, chosen.point) > SAME_PLACE_METERS))
    return NOT_FOUND
  return {
    found: true,
    point: { lat: chosen.point.lat, lng: chosen.point.lng },
    precision: chosen.how !== 'STREET' && chosen.cost <= SURE_COST ? 'PLACED' : 'APPROXIMATE',
    label: labelOf(chosen.street, line),
  }
}

const labelOf = ({ street, city, region, postalCode }: KnownStreet, { number, numberSuffix }: StreetLine): string => {
  const capital = (text: string) => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
  const house = number === null ? '' : `${number}${numberSuffix.toUpperCase()} `
  const road = street.replace(/\S+/g, (word) => (word.length <= 2 ? word.toUpperCase() : capital(word)))
  return [`${house}${road}`, capital(city), `${region.toUpperCase()} ${postalCode}`.trim()]
    .filter((part) => part !== '')
    .join(', ')
}
