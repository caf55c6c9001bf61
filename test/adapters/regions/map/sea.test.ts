// Tests where the map tiles show water and land, with the coastlines of an invented extract.
import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { buildMap } from '../../../../src/adapters/regions/map/build-map.ts'
import { type Extract, writeExtract } from '../../../helpers/osm-extract.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'rm-sea-'))
after(() => rm(dir, { recursive: true }))

type Place = readonly [lat: number, lng: number]

/** Returns the point that is `x` tenths of a degree east and `y` tenths north of 40° N, 74° W. */
const at = (x: number, y: number): [number, number] => [40 + y / 10, -74 + x / 10]
const BOX = { west: -74, south: 40, east: -73, north: 41 }

let made = 0
/** Returns a function that tells land from water at a point, at high and low zoom, in the map of the coastlines. */
async function mapOf(coast: readonly (readonly Place[])[], box: Extract['box'] = BOX) {
  const nodes: Extract['nodes'] = {}
  const ids = new Map<string, number>()
  const idOf = ([lat, lng]: Place): number => {
    const known = ids.get(`${lat} ${lng}`) ?? ids.size + 1
    ids.set(`${lat} ${lng}`, known)
    nodes[known] = [lat, lng]
    return known
  }
  const ways = Object.fromEntries(
    coast.map((line, i) => [i + 1, { refs: line.map(idOf), tags: { natural: 'coastline' } }]),
  )
  // A road on land, so that the extract always has a map.
  const [a, b] = [idOf(at(1, 9.6)), idOf(at(1.1, 9.6))]
  ways[1_000] = { refs: [a, b], tags: { highway: 'residential' } as never }
  const extract = path.join(dir, `${++made}.osm.pbf`)
  await writeExtract(extract, { nodes, ways, ...(box && { box }) })
  const file = path.join(dir, `${made}.pmtiles`)
  await buildMap(extract, file, () => {})
  const handle = await open(file)
  after(() => handle.close())
  const tiles = new PMTiles({
    getKey: () => file,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
      return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer }
    },
  })
  const isWaterAt = async (z: number, [lat, lng]: Place): Promise<boolean> => {
    const radians = (lat * Math.PI) / 180
    const x = (lng / 360 + 0.5) * 2 ** z
    const y = (0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z
    const found = await tiles.getZxy(z, Math.floor(x), Math.floor(y))
    const layer = found && new VectorTile(new PbfReader(new Uint8Array(found.data))).layers['water']
    let crossings = 0
    for (let i = 0; layer && i < layer.length; i++)
      for (const ring of layer.feature(i).loadGeometry())
        ring.forEach((from, k) => {
          const to = ring[(k + 1) % ring.length] ?? from
          const [px, py] = [(x % 1) * layer.extent, (y % 1) * layer.extent]
          if (from.y > py !== to.y > py && px < ((to.x - from.x) * (py - from.y)) / (to.y - from.y) + from.x)
            crossings++
        })
    return crossings % 2 === 1
  }
  return async (x: number, y: number): Promise<string> => {
    const place = at(x, y)
    const seen = await Promise.all([8, 12, 15].map((z) => isWaterAt(z, place)))
    return new Set(seen).size > 1 ? `differs by zoom: ${seen.join()}` : seen[0] ? 'water' : 'land'
  }
}

/** A coast from west to east. The land is on its left, in the north. */
const STRAIGHT = [at(-1, 5), at(3, 5), at(6, 5), at(11, 5)]

test('the sea is on the right of a coast that crosses the extract, with its islands and a bay at the edge', async () => {
  const south = await mapOf([
    STRAIGHT,
    // An island with the land on its left, so counterclockwise.
    [at(4, 2), at(6, 2), at(6, 3), at(4, 3), at(4, 2)],
    // An island that the edge cuts.
    [at(9, 1), at(11, 1), at(11, 2), at(9, 2), at(9, 1)],
    // A bay of the northern edge, in from the edge and out again.
    [at(8, 11), at(8, 8), at(6, 8), at(6, 11)],
  ])
  const expected = {
    '5,7': 'land',
    '5,4': 'water',
    '5,2.5': 'land',
    '9.5,1.5': 'land',
    '8.5,1.5': 'water',
    '9.9,0.1': 'water',
    '0.1,0.1': 'water',
    '0.1,9.9': 'land',
    '7,9': 'water',
    '9.9,9.9': 'land',
  }
  for (const [place, what] of Object.entries(expected)) {
    const [x, y] = place.split(',').map(Number) as [number, number]
    assert.equal(await south(x, y), what, place)
  }
})

test('a coast in several ways, in any order, that ends within the extract is extended to the edge', async () => {
  const where = await mapOf([
    [at(6, 5), at(9.9, 5)],
    [at(0.1, 5), at(3, 5)],
    [at(3, 5), at(6, 5)],
  ])
  assert.deepEqual([await where(5, 9), await where(0.05, 1), await where(9.95, 4.9)], ['land', 'water', 'water'])
})

test('an extract with only an island has sea around it, and an extract without a coast is land', async () => {
  const island = await mapOf([[at(2, 2), at(8, 2), at(8, 9.8), at(0.5, 9.8), at(2, 2)]], undefined)
  assert.equal(await island(5, 5), 'land')
  assert.equal(await island(7.9, 2.1), 'land')
  assert.equal(await island(0.6, 3), 'water')
  assert.equal(await (await mapOf([]))(5, 5), 'land')
})

test('an enclosed basin of the sea is water, with the island in it', async () => {
  const where = await mapOf([
    [at(2, 2), at(2, 8), at(8, 8), at(8, 2), at(2, 2)],
    [at(4, 4), at(6, 4), at(6, 6), at(4, 6), at(4, 4)],
  ])
  assert.deepEqual([await where(1, 1), await where(3, 3), await where(5, 5)], ['land', 'water', 'land'])
})
