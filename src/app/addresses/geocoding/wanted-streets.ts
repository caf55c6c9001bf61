// Finds the streets that an address can mean, with the known houses near the number and the course of each street.
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Line } from '../../../domain/addresses/street-lines.ts'
import { editDistance } from '../../../domain/addresses/edit-distance.ts'
import { streetCost } from '../../../domain/addresses/street-match.ts'
import type { SystemTx } from '../../../store/database.ts'
import {
  citiesAround,
  housesNear,
  type KnownHouse,
  type KnownStreet,
  namesLike,
  roadsOf,
  streetsNamed,
} from '../../../store/addresses/known-streets.ts'

/** Stretches with the same name that are at most this far apart are one street, unless their cities differ. */
const SAME_STREET_METERS = 1_000
/** Streets whose cost exceeds the lowest cost by at most this much compete with the best one. */
const AS_GOOD_WITHIN = 0.25

/** Addresses within this distance determine the city and postal code of a location. */
const AROUND_METERS = 400

/** The address to find, normalized like the imported addresses. An empty field matches everything. */
export interface Wanted {
  street: string
  number: number | null
  numberSuffix: string
  city: string
  region: string
  postalCode: string
}

/** A street of one city. It may run through several postal codes. */
export interface Street {
  name: string
  city: string
  region: string
  /** Cost of reading the wanted name as this one. */
  cost: number
  parts: readonly KnownStreet[]
  houses: readonly KnownHouse[]
  lines: readonly Line[]
}

/** Returns the streets with the wanted name, without their lines. */
export const streetsNamedSo = (tx: SystemTx, wanted: Wanted): Promise<Street[]> =>
  streetsRead(tx, [wanted.street], wanted)

/** Returns the streets that may be meant if the name is misspelled. */
export async function streetsNamedLike(tx: SystemTx, wanted: Wanted): Promise<Street[]> {
  const names = await namesLike(tx, wanted.street, wanted)
  return streetsRead(
    tx,
    names.filter((name) => name !== wanted.street),
    wanted,
  )
}

async function streetsRead(tx: SystemTx, names: readonly string[], wanted: Wanted): Promise<Street[]> {
  const costs = new Map(names.map((name) => [name, streetCost(wanted.street, name)]))
  const readable = names.filter((name) => costs.get(name) !== null)
  if (readable.length === 0) return []
  const parts = (await streetsNamed(tx, readable, wanted)).filter(({ city }) => sameCity(city, wanted.city))
  const costOf = ({ street }: KnownStreet) => costs.get(street) ?? Infinity
  const best = Math.min(...parts.map(costOf))
  const meant = parts.filter((part) => costOf(part) <= best + AS_GOOD_WITHIN)
  const houses = await housesNear(
    tx,
    meant.map(({ streetId }) => streetId),
    wanted.number,
  )
  const housesOf = Map.groupBy(houses, ({ streetId }) => streetId)
  return [...Map.groupBy(meant, (part) => keyOf({ ...part, name: part.street })).values()].map((of) => {
    const [{ street, city, region }] = of as [KnownStreet]
    return {
      name: street,
      city,
      region,
      cost: costOf(of[0] as KnownStreet),
      parts: of,
      houses: of.flatMap(({ streetId }) => housesOf.get(streetId) ?? []),
      lines: [],
    }
  })
}

/** Returns the same streets with their lines, and streets that are known only as roads. */
export async function withRoads(tx: SystemTx, streets: readonly Street[], wanted: Wanted): Promise<Street[]> {
  const bare = new Map(
    streets.flatMap((street) => street.parts.filter(isBare).map(({ streetId }) => [streetId, street] as const)),
  )
  const found = new Map(streets.map((street) => [keyOf(street), { ...street, lines: new Set<Line>() }]))
  for (const { streetId, line, city, region } of await roadsOf(tx, [...bare.keys()], wanted)) {
    if (city === null ? !isAnywhere(wanted) : !sameCity(city, wanted.city)) continue
    const street = { ...(bare.get(streetId) as Street), city: city ?? '', region: region ?? '' }
    const own = found.get(keyOf(street)) ?? { ...street, houses: [], lines: new Set() }
    own.lines.add(line)
    found.set(keyOf(street), own)
  }
  return wherePlacesAreUnsaid([...found.values()].map((street) => ({ ...street, lines: [...street.lines] })))
}

/** Merges a street without a city into the street of the same name in the surrounding city. */
function wherePlacesAreUnsaid(streets: readonly Street[]): Street[] {
  const [unsaid, said] = [streets.filter(({ city }) => city === ''), streets.filter(({ city }) => city !== '')]
  const alone = unsaid.filter((one) => !said.some((other) => isSameStreet(one, other)))
  const joined = said.map((street) => {
    const same = unsaid.filter((one) => isSameStreet(one, street))
    return {
      ...street,
      parts: [street, ...same].flatMap(({ parts }) => parts),
      houses: [street, ...same].flatMap(({ houses }) => houses),
      lines: [...new Set([street, ...same].flatMap(({ lines }) => lines))],
    }
  })
  return [...joined, ...alone]
}

function isSameStreet(a: Street, b: Street): boolean {
  const places = ({ houses, lines }: Street): Point[] => [...houses, ...lines.flatMap((line) => line.slice(0, 1))]
  return (
    a.name === b.name &&
    places(a).some((one) => places(b).some((other) => straightLineMeters(one, other) < SAME_STREET_METERS))
  )
}

/**
 * Returns whether the location lies in the wanted city and postal code. Decides by the street's nearest house, or else
 * by addresses around the location.
 */
export async function isWithin(tx: SystemTx, place: Point, street: Street, wanted: Wanted): Promise<boolean> {
  const [next] = street.houses.toSorted((a, b) => straightLineMeters(a, place) - straightLineMeters(b, place))
  if (isAnywhere(wanted) || (next && housesWithin(street, wanted).includes(next))) return true
  const cities = await citiesAround(tx, place, AROUND_METERS, wanted)
  return cities.some((city) => sameCity(city, wanted.city))
}

/** Returns the street's known houses that don't contradict the wanted postal code. */
export function housesWithin({ houses, parts }: Street, { postalCode }: Wanted): KnownHouse[] {
  const agreeing = parts.filter((part) => postalCode === '' || part.postalCode === '' || part.postalCode === postalCode)
  const ids = new Set(agreeing.map(({ streetId }) => streetId))
  return houses.filter(({ streetId }) => ids.has(streetId))
}

const isAnywhere = ({ city, region, postalCode }: Wanted): boolean => city + region + postalCode === ''

/** Returns whether the entry has no city, region or postal code. Entries of this kind hold the roads. */
const isBare = ({ city, region, postalCode }: KnownStreet): boolean => city + region + postalCode === ''

const keyOf = ({ name, city, region }: Pick<Street, 'name' | 'city' | 'region'>): string =>
  [name, city, region].join('|')

const sameCity = (known: string, written: string): boolean =>
  known === '' || written === '' || editDistance(known, written) <= 1
