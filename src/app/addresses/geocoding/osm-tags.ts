// Reads addresses, roads and places from the tags of OpenStreetMap (https://wiki.openstreetmap.org/wiki/Key:addr:*).
import { parseHouseNumbers } from '../../../domain/addresses/house-numbers.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { ExtractTags } from '../../ports/extracts.ts'
import type { HouseEntry } from './file-entries.ts'

const CITY_TAGS = 'city suburb district hamlet village place town municipality neighbourhood quarter subdistrict'
  .split(' ')
  .map((key) => `addr:${key}`)
const REGION_TAGS = ['addr:state', 'addr:province', 'addr:county', 'addr:country', 'addr:region']
const NUMBER_TAGS = ['addr:housenumber', 'addr:conscriptionnumber', 'addr:streetnumber']
const NAME_TAG =
  /^(?:name|name_1|alt_name|old_name|loc_name|short_name|official_name|int_name|nat_name|name:(?:left|right|[a-z]{2,3}(?:[-_]\w+)?))$/
const STREET_NAME_TAG = /^addr:street:[a-z]{2,3}$/

/** Values of the tag highway that no street address can refer to. */
const NON_STREET_HIGHWAYS = new Set(
  'proposed construction abandoned razed platform bus_stop services rest_area raceway elevator'.split(' '),
)

/** Meters from its node to which a settlement extends, and its rank, by kind. */
export const SETTLEMENT_KINDS: Readonly<Record<string, readonly [reach: number, rank: number]>> = {
  city: [15_000, 5],
  town: [6_000, 4],
  municipality: [6_000, 4],
  village: [3_000, 3],
  borough: [4_000, 2],
  suburb: [2_500, 2],
  quarter: [1_500, 2],
  neighbourhood: [1_200, 1],
  hamlet: [1_500, 2],
  island: [3_000, 1],
  isolated_dwelling: [600, 1],
  locality: [800, 1],
}

/** Returns all names of an object in all languages, its main name first. */
export function namesOf(tags: ExtractTags): string[] {
  const keys = Object.keys(tags).filter((key) => NAME_TAG.test(key))
  const sorted = keys.sort((a, b) => Number(b === 'name') - Number(a === 'name'))
  const names = sorted.flatMap((key) => (tags[key] as string).split(';').map((name) => name.trim()))
  return [...new Set(names)].filter((name) => name !== '' && !name.includes('\n'))
}

export const hasHouseNumber = (tags: ExtractTags): boolean =>
  tags['addr:housenumber'] !== undefined || tags['addr:conscriptionnumber'] !== undefined

export const isNamedStreet = (tags: ExtractTags): boolean =>
  tags['highway'] !== undefined &&
  !NON_STREET_HIGHWAYS.has(tags['highway']) &&
  Object.keys(tags).some((key) => NAME_TAG.test(key))

/** The street that a relation (associatedStreet, street) gives its members. */
export interface StreetRelation {
  name: string
  tags: ExtractTags
}

/** Returns null if street, number or location is missing. */
export function houseEntryOf(
  tags: ExtractTags,
  at: Point | null,
  relation: StreetRelation | undefined,
  estimated = false,
): HouseEntry | null {
  const street = tags['addr:street'] ?? relation?.name
  const name = street ?? tags['addr:place'] ?? tags['addr:hamlet'] ?? tags['addr:city']
  const numbers = NUMBER_TAGS.flatMap((key) => parseHouseNumbers(tags[key] ?? ''))
  if (!name || numbers.length === 0 || !at) return null
  const tagOrRelationTag = (key: string): string => tags[key] ?? relation?.tags[key] ?? ''
  const otherNames = Object.keys(tags).flatMap((key) => (STREET_NAME_TAG.test(key) ? [tags[key] as string] : []))
  return {
    ...at,
    streets: [...new Set([name, ...otherNames])],
    isPlace: !street,
    numbers: [...new Map(numbers.map((number) => [number.raw, number])).values()],
    estimated,
    city: tagOrRelationTag('addr:city'),
    places: CITY_TAGS.flatMap((key) => (tags[key] && tags[key] !== name ? [tags[key]] : [])),
    postcode: tagOrRelationTag('addr:postcode'),
    state: tags['addr:state'] ?? tags['addr:province'] ?? '',
    regions: REGION_TAGS.flatMap((key) => tags[key] ?? []),
  }
}
