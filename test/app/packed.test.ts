// Packs and unpacks values with large typed arrays, which are stored in separate pieces.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { pack, unpack } from '../../src/app/packed.ts'

const tableOf = (length: number): Float64Array => Float64Array.from({ length }, (_, i) => (i * 7919) % 86_400)

test('a value is unchanged after storage, with tables of every size and kind', async () => {
  const whole = tableOf(1_200_000)
  const value = {
    open: Infinity,
    at: new Date(0),
    small: Int32Array.of(1, -2, 3),
    large: whole,
    // Part of a buffer that begins inside a piece.
    part: whole.subarray(3, 200_003),
    bytes: new Uint8Array(Buffer.alloc(5_000_001, 'abc')),
    list: [{ again: tableOf(300_000) }],
  }
  assert.deepEqual(await unpack(await pack(value)), value)
})

test('a value from before separate tables can be read', async () => {
  const value = { durations: tableOf(400_000), open: -Infinity }
  assert.deepEqual(await unpack(zstdCompressSync(serialize(value))), value)
})

test('a value without large tables is stored in the earlier format', async () => {
  const value = { durations: tableOf(100), open: Infinity }
  assert.deepEqual(zstdDecompressSync(await pack(value)), serialize(value))
})
