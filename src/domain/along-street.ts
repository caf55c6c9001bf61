// Where a house number is on its street, from the houses known there.
import { straightLineMeters } from './geo.ts'
import type { Point } from './order.ts'

export interface House extends Point {
  number: number
  numberSuffix: string
}

export interface AlongStreet {
  point: Point
  /** EXACT: the house itself. BETWEEN: from its neighbours. STREET: only somewhere near on the street. */
  how: 'EXACT' | 'BETWEEN' | 'STREET'
}

/** Neighbours farther apart than this only say roughly where a house between them is. */
const CLOSE_NEIGHBOURS_METERS = 150
/** Neighbours farther apart than this may lie on two stretches of the street. */
const FAR_NEIGHBOURS_METERS = 800
/** A block: US numbers mostly go up by a hundred from corner to corner. */
const NUMBERS_A_BLOCK = 100

/** Null when the houses known are too far from the number to tell. */
export function alongStreet(houses: readonly House[], number: number, numberSuffix: string): AlongStreet | null {
  const same = houses.filter((house) => house.number === number)
  const exact = same.find((house) => house.numberSuffix === numberSuffix) ?? same[0]
  if (exact) return { point: pointOf(exact), how: 'EXACT' }
  const sides = [houses.filter((house) => house.number % 2 === number % 2), houses]
  for (const known of sides) {
    const between = betweenNeighbours(known, number)
    if (between) return between
  }
  const [nearest] = [...houses].sort((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number))
  if (!nearest || Math.abs(nearest.number - number) >= NUMBERS_A_BLOCK) return null
  return { point: pointOf(nearest), how: 'STREET' }
}

function betweenNeighbours(houses: readonly House[], number: number): AlongStreet | null {
  const below = houses.filter((house) => house.number < number).sort((a, b) => b.number - a.number)[0]
  const above = houses.filter((house) => house.number > number).sort((a, b) => a.number - b.number)[0]
  if (!below || !above) return null
  const apart = straightLineMeters(below, above)
  if (apart > FAR_NEIGHBOURS_METERS) return null
  const share = (number - below.number) / (above.number - below.number)
  const point = {
    lat: below.lat + share * (above.lat - below.lat),
    lng: below.lng + share * (above.lng - below.lng),
  }
  return { point, how: apart <= CLOSE_NEIGHBOURS_METERS ? 'BETWEEN' : 'STREET' }
}

const pointOf = ({ lat, lng }: Point): Point => ({ lat, lng })
