import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainPlaces } from '../../../web/ui/map/main-places.ts'

const town = Array.from({ length: 12 }, (_, i) => ({
  lat: 38.9 + (i % 4) * 0.02,
  lng: -77.03 + Math.floor(i / 4) * 0.02,
}))
const losAngeles = { lat: 34.05, lng: -118.24 }
const miami = { lat: 25.76, lng: -80.19 }
const suburb = { lat: 39.1, lng: -77.2 }

test('a single far location is excluded', () => {
  assert.deepEqual(new Set(mainPlaces([losAngeles, ...town])), new Set(town))
})

test('a suburb is shown with its town', () => {
  assert.deepEqual(mainPlaces([suburb, ...town]), [suburb, ...town])
})

test('two far locations of fourteen are excluded, even in different directions', () => {
  assert.deepEqual(new Set(mainPlaces([losAngeles, ...town, miami])), new Set(town))
})

test('a large group of locations is never excluded', () => {
  const east = town.slice(0, 5)
  const both = [...east, ...east.map(({ lat }, i) => ({ lat: lat - 5, lng: -100 - i / 50 }))]
  assert.deepEqual(mainPlaces(both), both)
})

test('locations in one building don’t make its neighbors far', () => {
  const building = Array.from({ length: 8 }, () => ({ lat: 38.9, lng: -77.03 }))
  const all = [...building, { lat: 38.95, lng: -77.03 }]
  assert.deepEqual(mainPlaces(all), all)
})

test('three locations are all shown', () => {
  const all = [town[0], town[1], losAngeles].flatMap((place) => place ?? [])
  assert.deepEqual(mainPlaces(all), all)
})
