import assert from 'node:assert/strict'
import { test } from 'node:test'
import { photon } from '../../../src/adapters/geocoders/photon.ts'
import { half, hang, json, closedPort, stubServer } from '../../helpers/stub-server.ts'

const address = { line1: '1201 R St NW Apt 4', city: 'Washington', region: 'DC', postalCode: '20009' }
const house = {
  type: 'house',
  housenumber: '1201',
  street: 'R Street Northwest',
  city: 'Washington',
  state: 'District of Columbia',
  postcode: '20009',
}
const answer = (properties: Record<string, unknown> = house) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [-77.0286, 38.9126] }, properties }],
})
const server = await stubServer(json(answer()))
const find = (
  asked: Parameters<ReturnType<typeof photon>['find']>[0] = address,
  signal = AbortSignal.timeout(60_000),
) => photon(server.url).find(asked, signal)

test('an address is sent field by field without its unit, a text as one query', async () => {
  assert.deepEqual(await find(), {
    found: true,
    point: { lat: 38.9126, lng: -77.0286 },
    precision: 'PLACED',
    label: '1201 R Street Northwest, Washington, District of Columbia, 20009',
  })
  assert.equal(
    server.asked.at(-1),
    '/structured?housenumber=1201&street=r+street+nw&city=Washington&state=DC&postcode=20009&limit=1',
  )
  const german = { line1: 'Hauptstr. 5a, 2. OG links', city: 'Neustadt', region: null, postalCode: '97001' }
  await find(german)
  assert.equal(server.asked.at(-1), '/structured?housenumber=5a&street=Hauptstr.&city=Neustadt&postcode=97001&limit=1')
  await find({ ...german, line1: 'Rua da Alegria, nº 419, 2º Esq.' })
  assert.equal(
    server.asked.at(-1),
    '/structured?housenumber=419&street=Rua+da+Alegria&city=Neustadt&postcode=97001&limit=1',
  )
  await find('1201 R St NW, Washington')
  assert.equal(server.asked.at(-1), '/api?q=1201+R+St+NW%2C+Washington&limit=1')
})

test('a server without structured queries gets one line', async () => {
  server.answer((request, response) =>
    request.url?.startsWith('/structured')
      ? json({ message: 'not found' }, 404)(request, response)
      : json(answer())(request, response),
  )
  assert.equal((await find()).found, true)
  assert.equal(server.asked.at(-1), '/api?q=1201+R+St+NW+Apt+4%2C+Washington%2C+DC+20009&limit=1')
})

test('a house is PLACED, a street or city APPROXIMATE, and an empty result or a location elsewhere is not found', async () => {
  const answered = async (properties: Record<string, unknown>) => {
    server.answer(json(answer(properties)))
    const found = await find()
    return found.found && found.precision
  }
  assert.equal(await answered({ ...house, type: 'street' }), 'APPROXIMATE')
  assert.equal(await answered({ type: 'city', name: 'Washington', state: 'District of Columbia' }), 'APPROXIMATE')
  assert.equal(await answered({ ...house, postcode: '15301' }), false)
  server.answer(json({ type: 'FeatureCollection', features: [] }))
  assert.deepEqual(await find(), { found: false })
})

test('a server that is down, refuses, hangs or sends an invalid response is an error', async () => {
  for (const respond of [
    json({}, 429),
    json({}, 503),
    json('<html>'),
    json({ features: 'none' }),
    json({ features: [{ geometry: { coordinates: [-200, 95] }, properties: house }] }),
    half(answer()),
  ]) {
    server.answer(respond)
    await assert.rejects(find())
  }
  server.answer(hang)
  await assert.rejects(find(address, AbortSignal.timeout(50)), { name: 'TimeoutError' })
  await assert.rejects(photon(await closedPort()).find(address, AbortSignal.timeout(60_000)))
})
