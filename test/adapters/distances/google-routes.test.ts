import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { googleRoutes } from '../../../src/adapters/distances/google-routes.ts'
import { half, hang, json, closedPort, type Respond, stubServer } from '../../helpers/stub-server.ts'

interface Asked {
  origins: { waypoint: { location: { latLng: { latitude: number } } } }[]
  destinations: Asked['origins']
}
type Leg = Record<string, unknown>

/**
 * Responds like Google, with the legs in no particular order. The seconds of a leg are the difference of the latitudes
 * of its ends.
 */
const google =
  (leg: (from: number, to: number) => Leg = drive): Respond =>
  (request, response) => {
    void text(request).then((body) => {
      const { origins, destinations } = JSON.parse(body) as Asked
      const latitude = (place: Asked['origins'][number] | undefined) => place?.waypoint.location.latLng.latitude ?? 0
      const legs = origins.flatMap((origin, i) =>
        destinations.map((to, j) => ({ originIndex: i, destinationIndex: j, ...leg(latitude(origin), latitude(to)) })),
      )
      json(legs.reverse())(request, response)
    })
  }
const drive = (from: number, to: number): Leg => {
  const apart = Math.round(Math.abs(from - to) * 1_000)
  return { status: {}, condition: 'ROUTE_EXISTS', duration: `${apart}s`, ...(apart && { distanceMeters: apart * 10 }) }
}
const pointsOf = (count: number) => Array.from({ length: count }, (_, i) => ({ lat: 38 + i / 1_000, lng: -77 }))

const server = await stubServer(google())
const table = (count = 3, signal = AbortSignal.timeout(60_000)) =>
  googleRoutes(server.url, 'secret-key').table(pointsOf(count), signal)

test('the table is assembled from legs in any order, and the request has the key', async () => {
  const { durations, distances } = await table()
  assert.deepEqual([...durations], [0, 1, 2, 1, 0, 1, 2, 1, 0])
  assert.deepEqual([...distances], [0, 10, 20, 10, 0, 10, 20, 10, 0])
  assert.equal(server.headers()['x-goog-api-key'], 'secret-key')
  assert.match(String(server.headers()['x-goog-fieldmask']), /condition.*duration/)
})

test('61 points are requested in blocks that Google allows', async () => {
  server.answer(google())
  const before = server.asked.length
  const { durations } = await table(61)
  assert.equal(server.asked.length - before, 9)
  assert.equal(durations[60], 60)
  assert.equal(durations[26 * 61 + 51], 25)
})

test('a leg without a route is unreachable', async () => {
  server.answer(google((from, to) => (from < to ? { status: {}, condition: 'ROUTE_NOT_FOUND' } : drive(from, to))))
  assert.deepEqual([...(await table(2)).durations], [0, Infinity, 1, 0])
})

test('errors do not contain the key if Google is down, refuses, hangs or sends an invalid response', async () => {
  const faults: Record<string, Respond> = {
    '403': json({ error: { status: 'PERMISSION_DENIED' } }, 403),
    '429': json({}, 429),
    '500': json({}, 500),
    'not JSON': json('<html>'),
    'an error in a leg': google(() => ({ status: { code: 3 } })),
    'a leg without a time': google(() => ({ condition: 'ROUTE_EXISTS' })),
    'a time in words': google(() => ({ condition: 'ROUTE_EXISTS', duration: 'soon' })),
    'legs missing': json([]),
    'half an answer': half([drive(1, 2), drive(2, 3)]),
  }
  for (const [fault, respond] of Object.entries(faults)) {
    server.answer(respond)
    await assert.rejects(table(), (error: Error) => !error.message.includes('secret-key'), fault)
  }
  server.answer(hang)
  await assert.rejects(table(2, AbortSignal.timeout(50)), { name: 'TimeoutError' })
  await assert.rejects(googleRoutes(await closedPort(), 'k').table(pointsOf(2), AbortSignal.timeout(60_000)))
})
