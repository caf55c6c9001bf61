// The thread that answers queries about roads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RoadThread, type SharedRoads } from '../../../src/adapters/regions/road-thread.ts'
import { buildRoadFile } from '../../../src/roads/build.ts'
import { joined, roadMap } from '../../roads/road-map.ts'

const map = roadMap({
  nodes: { w: [0, 0], e: [60, 0], a: [0, 1], b: [60, 1] },
  ways: { street: 'w e', lane: 'w a', road: 'e b' },
})
const whole = joined(buildRoadFile(map.roads, map.segments, 'CAR'))
const QUESTION = { kind: 'keys', points: [map.between('w', 'e', 0.2)] } as const
const { signal } = new AbortController()

function fileOf(key: string, bytes: Uint8Array): SharedRoads {
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return { key, buffer }
}
const sound = fileOf('sound', whole)
const damaged = fileOf('damaged', new Uint8Array(64))

test('a query ends with its signal while the road files are still being read', async () => {
  const thread = new RoadThread()
  const never = new Promise<never>(() => {})
  const caller = new AbortController()
  const asked = thread.ask(never, QUESTION, caller.signal)
  caller.abort(new Error('the caller has no more time'))
  await assert.rejects(asked, /the caller has no more time/)
  await assert.rejects(thread.ask(never, QUESTION, caller.signal), /the caller has no more time/)
})

test('a query fails if the road files can’t be read', async () => {
  const fault = Promise.reject(new Error('the file is gone'))
  await assert.rejects(new RoadThread().ask(fault, QUESTION, signal), /the file is gone/)
})

test('every query fails if one of its road files is damaged, and the other files stay usable', async (t) => {
  const thread = new RoadThread()
  t.after(() => thread.close())
  const ask = (...files: SharedRoads[]) => thread.ask(Promise.resolve(files), QUESTION, signal)
  await assert.rejects(ask(damaged, sound), /this is no road file/)
  await assert.rejects(ask(damaged, sound), /this is no road file/)
  assert.deepEqual(await ask(sound), ['sound'])
})

test('a file that is replaced while it is read is removed after the query', async (t) => {
  const thread = new RoadThread()
  t.after(() => thread.close())
  const reading = Promise.withResolvers<SharedRoads[]>()
  const asked = thread.ask(reading.promise, QUESTION, signal)
  const forgotten = thread.forget(['roads'])
  reading.resolve([fileOf('roads', new Uint8Array(64))])
  await assert.rejects(asked, /this is no road file/)
  await forgotten
  assert.deepEqual(await thread.ask(Promise.resolve([fileOf('roads', whole)]), QUESTION, signal), ['roads'])
})

test('a query keeps its road files until its end', async (t) => {
  const thread = new RoadThread()
  t.after(() => thread.close())
  const points = Array.from({ length: 120 }, (_, i) => map.between('w', 'e', i / 120))
  const growing = { kind: 'growing', name: 'day', points, vehicle: { costing: 'CAR' } } as const
  const asked = thread.ask(Promise.resolve([sound]), growing, signal)
  await new Promise(setImmediate)
  await thread.forget(['sound'])
  const { durations } = await asked
  assert.ok(durations.every(Number.isFinite))
})

test('a closed thread rejects queries, also if their road files were being read', async () => {
  const thread = new RoadThread()
  const reading = Promise.withResolvers<SharedRoads[]>()
  const asked = thread.ask(reading.promise, QUESTION, signal)
  await thread.close()
  reading.resolve([sound])
  await assert.rejects(asked, /the roads are closed/)
  await assert.rejects(thread.ask(Promise.resolve([sound]), QUESTION, signal), /the roads are closed/)
})
