import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pelias } from '../../../src/adapters/geocoders/pelias.ts'
import { half, hang, json, closedPort, stubServer } from '../../helpers/stub-server.ts'

const address = { line1: '1201 R St NW', city: 'Washington', region: 'DC', postalCode: '20009' }
const house = {
  layer: 'address',
  match_type: 'exact',
  accuracy: 'point',
  label: '1201 R Street NW, Washington, DC, USA',
  locality: 'Washington',
  region: 'District of Columbia',
  postalcode: '20009',
}
const answer = (properties: Record<string, unknown> = {}) => ({
  geocoding: { version: '0.2' },
  features: [
    { geometry: { type: 'Point', coordinates: [-77.0286, 38.9126] }, properties: { ...house, ...properties } },
  ],
})
const server = await stubServer(json(answer()))
const find = (
  asked: Parameters<ReturnType<typeof pelias>['find']>[0] = address,
  signal = AbortSignal.timeout(60_000),
) => pelias(server.url, 'the key').find(asked, signal)

test('an address is sent field by field, a text as one query, with the key', async () => {
  assert.deepEqual(await find(), {
    found: true,
    point: { lat: 38.9126, lng: -77.0286 },
    precision: 'PLACED',
    label: house.label,
  })
  assert.equal(
    server.asked.at(-1),
    '/v1/search/structured?address=1201+r+street+nw&locality=Washington&region=DC&postalcode=20009&size=1&api_key=the+key',
  )
  await find('1201 R St NW')
  assert.equal(server.asked.at(-1), '/v1/search?text=1201+R+St+NW&size=1&api_key=the+key')
})

test('a fallback of Pelias is APPROXIMATE, and an empty result or a location elsewhere is not found', async () => {
  const answered = async (properties: Record<string, unknown>) => {
    server.answer(json(answer(properties)))
    const found = await find()
    return found.found && found.precision
  }
  assert.equal(await answered({ match_type: 'interpolated' }), 'PLACED')
  assert.equal(await answered({ match_type: 'fallback', layer: 'street' }), 'APPROXIMATE')
  assert.equal(await answered({ accuracy: 'centroid' }), 'APPROXIMATE')
  assert.equal(await answered({ layer: 'postalcode' }), 'APPROXIMATE')
  assert.equal(await answered({ region: 'Virginia', postalcode: undefined }), false)
  server.answer(json({ features: [] }))
  assert.deepEqual(await find(), { found: false })
})

test('a server that is down, refuses, hangs or sends an invalid response is an error', async () => {
  for (const respond of [json({}, 403), json({}, 429), json({}, 500), json('<html>'), json({}), half(answer())]) {
    server.answer(respond)
    await assert.rejects(find())
  }
  server.answer(hang)
  await assert.rejects(find(address, AbortSignal.timeout(50)), { name: 'TimeoutError' })
  await assert.rejects(pelias(await closedPort(), null).find(address, AbortSignal.timeout(60_000)))
})
