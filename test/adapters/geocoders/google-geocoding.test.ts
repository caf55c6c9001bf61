import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googleGeocoding } from '../../../src/adapters/geocoders/google-geocoding.ts'
import { half, hang, json, closedPort, stubServer } from '../../helpers/stub-server.ts'

const address = { line1: '1201 R St NW', city: 'Washington', region: 'DC', postalCode: '20009' }
const part = (type: string, name: string) => ({ long_name: name, short_name: name, types: [type, 'political'] })
const answer = (location_type = 'ROOFTOP', postalCode = '20009') => ({
  status: 'OK',
  results: [
    {
      formatted_address: '1201 R St NW, Washington, DC 20009, USA',
      geometry: { location: { lat: 38.9126, lng: -77.0286 }, location_type },
      address_components: [
        part('locality', 'Washington'),
        part('administrative_area_level_1', 'DC'),
        part('postal_code', postalCode),
      ],
    },
  ],
})
const server = await stubServer(json(answer()))
const find = (
  asked: Parameters<ReturnType<typeof googleGeocoding>['find']>[0] = address,
  signal = AbortSignal.timeout(60_000),
) => googleGeocoding(server.url, 'secret-key').find(asked, signal)

test('an address is restricted to its postal code and state, and a text is one query', async () => {
  assert.deepEqual(await find(), {
    found: true,
    point: { lat: 38.9126, lng: -77.0286 },
    precision: 'PLACED',
    label: '1201 R St NW, Washington, DC 20009, USA',
  })
  assert.equal(
    server.asked.at(-1),
    '/maps/api/geocode/json?address=1201+R+St+NW%2C+Washington%2C+DC+20009&components=postal_code%3A20009%7Cadministrative_area%3ADC&key=secret-key',
  )
  await find('1201 R St NW')
  assert.equal(server.asked.at(-1), '/maps/api/geocode/json?address=1201+R+St+NW&key=secret-key')
})

test('rooftops and interpolated houses are PLACED, the middle of a street or area APPROXIMATE', async () => {
  const answered = async (type: string, postalCode?: string) => {
    server.answer(json(answer(type, postalCode)))
    const found = await find()
    return found.found && found.precision
  }
  assert.equal(await answered('RANGE_INTERPOLATED'), 'PLACED')
  assert.equal(await answered('GEOMETRIC_CENTER'), 'APPROXIMATE')
  assert.equal(await answered('APPROXIMATE'), 'APPROXIMATE')
  assert.equal(await answered('ROOFTOP', '15301'), false)
  server.answer(json({ status: 'ZERO_RESULTS', results: [] }))
  assert.deepEqual(await find(), { found: false })
})

test('errors do not contain the key if Google is down, refuses, hangs or sends an invalid response', async () => {
  const faults = [
    json({ status: 'OVER_QUERY_LIMIT', results: [] }),
    json({ status: 'REQUEST_DENIED', results: [], error_message: 'The provided API key is invalid.' }),
    json({}, 429),
    json({}, 500),
    json('<html>'),
    json({ status: 'OK', results: [{ geometry: {} }] }),
    half(answer()),
  ]
  for (const respond of faults) {
    server.answer(respond)
    await assert.rejects(find(), (error: Error) => !error.message.includes('secret-key'))
  }
  server.answer(hang)
  await assert.rejects(find(address, AbortSignal.timeout(50)), { name: 'TimeoutError' })
  await assert.rejects(googleGeocoding(await closedPort(), 'k').find(address, AbortSignal.timeout(60_000)))
})
