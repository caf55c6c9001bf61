import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAreas } from '../../../src/adapters/areas/areas.ts'

const square = (west: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 0],
      [west + 1, 0],
      [west + 1, 1],
      [west, 1],
      [west, 0],
    ],
  ],
})
const stored = (version: number, west = 0) => ({ version, geometry: JSON.stringify(square(west)) })
const zone = (zoneId: string, version = 1) => ({ zoneId, version })
/** Returns a function that loads the requested areas from `all`, and records each request in `asked`. */
const from =
  (all: Record<string, ReturnType<typeof stored>>, asked: string[][]) => async (zoneIds: readonly string[]) => {
    asked.push([...zoneIds])
    return new Map(zoneIds.flatMap((id) => (all[id] ? [[id, all[id]] as const] : [])))
  }

test('an area is loaded once for all concurrent requests, and again for another version', async () => {
  const areas = openAreas()
  const asked: string[][] = []
  const load = from({ a: stored(1), b: stored(1) }, asked)
  const [first, second] = await Promise.all([
    areas.prepared([zone('a'), zone('b')], load),
    areas.prepared([zone('b')], load),
  ])
  assert.deepEqual(asked, [['a', 'b']])
  assert.equal(first.get('b'), second.get('b'))
  const moved = await areas.prepared([zone('a', 2), zone('b')], from({ a: stored(2, 5) }, asked))
  assert.deepEqual(asked.slice(1), [['a']])
  assert.deepEqual(
    [moved.get('a')?.holds({ lat: 0.5, lng: 5.5 }), first.get('a')?.holds({ lat: 0.5, lng: 5.5 })],
    [true, false],
  )
})

test('an area that changes between its version and its load is current, but not cached under the old version', async () => {
  const areas = openAreas()
  const asked: string[][] = []
  const raced = await areas.prepared([zone('a', 1)], from({ a: stored(2, 5) }, asked))
  assert.equal(raced.get('a')?.holds({ lat: 0.5, lng: 5.5 }), true)
  const gone = await areas.prepared([zone('a', 1)], from({}, asked))
  assert.deepEqual([gone.size, asked.length], [0, 2])
})

test('a load that fails does not fail other loads', async () => {
  const areas = openAreas()
  const broken = Promise.withResolvers<never>()
  const failing = areas.prepared([zone('a')], () => broken.promise)
  const other = areas.prepared([zone('a')], from({ a: stored(1) }, []))
  broken.reject(new Error('connection lost'))
  await assert.rejects(failing, /connection lost/)
  assert.equal((await other).size, 1)
})

test('the least recently used area is dropped first if there is no space', async () => {
  const areas = openAreas(3 * 5_000)
  const asked: string[][] = []
  const load = from({ a: stored(1), b: stored(1), c: stored(1), d: stored(1) }, asked)
  for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) assert.equal((await areas.prepared([zone(id)], load)).size, 1)
  assert.deepEqual(asked.flat(), ['a', 'b', 'c', 'd', 'b'])
})

test('a large area is read and indexed like a small one', async () => {
  const corners = Array.from({ length: 40_000 }, (_, i): [number, number] => {
    const angle = (i / 40_000) * 2 * Math.PI
    return [(i % 2 === 0 ? 2 : 1.9) * Math.cos(angle), (i % 2 === 0 ? 2 : 1.9) * Math.sin(angle)]
  })
  const geometry = { type: 'Polygon', coordinates: [[...corners, corners[0]!]] }
  const areas = openAreas()
  const read = await areas.read(Buffer.from(JSON.stringify({ name: 'Large', geometry })), 'geometry')
  assert.equal(read?.rest, '{"name":"Large"}')
  const [one] = read?.areas ?? []
  assert.ok(one && 'area' in one)
  assert.deepEqual([one.area.corners, JSON.parse(one.area.geometry)], [40_000, geometry])
  const ready = await areas.prepared(
    [zone('a')],
    async () => new Map([['a', { version: 1, geometry: one.area.geometry }]]),
  )
  const area = ready.get('a')!
  assert.deepEqual([area.holds({ lat: 1, lng: 1 }), area.holds({ lat: 1.5, lng: 1.5 })], [true, false])
})

test('a body that is not a JSON object is reported as such, small or large', async () => {
  const areas = openAreas()
  for (const body of ['', '{', '[]', '"a"', `[${'0,'.repeat(50_000)}0]`, '{'.repeat(100_000)])
    assert.equal(await areas.read(Buffer.from(body), 'geometry'), null, body.slice(0, 10))
})
