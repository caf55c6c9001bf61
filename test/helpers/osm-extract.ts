// A small OpenStreetMap extract in the format of https://wiki.openstreetmap.org/wiki/PBF_Format.
import { writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { field, scalar, varint, zigzag } from './map-tiles.ts'

type Tags = Record<string, string>

export interface Extract {
  /** Bounding box in the file's header. */
  box?: { west: number; south: number; east: number; north: number }
  /** Keyed by ID: latitude, longitude and tags. */
  nodes: Record<number, [lat: number, lng: number, tags?: Tags]>
  ways: Record<number, { refs: readonly number[]; tags?: Tags }>
  relations?: Record<number, { members: readonly { way: number; role: string }[]; tags: Tags }>
}

export async function writeExtract(file: string, { box, nodes, ways, relations = {} }: Extract): Promise<void> {
  const strings = ['']
  const stringOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text)
    return strings.indexOf(text)
  }
  const tagged = (tags: Tags = {}): Buffer[] => [
    field(2, packed(Object.keys(tags).map(stringOf))),
    field(3, packed(Object.values(tags).map(stringOf))),
  ]
  const entries = [
    ...Object.entries(nodes).map(([id, [lat, lng, tags]]) =>
      field(1, [scalar(1, zigzag(Number(id))), ...tagged(tags), scalar(8, degrees(lat)), scalar(9, degrees(lng))]),
    ),
    ...Object.entries(ways).map(([id, { refs, tags }]) =>
      field(3, [scalar(1, Number(id)), ...tagged(tags), field(8, packed(steps(refs).map(zigzag)))]),
    ),
    ...Object.entries(relations).map(([id, { members, tags }]) =>
      field(4, [
        scalar(1, Number(id)),
        ...tagged(tags),
        field(8, packed(members.map(({ role }) => stringOf(role)))),
        field(9, packed(steps(members.map(({ way }) => way)).map(zigzag))),
        field(10, packed(members.map(() => WAY))),
      ]),
    ),
  ]
  const table = field(
    1,
    strings.map((text) => field(1, Buffer.from(text))),
  )
  const sides = box && [box.west, box.east, box.north, box.south]
  const covers = sides?.map((degrees, i) => scalar(i + 1, zigzag(Math.round(degrees * 1e9)))) ?? []
  const blocks = [
    blob('OSMHeader', Buffer.concat([...(box ? [field(1, covers)] : []), field(4, Buffer.from('OsmSchema-V0.6'))])),
  ]
  for (const entry of entries) blocks.push(blob('OSMData', Buffer.concat([table, field(2, entry)])))
  await writeFile(file, Buffer.concat(blocks))
}

const WAY = 1
const degrees = (value: number): number => zigzag(Math.round(value * 1e7))
const packed = (numbers: readonly number[]): Buffer => Buffer.concat(numbers.map(varint))
const steps = (numbers: readonly number[]): number[] => numbers.map((number, i) => number - (numbers[i - 1] ?? 0))

/** A block in the file's format. `stated` is the size that it states for its content, or null if it states none. */
export const blob = (type: string, content: Buffer, stated: number | null = content.length): Buffer =>
  framed(type, Buffer.concat([...(stated === null ? [] : [scalar(2, stated)]), field(3, deflateSync(content))]))

/** A block with any body. */
export function framed(type: string, body: Buffer): Buffer {
  const head = Buffer.concat([field(1, Buffer.from(type)), scalar(3, body.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, body])
}
