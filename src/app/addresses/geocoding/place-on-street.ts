// Locates a house number on a street: at the house itself if it is known, otherwise by an estimate from neighboring
// houses.
import {
  ABREAST_METERS,
  type Abreast,
  type AlongStreet,
  alongStreet,
  exactHouse,
  FARTHEST_ABREAST_NUMBER,
  FARTHEST_NUMBER,
} from '../../../domain/addresses/along-street.ts'
import { cellOf, cellsAround } from '../../../domain/geo/map-cell.ts'
import { footOn, middleOf } from '../../../domain/addresses/street-lines.ts'
import type { SystemTx } from '../../../store/database.ts'
import { housesIn, roadsBeside } from '../../../store/addresses/known-streets.ts'
import { housesWithin, isWithin, type Street, type Wanted } from './wanted-streets.ts'

export interface Place extends AlongStreet {
  street: Street
}

/** If at least two of the street's own houses have numbers this close, houses on other streets are not needed. */
const NEAR_NUMBER = 20
const MAX_ABREAST = 200
/** A house that is farther from its own street's line doesn't indicate the street's direction. */
const BESIDE_METERS = 80
/** The middle of a longer street is not a useful location. */
const SURVEYABLE_METERS = 1_000

/** Returns the house itself. Null if it is unknown or has another postal code. */
export function knownPlace(street: Street, wanted: Wanted): Place | null {
  const { number, numberSuffix } = wanted
  const house = number === null ? null : exactHouse(housesWithin(street, wanted), number, numberSuffix)
  return house && { ...house, street }
}

/**
 * Estimates the location of an unknown house. Null if there is no basis for an estimate, or if it lies outside the
 * wanted city or postal code.
 */
export async function likelyPlace(tx: SystemTx, street: Street, wanted: Wanted): Promise<Place | null> {
  const { number, numberSuffix } = wanted
  if (number !== null && exactHouse(street.houses, number, numberSuffix)) return null
  const place = number === null ? streetItself(street) : await estimate(tx, street, number)
  return place && (await isWithin(tx, place.point, street, wanted)) ? { ...place, street } : null
}

function streetItself({ houses, lines }: Street): AlongStreet | null {
  const [house] = houses
  if (house) return { point: { lat: house.lat, lng: house.lng }, how: 'STREET' }
  const middle = middleOf(lines)
  return middle && middle.reachMeters <= SURVEYABLE_METERS ? { point: middle.point, how: 'STREET' } : null
}

async function estimate(tx: SystemTx, street: Street, number: number): Promise<AlongStreet | null> {
  const near = street.houses.filter((house) => Math.abs(house.number - number) <= NEAR_NUMBER)
  const abreast = near.length > 1 ? [] : await housesAbreast(tx, street, number)
  return alongStreet({ ...street, abreast }, number)
}

/** Returns houses with a similar number on surrounding streets, each with the direction of its street. */
async function housesAbreast(tx: SystemTx, { parts, houses, lines }: Street, number: number): Promise<Abreast[]> {
  if (lines.length === 0) return []
  const own = houses.filter((house) => Math.abs(house.number - number) <= FARTHEST_NUMBER)
  const cells = cellsAround(own.length > 0 ? own : lines.flat(), ABREAST_METERS)
  const around = await housesIn(tx, cells, { number, reach: FARTHEST_ABREAST_NUMBER, most: MAX_ABREAST })
  const itself = new Set(parts.map(({ streetId }) => streetId))
  const others = around.filter(({ streetId }) => !itself.has(streetId))
  const roads = await roadsBeside(
    tx,
    others.map((house) => ({ streetId: house.streetId, cell: cellOf(house) })),
  )
  return others.flatMap((house) => {
    const foot = footOn(roads.get(house.streetId) ?? [], house)
    return foot && foot.meters <= BESIDE_METERS ? [{ ...house, heading: foot.heading }] : []
  })
}
