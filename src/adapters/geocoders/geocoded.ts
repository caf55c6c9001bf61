// Converts the responses of all geocoders to one shape, and addresses to a single line.
import { z } from 'zod'
import type { GeocodeAnswer } from '../../app/ports/geocoder.ts'
import type { Address } from '../../domain/orders/order.ts'
import { type LocationArea, isInRequestedArea } from '../../domain/addresses/same-area.ts'
import { splitTrailingNumber } from '../../domain/addresses/split-line.ts'
import { parseStreetLine } from '../../domain/addresses/us-address.ts'

export interface Hit extends LocationArea {
  lat: number
  lng: number
  /** Whether the hit is a building or the exact address. Otherwise, it is only the street, postal code or city. */
  exact: boolean
  label: string
}

/** Returns the first hit, unless it lies outside the requested area. */
export function firstHitAnswer(asked: Address | string, hit: Hit | undefined): GeocodeAnswer {
  if (!hit || !isInRequestedArea(asked, hit)) return { found: false }
  return {
    found: true,
    point: { lat: hit.lat, lng: hit.lng },
    precision: hit.exact ? 'PLACED' : 'APPROXIMATE',
    label: hit.label,
  }
}

/** Returns the house number and the street without the unit, which only misleads geocoders. */
export function houseAndStreet(line1: string): { houseNumber: string | null; street: string } {
  const { number, numberSuffix, street } = parseStreetLine(line1)
  if (number === null || street === '') {
    const trailing = splitTrailingNumber(line1)
    return trailing ? { houseNumber: trailing.number, street: trailing.street } : { houseNumber: null, street: line1 }
  }
  return { houseNumber: `${number}${numberSuffix.replace(/^(?=\d)/, ' ')}`, street }
}

export const oneLine = ({ line1, city, region, postalCode }: Address): string =>
  [line1, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** Returns the members that are not empty. */
export const nonEmptyMembers = (members: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => !!entry[1]))

/** A GeoJSON point, with the longitude first. */
export const GeoJsonPoint = z
  .object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number()) })
  .transform(({ coordinates: [lng, lat] }) => ({ lat, lng }))
