import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { extractEntries } from '../../../src/adapters/regions/read-extract.ts'
import type { ExtractEntry } from '../../../src/app/ports/extracts.ts'
import { field, scalar } from '../../helpers/map-tiles.ts'
import { blob, framed } from '../../helpers/osm-extract.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'rm-extract-'))
after(() => rmSync(folder, { recursive: true }))
const MEBIBYTE = 1024 * 1024

const length = (bytes: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(bytes)
  return buffer
}
/** Returns a header that announces a blob of this size. The blob itself doesn't follow. */
const announced = (bytes: number): Buffer => {
  const header = Buffer.concat([field(1, Buffer.from('OSMData')), scalar(3, bytes)])
  return Buffer.concat([length(header.length), header])
}
const HEAD = blob('OSMHeader', field(4, Buffer.from('OsmSchema-V0.6')))
const texts = field(
  1,
  ['', 'highway', 'service'].map((text) => field(1, Buffer.from(text))),
)
const way = (...fields: Buffer[]): Buffer =>
  Buffer.concat([texts, field(2, field(3, Buffer.concat([scalar(1, 7), ...fields])))])
const whole = way(field(2, Buffer.of(1)), field(3, Buffer.of(2)), field(8, Buffer.of(20, 2)))

const read = (...blocks: Buffer[]) => readKinds(['head', 'node', 'way', 'relation'], ...blocks)

async function readKinds(kinds: readonly ExtractEntry['type'][], ...blocks: Buffer[]): Promise<ExtractEntry[]> {
  const file = path.join(folder, 'any.osm.pbf')
  writeFileSync(file, Buffer.concat(blocks))
  const entries: ExtractEntry[] = []
  for await (const block of extractEntries(file, kinds)) entries.push(...block)
  return entries
}

test('blocks are read packed or not, and blocks of other types are skipped', async () => {
  const expected = { type: 'way', id: 7, refs: [10, 11], tags: { highway: 'service' } }
  for (const block of [blob('OSMData', whole), blob('OSMData', whole, null), framed('OSMData', field(1, whole))])
    assert.deepEqual((await read(HEAD, framed('Other', Buffer.alloc(99)), block)).slice(1), [expected])
  const ofKind = async (kind: ExtractEntry['type']) => readKinds([kind], HEAD, blob('OSMData', whole))
  assert.deepEqual(await ofKind('head'), [{ type: 'head', box: null, timestamp: null }])
  assert.deepEqual([await ofKind('node'), await ofKind('way')], [[], [expected]])
})

test('reading ends at the format’s limits, whatever a block states', async () => {
  const zeros = Buffer.alloc(33 * MEBIBYTE)
  for (const [block, fault] of [
    [length(64 * 1024 + 1), /any\.osm\.pbf .* \(the header of a block is larger than 64 KiB\)/],
    [length(0xff_ff_ff_ff), /larger than 64 KiB/],
    [length(9), /it ends within a block/],
    [announced(32 * MEBIBYTE + 1), /a block is larger than 32 MiB\)/],
    [announced(2 ** 40), /a block is larger than 32 MiB\)/],
    [announced(32 * MEBIBYTE), /it ends within a block/],
    [blob('OSMData', zeros), /larger than 32 MiB when it is unpacked/],
    [blob('OSMData', zeros, null), /larger than 32 MiB when it is unpacked/],
    [blob('OSMData', zeros, 1000), /the unpacked size of a block differs from its declared size/],
    [blob('OSMData', whole, whole.length + 1), /differs from its declared size/],
    [blob('OSMData', whole, whole.length - 1), /differs from its declared size/],
    [blob('OSMData', whole, 0), /differs from its declared size/],
    [framed('OSMData', scalar(2, 9)), /a block has no data/],
    [framed('', field(1, whole)), /a block has no type/],
    [framed('OSMData', Buffer.concat([scalar(2, 9), field(3, Buffer.from('no zlib'))])), /incorrect header check/],
  ] as const)
    await assert.rejects(read(HEAD, block), fault)
})

test('an unsupported compression or feature is named', async () => {
  for (const [number, name] of [
    [4, 'lzma'],
    [5, 'bzip2'],
    [6, 'lz4'],
    [7, 'zstd'],
  ] as const)
    await assert.rejects(
      read(HEAD, framed('OSMData', Buffer.concat([scalar(2, 9), field(number, Buffer.alloc(9))]))),
      new RegExp(`any\\.osm\\.pbf is compressed with ${name}, which can't be read: convert it to zlib compression`),
    )
  await assert.rejects(
    read(blob('OSMHeader', field(4, Buffer.from('HistoricalInformation')))),
    /needs the feature "HistoricalInformation", which can't be read/,
  )
})

test('reading ends at an entry that is damaged or too large', async () => {
  const dense = (...columns: [number, Buffer][]): Buffer =>
    Buffer.concat([texts, field(2, field(2, Buffer.concat(columns.map(([number, bytes]) => field(number, bytes)))))])
  const [one, two] = [Buffer.of(2), Buffer.of(2, 2)]
  for (const [content, fault] of [
    [way(field(8, Buffer.alloc(2 * MEBIBYTE))), /an entry is too large/],
    [dense([1, one], [8, one], [9, one], [10, Buffer.alloc(2 * MEBIBYTE, 1)]), /an entry is too large/],
    [dense([1, one], [8, one], [9, one], [10, Buffer.of(1, 2)]), /is damaged or was cut off/],
    [dense([1, two], [8, one], [9, two]), /is damaged or was cut off/],
    [dense([1, one], [8, one], [9, two]), /columns of two lengths/],
    [dense([1, one], [8, one], [9, one], [1, one]), /a column twice/],
    [way(field(2, Buffer.of(9)), field(3, Buffer.of(2))), /a text is missing/],
    [way(field(2, Buffer.of(1))), /keys without values/],
  ] as const)
    await assert.rejects(read(HEAD, blob('OSMData', content)), fault)
})
