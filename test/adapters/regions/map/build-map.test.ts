// Tests the map of a small extract, read like in a browser.
import assert from 'node:assert/strict'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { mapTilesFault } from '../../../../src/adapters/map-tiles.ts'
import { buildMap } from '../../../../src/adapters/regions/map/build-map.ts'
import { openPmtilesFile } from '../../../../src/adapters/regions/map/pmtiles-file.ts'
import { type Extract, writeExtract } from '../../../helpers/osm-extract.ts'

const dir = await mkdtemp(path.join(os.tmpdir(), 'rm-build-map-'))
after(() => rm(dir, { recursive: true }))

const LAT = 38.9
const LNG = -77
/** Corners of a square around the middle, `size` thousandths of a degree wide. Nodes are numbered from `first`. */
const square = (first: number, size: number): Extract['nodes'] => ({
  [first]: [LAT - size / 2000, LNG - size / 2000],
  [first + 1]: [LAT - size / 2000, LNG + size / 2000],
  [first + 2]: [LAT + size / 2000, LNG + size / 2000],
  [first + 3]: [LAT + size / 2000, LNG - size / 2000],
})
const ring = (first: number): number[] => [first, first + 1, first + 2, first + 3, first]

const EXTRACT: Extract = {
  nodes: {
    ...square(10, 6),
    ...square(20, 1),
    ...square(30, 3),
    41: [LAT - 0.004, LNG - 0.004],
    42: [LAT - 0.004, LNG],
    43: [LAT - 0.004, LNG + 0.004],
    51: [LAT, LNG, { place: 'city', name: 'Testville', population: '600000' }],
    44: [LAT - 0.002, LNG - 0.004],
    45: [LAT - 0.002, LNG],
    46: [LAT - 0.002, LNG + 0.004],
    52: [LAT, LNG + 0.0001, { 'addr:housenumber': '12a', 'addr:street': 'Main Street' }],
  },
  ways: {
    // A lake's shore in two parts with opposite directions, and its island.
    1: { refs: [10, 11, 12] },
    2: { refs: [10, 13, 12] },
    3: { refs: ring(20) },
    4: { refs: [41, 42], tags: { highway: 'residential', name: 'Main Street' } },
    5: { refs: [43, 42], tags: { highway: 'residential', name: 'Main Street' } },
    6: { refs: [42, 10], tags: { highway: 'motorway', ref: 'I 95;US 1', bridge: 'yes', layer: '2' } },
    7: { refs: [41, 10], tags: { railway: 'rail' } },
    8: { refs: ring(30), tags: { leisure: 'park', name: 'Green' } },
    9: { refs: ring(20), tags: { building: 'yes', 'addr:housenumber': '7' } },
    // A node of this way is missing in the extract.
    10: { refs: [41, 999, 42, 43], tags: { highway: 'footway' } },
    11: { refs: [41, 43], tags: { power: 'line' } },
    // Two parts of a street that are one-way to the east. The second is drawn against its traffic.
    12: { refs: [44, 45], tags: { highway: 'residential', name: 'East Low Avenue', oneway: 'yes' } },
    13: { refs: [46, 45], tags: { highway: 'residential', name: 'East Low Avenue', oneway: '-1' } },
    14: { refs: ring(30), tags: { place: 'city', name: 'Testville' } },
    15: { refs: ring(30), tags: { place: 'neighbourhood', name: 'Old Quarter' } },
    16: { refs: ring(20), tags: { landuse: 'retail' } },
    17: { refs: ring(20), tags: { building: 'school', amenity: 'school', name: 'Low School' } },
  },
  relations: {
    1: {
      members: [
        { way: 1, role: 'outer' },
        { way: 2, role: 'outer' },
        { way: 3, role: 'inner' },
      ],
      tags: { type: 'multipolygon', natural: 'water', name: 'Lake' },
    },
  },
}

const extract = path.join(dir, 'small.osm.pbf')
await writeExtract(extract, EXTRACT)
const file = path.join(dir, 'map.pmtiles')
await buildMap(extract, file, () => {})

async function opened(of: string): Promise<PMTiles> {
  const handle = await open(of)
  after(() => handle.close())
  return new PMTiles({
    getKey: () => of,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
      return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer }
    },
  })
}
const tiles = await opened(file)

type Said = Record<string, string | number | boolean | undefined>

/** Features in a layer of the tile around the middle: their properties, and the number of rings or lines. */
async function inTile(z: number, layer: string): Promise<Said[]> {
  const x = Math.floor((LNG / 360 + 0.5) * 2 ** z)
  const radians = (LAT * Math.PI) / 180
  const y = Math.floor((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z)
  const found = await tiles.getZxy(z, x, y)
  const read = found && new VectorTile(new PbfReader(new Uint8Array(found.data))).layers[layer]
  return Array.from({ length: read?.length ?? 0 }, (_, i) => {
    const feature = read?.feature(i)
    const lines = feature?.loadGeometry() ?? []
    const [first, last] = [lines[0]?.[0]?.x, lines[0]?.at(-1)?.x]
    return {
      ...feature?.properties,
      parts: lines.length,
      ...(feature?.properties['oneway'] && { east: last! > first! }),
    }
  })
}
const kinds = async (z: number, layer: string) => texts(await inTile(z, layer), 'kind')
const texts = (found: Said[], key: string): string[] =>
  found.map((properties) => String(properties[key] ?? '')).sort((a, b) => a.localeCompare(b))

test('every kind of feature is drawn at its zooms, streets in one piece, a lake around its island', async () => {
  const roads = await inTile(14, 'roads')
  const street = { kind: 'minor_road', kind_detail: 'residential', min_zoom: 12, parts: 1 }
  const main = roads.filter(({ kind }) => kind === 'minor_road')
  assert.deepEqual(main, [
    { ...street, name: 'Main St' },
    { ...street, name: 'E Low Ave', oneway: 'yes', east: true },
  ])
  assert.deepEqual(await kinds(14, 'roads'), ['highway', 'minor_road', 'minor_road', 'path', 'rail'])
  const { is_bridge, layer, ref, oneway } = roads.find(({ kind }) => kind === 'highway') ?? {}
  assert.deepEqual({ is_bridge, layer, ref, oneway }, { is_bridge: true, layer: 2, ref: 'I 95', oneway: 'yes' })
  assert.deepEqual(await kinds(10, 'roads'), ['highway'])
  const water = await inTile(15, 'water')
  assert.deepEqual(texts(water, 'kind'), ['lake', 'water'])
  assert.equal(water.find(({ kind }) => kind === 'water')?.['parts'], 2)
  assert.deepEqual(texts(await inTile(15, 'landuse'), 'kind'), ['commercial', 'park', 'park', 'school'])
  assert.deepEqual(texts(await inTile(15, 'landuse'), 'name'), ['', '', 'Green', 'Low School'])
  // A place that is mapped twice, as a point and as an area, is shown once.
  assert.deepEqual(texts(await inTile(15, 'places'), 'name'), ['Old Quarter', 'Testville'])
  const buildings = await inTile(15, 'buildings')
  assert.deepEqual(texts(buildings, 'addr_housenumber'), ['', '', '12a', '7'])
  assert.deepEqual(await kinds(14, 'buildings'), ['building', 'building'])
})

test('the style can draw the file, and the same extract gives the same file', async () => {
  assert.equal(await mapTilesFault(file), null)
  const { minLon, maxLon, minLat, maxLat, maxZoom } = await tiles.getHeader()
  assert.ok(minLon < LNG && maxLon > LNG && minLat < LAT && maxLat > LAT && maxZoom === 15)
  const again = path.join(dir, 'again.pmtiles')
  await buildMap(extract, again, () => {})
  assert.deepEqual(await readFile(again), await readFile(file))
})

test('every tile is found in an archive with more tiles than one directory holds', async () => {
  const large = path.join(dir, 'large.pmtiles')
  const archive = openPmtilesFile(large)
  const bytesOf = (x: number, y: number): Buffer => Buffer.from(`${x} ${'.'.repeat((x * 7 + y * 13) % 50)} ${y}`)
  const WIDTH = 150
  for (let x = 0; x < WIDTH; x++) for (let y = 0; y < WIDTH; y++) archive.add(9, x, y, bytesOf(x, y))
  archive.finish({ minZoom: 9, maxZoom: 9, bounds: [-180, -85, 180, 85], metadata: {} })
  archive.close()
  const read = await opened(large)
  const header = await read.getHeader()
  assert.ok((header.leafDirectoryLength ?? 0) > 0, 'the archive has leaf directories')
  header.tileCompression = 1
  for (const [x, y] of [
    [0, 0],
    [149, 149],
    [77, 3],
    [12, 140],
  ] as const)
    assert.deepEqual(Buffer.from((await read.getZxy(9, x, y))?.data ?? new ArrayBuffer(0)), bytesOf(x, y))
  assert.equal(await read.getZxy(9, 200, 200), undefined)
})
