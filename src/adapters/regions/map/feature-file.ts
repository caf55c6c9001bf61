// The features of a map in a file on disk, in blocks. A block is a tile at one zoom level, whose features fit in
// memory.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Drawn } from './drawn.ts'
import { boxOf, type Line, WORLD } from './world.ts'

export type Shape = 'point' | 'line' | 'area'

export interface Feature extends Drawn {
  shape: Shape
  /** One line or point. For an area: the outer ring, then its holes. */
  lines: readonly Line[]
}

/** At this zoom, a block is about 8 by 10 km in the middle of the United States. */
export const BLOCK_ZOOM = 12
/**
 * Margin of a tile beyond its edge, as a fraction of the width of the tile. Lines just outside the tile have a width,
 * so a part of them is visible inside.
 */
export const MARGIN = 64 / 4096

export const BLOCK_WIDTH = WORLD / 2 ** BLOCK_ZOOM
const BUFFER_BYTES = 64 * 1024
const SHAPES: readonly Shape[] = ['point', 'line', 'area']

export interface FeatureFile {
  add(feature: Feature): void
  /** Adds a feature that was cut for one block. */
  addTo(x: number, y: number, feature: Feature): void
  /** Returns x and y of the blocks that have features, row by row. */
  blocks(): [x: number, y: number][]
  read(x: number, y: number): Feature[]
  close(): void
}

export function openFeatureFile(path: string): FeatureFile {
  const file = openSync(path, 'w+')
  const blocks = new Map<number, { parts: { at: number; length: number }[]; waiting: Buffer[]; bytes: number }>()
  let end = 0
  const flush = (block: NonNullable<ReturnType<typeof blocks.get>>): void => {
    const bytes = Buffer.concat(block.waiting)
    writeSync(file, bytes, 0, bytes.length, end)
    block.parts.push({ at: end, length: bytes.length })
    end += bytes.length
    block.waiting = []
    block.bytes = 0
  }
  const append = (key: number, bytes: Buffer): void => {
    const block = blocks.get(key) ?? { parts: [], waiting: [], bytes: 0 }
    blocks.set(key, block)
    block.waiting.push(bytes)
    block.bytes += bytes.length
    if (block.bytes >= BUFFER_BYTES) flush(block)
  }
  return {
    add(feature) {
      const bytes = encoded(feature)
      for (const key of blocksAround(feature.lines)) append(key, bytes)
    },
    addTo: (x, y, feature) => append(keyOf(x, y), encoded(feature)),
    blocks: () =>
      [...blocks.keys()].sort((a, b) => a - b).map((key) => [key % 2 ** BLOCK_ZOOM, Math.floor(key / 2 ** BLOCK_ZOOM)]),
    read(x, y) {
      const block = blocks.get(keyOf(x, y))
      const written = (block?.parts ?? []).map(({ at, length }) => {
        const bytes = Buffer.alloc(length)
        readSync(file, bytes, 0, length, at)
        return bytes
      })
      return [...decoded(Buffer.concat([...written, ...(block?.waiting ?? [])]))]
    },
    close: () => closeSync(file),
  }
}

const keyOf = (x: number, y: number): number => y * 2 ** BLOCK_ZOOM + x

function* blocksAround(lines: readonly Line[]): Generator<number> {
  const { minX, minY, maxX, maxY } = boxOf(lines)
  const blockAt = (place: number): number => Math.max(0, Math.min(2 ** BLOCK_ZOOM - 1, Math.floor(place / BLOCK_WIDTH)))
  const margin = MARGIN * BLOCK_WIDTH
  for (let y = blockAt(minY - margin); y <= blockAt(maxY + margin); y++)
    for (let x = blockAt(minX - margin); x <= blockAt(maxX + margin); x++) yield keyOf(x, y)
}

/** Encodes lengths and coordinates as 32-bit integers, and the layer and properties as JSON. */
function encoded({ layer, properties, shape, lines }: Feature): Buffer {
  const said = Buffer.from(JSON.stringify([layer, properties]))
  const head = Int32Array.of(said.length, SHAPES.indexOf(shape), lines.length, ...lines.map(({ length }) => length))
  const coordinates = lines.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  return Buffer.concat([Buffer.from(head.buffer), said, ...coordinates])
}

function* decoded(bytes: Buffer): Generator<Feature> {
  for (let at = 0; at < bytes.length; ) {
    const next = (): number => bytes.readInt32LE((at += 4) - 4)
    const [said, shape, count] = [next(), next(), next()]
    const lengths = Array.from({ length: count }, next)
    const [layer, properties] = JSON.parse(bytes.toString('utf8', at, at + said)) as [
      Feature['layer'],
      Feature['properties'],
    ]
    at += said
    const lines = lengths.map((length) => Int32Array.from({ length }, next))
    yield { layer, properties, shape: SHAPES[shape] as Shape, lines }
  }
}
