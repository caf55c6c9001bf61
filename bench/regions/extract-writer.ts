// Writes an OpenStreetMap extract of any size, block by block (https://wiki.openstreetmap.org/wiki/PBF_Format).
import { closeSync, openSync, writeSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

type Tags = Record<string, string>

const ENTRIES_A_BLOCK = 8_000

export interface ExtractWriter {
  /** Adds a node. All nodes come before the ways, in ascending order of ID. */
  node(id: number, lat: number, lng: number): void
  way(id: number, refs: readonly number[], tags: Tags): void
  close(): void
}

export function openExtract(path: string): ExtractWriter {
  const file = openSync(path, 'w')
  const put = (type: string, content: Buffer): void => {
    const body = Buffer.concat([varintField(2, content.length), field(3, deflateSync(content, { level: 1 }))])
    const head = Buffer.concat([field(1, Buffer.from(type)), varintField(3, body.length)])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(head.length)
    writeSync(file, Buffer.concat([length, head, body]))
  }
  put('OSMHeader', Buffer.concat([field(4, Buffer.from('OsmSchema-V0.6')), field(4, Buffer.from('DenseNodes'))]))

  let nodes: [ids: number[], lats: number[], lngs: number[]] = [[], [], []]
  let ways: Buffer[] = []
  let strings = new Map([['', 0]])
  const stringOf = (text: string): number => {
    const known = strings.get(text)
    if (known !== undefined) return known
    strings.set(text, strings.size)
    return strings.size - 1
  }
  const flush = (): void => {
    const [ids, lats, lngs] = nodes
    if (ids.length === 0 && ways.length === 0) return
    const dense = [field(1, steps(ids)), field(8, steps(lats)), field(9, steps(lngs))]
    const group = ids.length > 0 ? field(2, Buffer.concat(dense)) : Buffer.concat(ways)
    const table = Buffer.concat([...strings.keys()].map((text) => field(1, Buffer.from(text))))
    put('OSMData', Buffer.concat([field(1, table), field(2, group)]))
    nodes = [[], [], []]
    ways = []
    strings = new Map([['', 0]])
  }
  return {
    node(id, lat, lng) {
      const [ids, lats, lngs] = nodes
      ids.push(id)
      lats.push(Math.round(lat * 1e7))
      lngs.push(Math.round(lng * 1e7))
      if (ids.length === ENTRIES_A_BLOCK) flush()
    },
    way(id, refs, tags) {
      if (nodes[0].length > 0) flush()
      const keys = varints(Object.keys(tags).map(stringOf))
      const values = varints(Object.values(tags).map(stringOf))
      ways.push(field(3, Buffer.concat([varintField(1, id), field(2, keys), field(3, values), field(8, steps(refs))])))
      if (ways.length === ENTRIES_A_BLOCK) flush()
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}

/** Encodes each value as its difference to the previous value. */
const steps = (values: readonly number[]): Buffer =>
  varints(values.map((value, i) => value - (values[i - 1] ?? 0)).map((step) => (step < 0 ? -2 * step - 1 : 2 * step)))

function varints(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(10 * values.length)
  let at = 0
  for (const value of values) {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) + 128
    bytes[at++] = rest
  }
  return bytes.subarray(0, at)
}

const field = (number: number, content: Buffer): Buffer =>
  Buffer.concat([varints([number * 8 + 2, content.length]), content])
const varintField = (number: number, value: number): Buffer => varints([number * 8, value])
