// Tests route geometry along the roads, from each provider's documented response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { googleRoutes } from '../../../src/adapters/distances/google-routes.ts'
import { osrm } from '../../../src/adapters/distances/osrm.ts'
import { valhalla } from '../../../src/adapters/distances/valhalla.ts'
import type { RoadDistances } from '../../../src/app/ports/roads.ts'
import { encodePolyline } from '../../../src/domain/geo/polyline.ts'
import { half, hang, json, type Respond, stubServer } from '../../helpers/stub-server.ts'

const chain = [
  { lat: 38.9, lng: -77.03 },
  { lat: 38.91, lng: -77.02 },
  { lat: 38.92, lng: -77.01 },
]
const corner = { lat: 38.9, lng: -77.02 }
const ways = [
  [chain[0], corner, chain[1]],
  [chain[1], chain[2]],
].map((way) => way.flatMap((point) => point ?? []))

interface Provider {
  open: (url: string) => RoadDistances
  path: string
  answer: unknown
  /** The provider's response if there is no route. */
  refusal: Respond
}

const providers: Record<string, Provider> = {
  osrm: {
    open: osrm,
    path: '/route/v1/driving/-77.030000,38.900000;-77.020000,38.910000;-77.010000,38.920000?overview=false&steps=true',
    answer: {
      code: 'Ok',
      routes: [{ legs: ways.map((way) => ({ steps: [{ geometry: encodePolyline(way) }] })) }],
    },
    refusal: json({ code: 'NoRoute', message: 'Impossible route between points' }, 400),
  },
  valhalla: {
    open: valhalla,
    path: '/route',
    answer: { trip: { legs: ways.map((way) => ({ shape: encodePolyline(way, 6) })), status: 0 } },
    refusal: json({ error_code: 442, error: 'No path could be found for input', status_code: 400 }, 400),
  },
  google: {
    open: (url) => googleRoutes(url, 'key'),
    path: '/directions/v2:computeRoutes',
    answer: { routes: [{ legs: ways.map((way) => ({ polyline: { encodedPolyline: encodePolyline(way) } })) }] },
    refusal: json({}),
  },
}

/** Returns a copy of the provider's response with only the first `count` legs. */
const withLegs = (answer: unknown, count: number): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === 'legs' ? (value as unknown[]).slice(0, count) : value,
  )

for (const [name, { open, path, answer, refusal }] of Object.entries(providers)) {
  const soon = () => AbortSignal.timeout(60_000)

  test(`${name}: one request returns the geometry of each leg`, async () => {
    const server = await stubServer(json(answer))
    assert.deepEqual(await open(server.url).ways(chain, soon()), ways)
    assert.deepEqual(server.asked, [path])
  })

  test(`${name}: a leg without a route is null, and the other legs are found`, async () => {
    let asked = 0
    const server = await stubServer((request, response) => {
      // The provider finds no route for the whole chain, and none for its second leg.
      if (++asked !== 2) return refusal(request, response)
      json(withLegs(answer, 1))(request, response)
    })
    assert.deepEqual(await open(server.url).ways(chain, soon()), [ways[0], null])
    assert.equal(server.asked.length, 3)
  })

  test(`${name}: an invalid, incomplete, short, oversized or missing response is an error`, async () => {
    const server = await stubServer(json({ code: 'Ok' }))
    const roads = open(server.url)
    const few = json(withLegs(answer, 1))
    for (const fault of [json('x'), json({ routes: 3, trip: 4 }), half(answer), few, json({}, 429), json({}, 500)]) {
      server.answer(fault)
      await assert.rejects(roads.ways(chain, soon()))
    }
    server.answer(hang)
    await assert.rejects(roads.ways(chain, AbortSignal.timeout(50)))
  })
}
