// Reads addresses, named roads and places from an OpenStreetMap extract in four passes: relations, the nodes that ways
// need, nodes, ways. Only the needed nodes are kept in memory.
import type { Line } from '../../../domain/addresses/street-lines.ts'
import { collectNodes, type NodePlaces } from '../../../domain/geo/node-places.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { ExtractReader, ExtractRelation, ExtractTags } from '../../ports/extracts.ts'
import type { Found, FoundPlace } from './found.ts'
import { collectIds } from './id-set.ts'
import { housesBetween } from './interpolation.ts'
import { houseOf, isNumbered, isStreet, namesOf, SETTLEMENTS, type StreetRelation } from './osm-tags.ts'

/** Extracts store degrees as whole multiples of 1 / UNITS_A_DEGREE. */
const UNITS_A_DEGREE = 1e7
/** Boundaries of this level or a lower one are counties, states and countries. */
const REGION_LEVEL = 6
const MUNICIPALITY_LEVEL = 8

export async function* osmExtract(
  file: string,
  extractEntries: ExtractReader,
  progress: (part: number) => void = () => {},
): AsyncGenerator<Found> {
  const pass = (number: number) => (part: number) => progress((number + part) / 4)
  const relations = await readRelations(file, extractEntries, pass(0))
  const needed = await readNeeded(file, extractEntries, relations, pass(1))
  const nodes = collectNodes()
  for await (const block of extractEntries(file, ['node'], pass(2)))
    for (const { id, lat, lon, tags } of block) {
      if (needed.nodes.has(id)) nodes.add(id, Math.round(lat * UNITS_A_DEGREE), Math.round(lon * UNITS_A_DEGREE))
      if (!tags) continue
      const at = { lat, lng: lon }
      if (isNumbered(tags)) yield housed(houseOf(tags, at, relations.streets.get(`node${id}`)))
      if (needed.interpolated.has(id)) needed.interpolated.set(id, tags)
      const place = settlementOf(tags, at, [])
      if (place) yield { place }
    }
  const ways = wayReader(nodes.done(), relations, needed.interpolated)
  for await (const block of extractEntries(file, ['way'], pass(3)))
    for (const { id, refs, tags } of block) yield* ways.read(id, refs, tags ?? {})
  for (const relation of relations.boundaries) {
    const place = boundaryOf(relation, ways.boundaries)
    if (place) yield { place }
  }
}

const housed = (house: ReturnType<typeof houseOf>): Found => house && { house }

interface Relations {
  boundaries: readonly ExtractRelation[]
  boundaryWays: ReadonlySet<number>
  /** Streets that relations give their members, by type and ID. */
  streets: Map<string, StreetRelation>
  /** Relations that are named by a member, by the ID of the way. */
  unnamed: ReadonlyMap<number, readonly ExtractRelation[]>
}

async function readRelations(
  file: string,
  extractEntries: ExtractReader,
  progress: (part: number) => void,
): Promise<Relations> {
  const boundaries: ExtractRelation[] = []
  const streets = new Map<string, StreetRelation>()
  const unnamed = new Map<number, ExtractRelation[]>()
  for await (const block of extractEntries(file, ['relation'], progress))
    for (const relation of block) {
      const { tags, members } = relation
      if (!tags) continue
      if (isBoundary(tags)) boundaries.push(relation)
      if (tags['type'] !== 'associatedStreet' && tags['type'] !== 'street') continue
      const name = tags['name'] ?? tags['addr:street']
      if (name) giveStreet(streets, relation, name)
      else
        for (const { ref, role } of members)
          if (role === 'street') unnamed.set(ref, [...(unnamed.get(ref) ?? []), relation])
    }
  const boundaryWays = new Set(boundaries.flatMap(({ members }) => members.map(({ ref }) => ref)))
  return { boundaries, boundaryWays, streets, unnamed }
}

function giveStreet(streets: Map<string, StreetRelation>, { members, tags }: ExtractRelation, name: string): void {
  for (const { type, ref, role } of members)
    if (role !== 'street') streets.set(`${type}${ref}`, { name, tags: tags ?? {} })
}

const isBoundary = (tags: ExtractTags): boolean =>
  tags['boundary'] === 'administrative' ||
  tags['boundary'] === 'postal_code' ||
  SETTLEMENTS[tags['place'] ?? ''] !== undefined

/** Collects the nodes that ways need, and names relations by their members. */
async function readNeeded(
  file: string,
  extractEntries: ExtractReader,
  { boundaryWays, streets, unnamed }: Relations,
  progress: (part: number) => void,
) {
  const ids = collectIds()
  const interpolated = new Map<number, ExtractTags | undefined>()
  for await (const block of extractEntries(file, ['way'], progress))
    for (const { id, refs, tags = {} } of block) {
      for (const relation of unnamed.get(id) ?? []) if (tags['name']) giveStreet(streets, relation, tags['name'])
      const whole =
        isStreet(tags) || tags['addr:interpolation'] || boundaryWays.has(id) || SETTLEMENTS[tags['place'] ?? '']
      for (const ref of whole ? refs : isNumbered(tags) ? cornersOf(refs) : []) ids.add(ref)
      if (tags['addr:interpolation']) for (const ref of refs) interpolated.set(ref, undefined)
    }
  return { nodes: ids.done(), interpolated }
}

/** Four corners of a building. Their middle is close to the building's middle. */
const cornersOf = (refs: readonly number[]): number[] => [
  ...new Set([0, 0.25, 0.5, 0.75].flatMap((share) => refs[Math.floor(share * (refs.length - 1))] ?? [])),
]

function wayReader(
  nodes: NodePlaces,
  { streets, boundaryWays }: Relations,
  interpolated: ReadonlyMap<number, ExtractTags | undefined>,
) {
  const found = new Int32Array(2)
  const point = (ref: number): Point[] =>
    nodes.put(ref, found, 0)
      ? [{ lat: (found[0] as number) / UNITS_A_DEGREE, lng: (found[1] as number) / UNITS_A_DEGREE }]
      : []
  const boundaries = new Map<number, BoundaryWay>()
  return {
    boundaries,
    *read(id: number, refs: readonly number[], tags: ExtractTags): Generator<Found> {
      if (boundaryWays.has(id))
        boundaries.set(id, { from: refs[0] as number, to: refs.at(-1) as number, line: refs.flatMap(point) })
      const kind = tags['addr:interpolation']
      if (kind) {
        const line = refs.flatMap((ref) => point(ref).map((at) => ({ ...at, tags: interpolated.get(ref) })))
        for (const house of housesBetween(kind, line, streets.get(`way${id}`))) yield { house }
        return
      }
      if (isNumbered(tags)) yield housed(houseOf(tags, middle(cornersOf(refs).flatMap(point)), streets.get(`way${id}`)))
      const line = isStreet(tags) || tags['place'] ? refs.flatMap(point) : []
      if (isStreet(tags) && line.length > 1)
        yield { road: { names: namesOf(tags), line, postcode: tags['postal_code'] ?? tags['addr:postcode'] ?? '' } }
      const place = line.length > 3 ? settlementOf(tags, middle(line) as Point, [line]) : null
      if (place) yield { place }
    },
  }
}

const middle = (points: readonly Point[]): Point | null =>
  points.length === 0
    ? null
    : {
        lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
        lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
      }

function settlementOf(tags: ExtractTags, at: Point, boundary: readonly Line[]): FoundPlace | null {
  const kind = SETTLEMENTS[tags['place'] ?? '']
  if (!kind || !tags['name']) return null
  const [reach, rank] = kind
  return { names: namesOf(tags), at, reach, rank, boundary, postcode: tags['postal_code'] ?? '', isRegion: false }
}

interface BoundaryWay {
  from: number
  to: number
  line: Line
}

/** Returns null if the boundary lacks a name and a postal code, or is cut off and not a region. */
function boundaryOf(
  { tags = {}, members }: ExtractRelation,
  ways: ReadonlyMap<number, BoundaryWay>,
): FoundPlace | null {
  const level = Number(tags['admin_level'])
  const isRegion = level <= REGION_LEVEL
  const parts = members.flatMap(({ type, ref }) => (type === 'way' ? (ways.get(ref) ?? []) : []))
  const boundary = closedLines(parts)
  const names = tags['boundary'] === 'postal_code' ? [] : namesOf(tags)
  const at = middle(boundary.flat())
  if (!at && !(isRegion && names.length > 0)) return null
  return {
    names,
    // A region that is cut off by the extract has only a name.
    at: at ?? { lat: 0, lng: 0 },
    reach: 0,
    rank: isRegion ? 0 : level <= MUNICIPALITY_LEVEL ? 4 : 2,
    boundary,
    postcode: tags['postal_code'] ?? '',
    isRegion,
  }
}

/** Returns the lines that form rings. Drops lines with an end that no other line shares, until none is left. */
function closedLines(parts: readonly BoundaryWay[]): Line[] {
  let left = parts
  for (;;) {
    const ends = new Map<number, number>()
    for (const { from, to } of left)
      if (from !== to) for (const end of [from, to]) ends.set(end, (ends.get(end) ?? 0) + 1)
    const kept = left.filter(({ from, to }) => from === to || (ends.get(from) !== 1 && ends.get(to) !== 1))
    if (kept.length === left.length) return kept.map(({ line }) => line)
    left = kept
  }
}
