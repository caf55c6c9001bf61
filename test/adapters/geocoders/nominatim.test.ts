import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nominatim } from '../../../src/adapters/geocoders/nominatim.ts'
import { half, hang, json, closedPort, stubServer } from '../../helpers/stub-server.ts'

const address = { line1: '1201 R St NW', city: 'Washington', region: 'DC', postalCode: '20009' }
const hit = { lat: '38.9126', lon: '-77.0286', display_name: '1201, R Street', place_rank: 30, addresstype: 'place' }
const server = await stubServer(json([hit]))
const find = (
  asked: Parameters<ReturnType<typeof nominatim>['find']>[0] = address,
  signal = AbortSignal.timeout(60_000),
) => nominatim(server.url, 'Roundsman/test').find(asked, signal)

test('an address is sent field by field, a text as one query, with our own user agent', async () => {
  server.answer(json([hit]))
  assert.deepEqual(await find(), {
    found: true,
    point: { lat: 38.9126, lng: -77.0286 },
    precision: 'PLACED',
    label: '1201, R Street',
  })
  assert.equal(
    server.asked.at(-1),
    '/search?street=1201+r+street+nw&city=Washington&state=DC&postalcode=20009&format=jsonv2&addressdetails=1&limit=1',
  )
  assert.equal(server.headers()['user-agent'], 'Roundsman/test')
  await find('1201 R St NW, Washington')
  assert.equal(server.asked.at(-1), '/search?q=1201+R+St+NW%2C+Washington&format=jsonv2&addressdetails=1&limit=1')
  await find({ line1: 'R St', city: null, region: null, postalCode: null })
  assert.equal(server.asked.at(-1), '/search?street=R+St&format=jsonv2&addressdetails=1&limit=1')
})

test('a building is PLACED; a street, postal code or city is APPROXIMATE', async () => {
  const precisionOf = async (members: Record<string, unknown>) => {
    server.answer(json([{ lat: 38.9, lon: -77.03, ...members }]))
    const answer = await find()
    return answer.found && answer.precision
  }
  assert.equal(await precisionOf({ place_rank: 30, addresstype: 'amenity' }), 'PLACED')
  assert.equal(await precisionOf({ addresstype: 'building' }), 'PLACED')
  assert.equal(await precisionOf({ place_rank: 26, addresstype: 'road' }), 'APPROXIMATE')
  assert.equal(await precisionOf({ place_rank: 21, addresstype: 'postcode' }), 'APPROXIMATE')
  assert.equal(await precisionOf({ place_rank: 16, addresstype: 'city' }), 'APPROXIMATE')
  assert.equal(await precisionOf({ category: 'highway', type: 'residential' }), 'APPROXIMATE')
})

test('an empty result and an unreadable address are not found', async () => {
  server.answer(json([]))
  assert.deepEqual(await find(), { found: false })
  server.answer(json({ error: { code: 400, message: 'Nothing to search for.' } }, 400))
  assert.deepEqual(await find(), { found: false })
})

test('a result in another state or postal code is not found, but the city may have another name', async () => {
  const found = async (details: Record<string, string>) => {
    server.answer(json([{ ...hit, address: details }]))
    return (await find()).found
  }
  assert.equal(await found({ city: 'Washington', state: 'District of Columbia', postcode: '20009' }), true)
  assert.equal(await found({ town: 'Georgetown', postcode: '20009-1234' }), true)
  assert.equal(await found({ town: 'Georgetown', state: 'District of Columbia' }), false)
  assert.equal(await found({ city: 'Washington', state: 'Pennsylvania' }), false)
  assert.equal(await found({ city: 'Washington', postcode: '15301' }), false)
  server.answer(json([{ ...hit, address: { postcode: '15301' } }]))
  assert.equal((await find('1201 R St NW, Washington, DC 20009')).found, false)
})

test('outside the US, postal codes agree in each notation, and abbreviated regions don’t count', async () => {
  const found = async (
    asked: { region: string | null; postalCode: string | null },
    details: Record<string, string>,
  ) => {
    server.answer(json([{ ...hit, address: details }]))
    return (await find({ line1: 'Kinkerstraat 175', city: 'Amsterdam', ...asked })).found
  }
  const dutch = { region: null, postalCode: '1053GN' }
  assert.equal(await found(dutch, { city: 'Amsterdam', postcode: '1053 GN' }), true)
  assert.equal(await found(dutch, { city: 'Amsterdam', postcode: '1054 GN' }), false)
  assert.equal(await found({ region: null, postalCode: 'D-10115' }, { postcode: '10115' }), true)
  const brazilian = { region: 'SP', postalCode: null }
  assert.equal(await found(brazilian, { city: 'Amsterdam', state: 'São Paulo' }), true)
  assert.equal(await found({ ...brazilian, region: 'Bahia' }, { city: 'Amsterdam', state: 'São Paulo' }), false)
})

test('a server that is down, refuses, hangs or sends an invalid response is an error', async () => {
  const faults = {
    '429': json([], 429),
    '503': json([], 503),
    'not JSON': json('<html>'),
    'an object': json({ error: 'busy' }),
    'no point': json([{ display_name: 'here' }]),
    'an empty latitude': json([{ ...hit, lat: '' }]),
    'off the globe': json([{ ...hit, lat: '91' }]),
    'half an answer': half([hit]),
  }
  for (const [fault, respond] of Object.entries(faults)) {
    server.answer(respond)
    await assert.rejects(find(), fault)
  }
  await assert.rejects(nominatim(await closedPort(), 'Roundsman/test').find(address, AbortSignal.timeout(60_000)))
  server.answer(hang)
  await assert.rejects(find(address, AbortSignal.timeout(50)), { name: 'TimeoutError' })
})
