// A tiny file of map tiles: one tile of the whole world with land and a name in the middle of the United States. The file is PMTiles
// version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) and the tile is a Mapbox vector tile.
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

const EXTENT = 4096

export async function writeMapTiles(
  file: string,
  layers: readonly string[] = ['earth', 'water', 'roads'],
): Promise<void> {
  await writeFile(file, archive(layers))
}

/** If `blanks` is given, the directory and the metadata are compressed, and the metadata ends with that number of blanks. */
export function archive(layers: readonly string[], blanks?: number): Buffer {
  const tile = Buffer.concat([
    layer('earth', { kind: 'earth' }, 3, [move(0, 0), line([EXTENT, 0], [0, EXTENT], [-EXTENT, 0]), [15]].flat()),
    layer('places', { kind: 'country', 'name:en': 'Testland' }, 1, move(933, 1570)),
  ])
  const packed = (part: Buffer): Buffer => (blanks === undefined ? part : gzipSync(part))
  const described = JSON.stringify({ vector_layers: layers.map((id) => ({ id, fields: {} })) })
  const metadata = packed(Buffer.concat([Buffer.from(described), Buffer.alloc(blanks ?? 0, ' ')]))
  // One entry: tile 0, in a run of length one, at the start of the data.
  const directory = packed(Buffer.concat([1, 0, 1, tile.length, 1].map(varint)))
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const offsets = [directory, metadata, Buffer.alloc(0), tile]
  let offset = header.length
  offsets.forEach((part, i) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * i)
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * i)
    offset += part.length
  })
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  // Bytes 96 to 101 of the header: clustered, compression of the directory and metadata, tiles not compressed, vector
  // tiles, and zoom 0 only.
  header.set([1, blanks === undefined ? 1 : 2, 1, 1, 0, 0], 96)
  ;[-180, -85, 180, 85].forEach((degrees, i) => header.writeInt32LE(degrees * 1e7, 102 + 4 * i))
  return Buffer.concat([header, directory, metadata, tile])
}

export function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

export const field = (number: number, content: Buffer | readonly Buffer[]): Buffer => {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])
}
export const scalar = (number: number, value: number): Buffer => Buffer.concat([varint(number * 8), varint(value)])
export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const move = (x: number, y: number): number[] => [9, zigzag(x), zigzag(y)]
const line = (...steps: [number, number][]): number[] => [8 * steps.length + 2, ...steps.flat().map(zigzag)]

function layer(name: string, tags: Record<string, string>, type: number, geometry: readonly number[]): Buffer {
  const entries = Object.entries(tags)
  const feature = Buffer.concat([
    field(2, Buffer.concat(entries.flatMap((_, i) => [varint(i), varint(i)]))),
    scalar(3, type),
    field(4, Buffer.concat(geometry.map(varint))),
  ])
  return field(
    3,
    Buffer.concat([
      field(1, Buffer.from(name)),
      field(2, feature),
      ...entries.map(([key]) => field(3, Buffer.from(key))),
      ...entries.map(([, value]) => field(4, field(1, Buffer.from(value)))),
      scalar(5, EXTENT),
      scalar(15, 2),
    ]),
  )
}
