import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valhalla } from '../../../src/adapters/distances/valhalla.ts'
import { half, hang, json, closedPort, type Respond, stubServer } from '../../helpers/stub-server.ts'

const points = [
  { lat: 38.9, lng: -77.03 },
  { lat: 38.91, lng: -77.02 },
]
const matrix = {
  sources_to_targets: [
    [
      { time: 0, distance: 0, from_index: 0, to_index: 0 },
      { time: 240, distance: 1.9, from_index: 0, to_index: 1 },
    ],
    [
      { time: 300, distance: 2.5, from_index: 1, to_index: 0 },
      { time: 0, distance: 0, from_index: 1, to_index: 1 },
    ],
  ],
  units: 'kilometers',
}
const edge = (lat: number, lng: number) => ({ edges: [{ correlated_lat: lat, correlated_lon: lng }] })
const located = [edge(38.9001, -77.03), edge(38.91, -77.0201)]
const answering =
  (table: Respond, roads: Respond = json(located)): Respond =>
  (request, response) =>
    (request.url === '/locate' ? roads : table)(request, response)

const server = await stubServer(answering(json(matrix)))
const table = (signal = AbortSignal.timeout(60_000)) => valhalla(server.url).table(points, signal)

test('kilometers become meters, and each direction has its own values', async () => {
  const { durations, distances } = await table()
  assert.deepEqual([...durations], [0, 240, 300, 0])
  assert.deepEqual([...distances], [0, 1_900, 2_500, 0])
  assert.deepEqual([...server.asked].sort(), ['/locate', '/sources_to_targets'])
})

test('a leg without a route, and a point far from any road, are unreachable', async () => {
  const rows = structuredClone(matrix.sources_to_targets) as { time: number | null; distance: number | null }[][]
  Object.assign(rows[0]?.[1] ?? {}, { time: null, distance: null })
  server.answer(answering(json({ sources_to_targets: rows })))
  assert.deepEqual([...(await table()).durations], [0, Infinity, 300, 0])
  const alone = json({ sources_to_targets: [[{ time: 0, distance: 0 }]] })
  server.answer(answering(alone, json([located[0], edge(39.5, -77.02)])))
  assert.deepEqual([...(await table()).distances], [0, Infinity, Infinity, Infinity])
  server.answer(answering(alone, json([{ edges: null }, located[1]])))
  assert.deepEqual([...(await table()).durations], [Infinity, Infinity, Infinity, 0])
})

test('a server that is down, refuses, hangs or sends an invalid response is an error', async () => {
  const faults = {
    '400': json({ error_code: 150, error: 'Exceeded max locations' }, 400),
    '429': json({}, 429),
    '500': json({}, 500),
    'not JSON': json('<html>'),
    'half an answer': half(matrix),
    'a row missing': json({ sources_to_targets: matrix.sources_to_targets.slice(1) }),
    'text for a time': json({ sources_to_targets: [[{ time: 'soon', distance: 1 }]] }),
  }
  for (const [fault, respond] of Object.entries(faults)) {
    server.answer(answering(respond))
    await assert.rejects(table(), fault)
  }
  server.answer(answering(json(matrix), json([located[0]])))
  await assert.rejects(table(), 'fewer places than points')
  server.answer(hang)
  await assert.rejects(table(AbortSignal.timeout(50)), { name: 'TimeoutError' })
  await assert.rejects(valhalla(await closedPort()).table(points, AbortSignal.timeout(60_000)))
})
