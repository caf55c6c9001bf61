// Decodes the blocks of an OpenStreetMap extract, entry by entry (https://wiki.openstreetmap.org/wiki/PBF_Format). A small
// block can inflate to millions of entries, so only one entry at a time is in memory.
import { PbfReader } from 'pbf'
import type {
  ExtractEntry,
  ExtractHead,
  ExtractNode,
  ExtractRelation,
  ExtractTags,
  ExtractWay,
} from '../../app/ports/extracts.ts'
import { UnreadableExtract } from './extract-file.ts'

/** Bytes of one list of an entry. OpenStreetMap allows ways of 2,000 nodes and relations of 32,000 members. */
const MAX_LIST_BYTES = 1024 * 1024

/**
 * Features that this reader supports. A file that requires another feature has a different meaning. For example, a file
 * with history contains deleted roads.
 */
const READ_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes'])

const NANODEGREES = 1e9
const DEFAULT_GRANULARITY = 100
const MEMBER_TYPES = ['node', 'way', 'relation']

/** Decodes the head. Throws an `UnreadableExtract` if the file requires an unsupported feature. */
export function headOf(block: Uint8Array): ExtractHead {
  const pbf = new PbfReader(block)
  const head: ExtractHead = { type: 'head', box: null, timestamp: null }
  for (const field of fieldsOf(pbf))
    if (field === 1) head.box = boxOf(pbf, endOf(pbf))
    else if (field === 32) head.timestamp = pbf.readVarint(true) || null
    else if (field === 4) {
      const feature = pbf.readString()
      if (!READ_FEATURES.has(feature))
        throw new UnreadableExtract(`needs the feature "${feature.slice(0, 40)}", which can't be read.`)
    }
  return head
}

function boxOf(pbf: PbfReader, end: number): ExtractHead['box'] {
  const box = { left: 0, right: 0, top: 0, bottom: 0 }
  for (const field of fieldsOf(pbf, end))
    if (field === 1) box.left = pbf.readSVarint()
    else if (field === 2) box.right = pbf.readSVarint()
    else if (field === 3) box.top = pbf.readSVarint()
    else if (field === 4) box.bottom = pbf.readSVarint()
  return box
}

type Texts = (at: number) => string

/** The texts and units that all entries of a block use. */
interface Shared {
  text: Texts
  lat: (units: number) => number
  lon: (units: number) => number
}

/** Yields the entries of the kinds in `kinds`. Throws if the block is damaged. */
export function* entriesOf(block: Uint8Array, kinds: ReadonlySet<string>): Generator<ExtractEntry> {
  const pbf = new PbfReader(block)
  const groups: Uint8Array[] = []
  let texts: Uint8Array = new Uint8Array()
  let [granularity, south, west] = [DEFAULT_GRANULARITY, 0, 0]
  for (const field of fieldsOf(pbf))
    if (field === 1) texts = pbf.readBytes()
    else if (field === 2) groups.push(pbf.readBytes())
    else if (field === 17) granularity = pbf.readVarint(true) || DEFAULT_GRANULARITY
    else if (field === 19) south = pbf.readVarint(true)
    else if (field === 20) west = pbf.readVarint(true)
  const unitsADegree = NANODEGREES / granularity
  const shared: Shared = {
    text: textsOf(texts),
    lat: (units) => south / NANODEGREES + units / unitsADegree,
    lon: (units) => west / NANODEGREES + units / unitsADegree,
  }
  for (const group of groups) yield* groupEntries(group, kinds, shared)
}

function* groupEntries(group: Uint8Array, kinds: ReadonlySet<string>, shared: Shared): Generator<ExtractEntry> {
  const pbf = new PbfReader(group)
  const [nodes, ways, relations] = MEMBER_TYPES.map((type) => kinds.has(type))
  for (const field of fieldsOf(pbf))
    if (field === 1 && nodes) yield nodeOf(pbf, endOf(pbf), shared)
    else if (field === 2 && nodes) yield* denseNodes(pbf.readBytes(), shared)
    else if (field === 3 && ways) yield wayOf(pbf, endOf(pbf), shared)
    else if (field === 4 && relations) yield relationOf(pbf, endOf(pbf), shared)
}

function nodeOf(pbf: PbfReader, end: number, { text, lat, lon }: Shared): ExtractNode {
  let [id, north, east] = [0, 0, 0]
  const [keys, values] = [[] as number[], [] as number[]]
  for (const field of fieldsOf(pbf, end))
    if (field === 1) id = pbf.readSVarint()
    else if (field === 2) readNumbers(pbf, keys)
    else if (field === 3) readNumbers(pbf, values)
    else if (field === 8) north = pbf.readSVarint()
    else if (field === 9) east = pbf.readSVarint()
  return { type: 'node', id, lat: lat(north), lon: lon(east), tags: tagsOf(keys, values, text) }
}

/** Decodes nodes in columns of differences. Field 10 has the keys and values of each node, which end with a 0. */
function* denseNodes(dense: Uint8Array, { text, lat, lon }: Shared): Generator<ExtractNode> {
  const pbf = new PbfReader(dense)
  const columns = new Map<number, PbfReader>()
  for (const field of fieldsOf(pbf)) {
    if (![1, 8, 9, 10].includes(field)) continue
    if (columns.has(field)) throw new Error('a block has a column twice')
    columns.set(field, new PbfReader(pbf.readBytes()))
  }
  const column = (field: number): PbfReader => columns.get(field) ?? new PbfReader(new Uint8Array())
  const [ids, norths, easts, tags] = [column(1), column(8), column(9), column(10)]
  let [id, north, east] = [0, 0, 0]
  while (ids.pos < ids.length) {
    id += ids.readSVarint()
    north += norths.readSVarint()
    east += easts.readSVarint()
    const own = tags.length > 0 ? denseTags(tags, text) : undefined
    yield { type: 'node', id, lat: lat(north), lon: lon(east), tags: own }
  }
  if (norths.pos < norths.length || easts.pos < easts.length) throw new Error('a block has columns of two lengths')
}

function denseTags(pbf: PbfReader, text: Texts): ExtractTags | undefined {
  const end = pbf.pos + MAX_LIST_BYTES
  let tags: ExtractTags | undefined
  for (let key = pbf.readVarint(); key !== 0; key = pbf.readVarint()) {
    if (pbf.pos > end) throw new Error('an entry is too large')
    tags ??= {}
    tags[text(key)] = text(pbf.readVarint())
  }
  return tags
}

function wayOf(pbf: PbfReader, end: number, { text }: Shared): ExtractWay {
  let id = 0
  const [keys, values, steps] = [[] as number[], [] as number[], [] as number[]]
  for (const field of fieldsOf(pbf, end))
    if (field === 1) id = pbf.readVarint(true)
    else if (field === 2) readNumbers(pbf, keys)
    else if (field === 3) readNumbers(pbf, values)
    else if (field === 8) readSteps(pbf, steps)
  return { type: 'way', id, refs: steps, tags: tagsOf(keys, values, text) }
}

function relationOf(pbf: PbfReader, end: number, { text }: Shared): ExtractRelation {
  let id = 0
  const [keys, values, roles] = [[] as number[], [] as number[], [] as number[]]
  const [refs, types] = [[] as number[], [] as number[]]
  for (const field of fieldsOf(pbf, end))
    if (field === 1) id = pbf.readVarint(true)
    else if (field === 2) readNumbers(pbf, keys)
    else if (field === 3) readNumbers(pbf, values)
    else if (field === 8) readNumbers(pbf, roles)
    else if (field === 9) readSteps(pbf, refs)
    else if (field === 10) readNumbers(pbf, types)
  const members = refs.map((ref, i) => ({
    type: MEMBER_TYPES[types[i] ?? NaN] ?? '',
    ref,
    role: text(roles[i] ?? NaN),
  }))
  return { type: 'relation', id, members, tags: tagsOf(keys, values, text) }
}

function tagsOf(keys: readonly number[], values: readonly number[], text: Texts): ExtractTags | undefined {
  if (keys.length !== values.length) throw new Error('an entry has keys without values')
  if (keys.length === 0) return undefined
  const tags: ExtractTags = {}
  for (const [i, key] of keys.entries()) tags[text(key)] = text(values[i] as number)
  return tags
}

/** Returns the texts of a block by index. Each is decoded at its first use. */
function textsOf(table: Uint8Array): Texts {
  const pbf = new PbfReader(table)
  const starts: number[] = []
  for (const field of fieldsOf(pbf)) if (field === 1) starts.push(pbf.pos)
  const known: string[] = []
  return (at) => {
    const there = known[at]
    if (there !== undefined) return there
    const start = starts[at]
    if (start === undefined) throw new Error('a text is missing')
    pbf.pos = start
    return (known[at] = pbf.readString())
  }
}

function readNumbers(pbf: PbfReader, into: number[]): void {
  const end = listEnd(pbf, into)
  while (pbf.pos < end) into.push(pbf.readVarint())
}

/** Reads numbers that are stored as differences. */
function readSteps(pbf: PbfReader, into: number[]): void {
  const end = listEnd(pbf, into)
  let last = into.at(-1) ?? 0
  while (pbf.pos < end) into.push((last += pbf.readSVarint()))
}

function listEnd(pbf: PbfReader, into: readonly number[]): number {
  const end = pbf.readPackedEnd()
  if (end - pbf.pos + into.length > MAX_LIST_BYTES) throw new Error('an entry is too large')
  return end
}

/** Returns the end of a message within another message. */
const endOf = (pbf: PbfReader): number => pbf.readVarint() + pbf.pos

/** Yields the field numbers of a message. The reader skips values that are not read. */
function* fieldsOf(pbf: PbfReader, end = pbf.length): Generator<number> {
  for (let field = pbf.nextField(end); field > 0; field = pbf.nextField(end)) yield field
}
