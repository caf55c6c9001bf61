// Writes a PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). The first 16
// KiB contain the header and the root directory. The tiles follow in the order of arrival, then the other directories
// and the metadata.
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Compression, TileType, zxyToTileId } from 'pmtiles'

const HEADER_BYTES = 127
const ROOT_BYTES = 16_384 - HEADER_BYTES
const DATA_FROM = HEADER_BYTES + ROOT_BYTES
const LEAF_ENTRIES = 4_096

interface Entry {
  id: number
  offset: number
  length: number
  /** Number of consecutive tiles. 0 marks a directory. */
  run: number
}

export interface About {
  minZoom: number
  maxZoom: number
  /** West, south, east and north in degrees. */
  bounds: readonly [number, number, number, number]
  metadata: Record<string, unknown>
}

export interface PmtilesFile {
  /** Adds a tile with compressed content. Tiles may come in any order. */
  add(z: number, x: number, y: number, bytes: Uint8Array): void
  /** Writes the rest of the archive. Returns its size in bytes. */
  finish(about: About): number
  close(): void
}

export function openPmtilesFile(path: string): PmtilesFile {
  const file = openSync(path, 'wx')
  const entries: Entry[] = []
  const known = new Map<string, number>()
  let end = DATA_FROM
  const append = (bytes: Uint8Array): number => {
    writeSync(file, bytes, 0, bytes.length, end)
    end += bytes.length
    return end - bytes.length
  }
  return {
    add(z, x, y, bytes) {
      const hash = createHash('md5').update(bytes).digest('base64')
      const offset = known.get(hash) ?? append(bytes) - DATA_FROM
      known.set(hash, offset)
      entries.push({ id: zxyToTileId(z, x, y), offset, length: bytes.length, run: 1 })
    },
    finish(about) {
      const tilesEnd = end
      const { root, leaves } = directoriesOf(entries.sort((a, b) => a.id - b.id))
      const leavesAt = append(leaves)
      const metadata = gzipSync(JSON.stringify(about.metadata))
      const metadataAt = append(metadata)
      const header = headerOf(
        about,
        [
          [HEADER_BYTES, root.length],
          [metadataAt, metadata.length],
          [leavesAt, leaves.length],
          [DATA_FROM, tilesEnd - DATA_FROM],
          [entries.length, entries.length],
        ],
        known.size,
      )
      writeSync(file, Buffer.concat([header, root]), 0, header.length + root.length, 0)
      fsyncSync(file)
      return end
    },
    close: () => closeSync(file),
  }
}

/**
 * Returns a single directory if it fits next to the header. Otherwise, returns a root directory that points to leaf
 * directories.
 */
function directoriesOf(entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const whole = directory(entries)
  if (whole.length <= ROOT_BYTES) return { root: whole, leaves: new Uint8Array() }
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const leaves: Uint8Array[] = []
    const pointers: Entry[] = []
    let offset = 0
    for (let i = 0; i < entries.length; i += size) {
      const leaf = directory(entries.slice(i, i + size))
      pointers.push({ id: entries[i]?.id ?? 0, offset, length: leaf.length, run: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = directory(pointers)
    if (root.length <= ROOT_BYTES) return { root, leaves: Buffer.concat(leaves) }
  }
}

/**
 * Encodes columns of variable-length integers: IDs as differences, runs, lengths, and offsets, which are 0 for an entry
 * that directly follows the previous one.
 */
function directory(entries: readonly Entry[]): Uint8Array {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, i) => {
      const before = entries[i - 1]
      return before && before.offset + before.length === offset ? 0 : offset + 1
    }),
  ]
  const bytes: number[] = []
  for (let number of numbers) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128)
    bytes.push(number)
  }
  return gzipSync(Uint8Array.from(bytes))
}

function headerOf(
  { minZoom, maxZoom, bounds }: About,
  sections: readonly (readonly [number, number])[],
  contents: number,
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  ;[...sections.flat(), contents].forEach((number, i) => header.writeBigUInt64LE(BigInt(number), 8 + 8 * i))
  const NOT_CLUSTERED = 0
  header.set([NOT_CLUSTERED, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom], 96)
  const degrees = (value: number): number => Math.round(value * 1e7)
  const [west, south, east, north] = bounds
  bounds.forEach((value, i) => header.writeInt32LE(degrees(value), 102 + 4 * i))
  header[118] = Math.min(maxZoom, 12)
  header.writeInt32LE(degrees((west + east) / 2), 119)
  header.writeInt32LE(degrees((south + north) / 2), 123)
  return header
}
