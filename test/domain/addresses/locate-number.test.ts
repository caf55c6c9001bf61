import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locateNumber } from '../../../src/domain/addresses/matching/locate-number.ts'
import type { IndexedHouse, TownStreet } from '../../../src/domain/addresses/matching/town-street.ts'
import type { Line } from '../../../src/domain/addresses/street-lines.ts'
import { parseHouseNumbers } from '../../../src/domain/addresses/house-numbers.ts'
import { straightLineMeters } from '../../../src/domain/geo/geo.ts'

const numberOf = (text: string) => parseHouseNumbers(text)[0] ?? null
/** House numbers rise by 100 each 0.001 degrees, about 111 m to the north. */
const at = (number: number) => ({ lat: 38.9 + number * 1e-5, lng: -77 })
const house = (number: number, stateText = 'DC'): IndexedHouse => ({
  ...at(number),
  number: { raw: String(number), main: number, suffix: '', to: null },
  isEstimated: false,
  area: { city: '', cityText: '', placeKeys: [], postcode: '', postcodeText: '', stateText },
})
const street = (numbers: readonly number[], lines: readonly Line[]): TownStreet => ({
  id: '1',
  town: '',
  isPlace: false,
  middle: at(400),
  radiusMeters: 900,
  box: { south: 38.9, west: -77, north: 38.91, east: -77 },
  postcodes: new Set(),
  houseCount: numbers.length,
  isFragment: false,
  highestNumber: Math.max(...numbers),
  houses: numbers.map((number) => house(number)),
  lines,
})

test('a number between known houses stays there if the extract lacks this part of the street', () => {
  const rest: Line = [at(550), at(900)]
  const [location] = locateNumber(street([402, 404, 406, 410, 412, 450, 452], [rest]), numberOf('408'))
  assert.equal(location?.basis, 'BETWEEN')
  const errorMeters = location ? straightLineMeters(location.at, at(408)) : Infinity
  assert.ok(errorMeters < 30, `${errorMeters} m`)
})

test('a number beyond the last house is on the street if the extract has its end', () => {
  const whole: Line = [at(0), at(452)]
  const [location] = locateNumber(street([402, 410, 420, 430, 440, 450], [whole]), numberOf('500'))
  assert.ok(location && location.at.lat <= at(453).lat, JSON.stringify(location?.at))
})

test('a number beyond houses that are far apart is only as certain as their distance', () => {
  const apart = [2, 4].map((number) => ({ ...house(number, ''), lat: 38.9 + number * 4e-4 }))
  const isSure = (houses: readonly IndexedHouse[]): boolean => {
    const [location] = locateNumber({ ...street([2, 4], []), houses }, numberOf('8'))
    return location?.basis === 'BETWEEN'
  }
  assert.deepEqual([isSure(apart), isSure([house(2, ''), house(4, '')])], [false, true])
})

test('a number far from the only known house is not located if the course of the street is unknown', () => {
  const single = { ...street([19], []), radiusMeters: 0, houses: [house(19, '')] }
  assert.deepEqual(
    ['21', '79'].map((number) => locateNumber(single, numberOf(number))[0]?.basis),
    ['BETWEEN', 'UNSURE'],
  )
})

test('a short street whose houses have other numbers does not have the number', () => {
  const short = { ...street([402, 404, 406, 408], [[at(400), at(410)]]), radiusMeters: 100 }
  assert.equal(locateNumber(short, numberOf('99'))[0]?.basis, 'BETWEEN')
  assert.equal(locateNumber(short, numberOf('9000'))[0]?.basis, 'UNSURE')
})
