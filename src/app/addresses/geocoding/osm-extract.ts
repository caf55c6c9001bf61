// Reads addresses, named roads and places from an OpenStreetMap extract in four passes: relations, the nodes that ways
// need, nodes, ways. Only the needed nodes are kept in memory.
import type { Settlement } from '../../../domain/addresses/indexing/surroundings.ts'
import type { Line } from '../../../domain/addresses/street-lines.ts'
import { collectNodes, type NodePlaces } from '../../../domain/geo/node-places.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { ExtractReader, ExtractRelation, ExtractTags } from '../../ports/extracts.ts'
import type { AddressFileEntry } from './file-entries.ts'
import { collectIds } from './id-set.ts'
import { interpolateHouses } from './interpolation.ts'
import {
  houseEntryOf,
  hasHouseNumber,
  isNamedStreet,
  namesOf,
  SETTLEMENT_KINDS,
  type StreetRelation,
} from './osm-tags.ts'

/** Extracts store degrees as whole multiples of 1 / UNITS_PER_DEGREE. */
const UNITS_PER_DEGREE = 1e7
/** Boundaries of this level or a lower one are counties, states and countries. */
const MAX_REGION_LEVEL = 6
const MAX_MUNICIPALITY_LEVEL = 8

export async function* readOsmExtract(
  file: string,
  extractEntries: ExtractReader,
  progress: (part: number) => void = () => {},
): AsyncGenerator<AddressFileEntry> {
  const progressOfPass = (number: number) => (part: number) => progress((number + part) / 4)
  const relations = await readRelations(file, extractEntries, progressOfPass(0))
  const needed = await collectNeededNodes(file, extractEntries, relations, progressOfPass(1))
  const nodes = collectNodes()
  for await (const block of extractEntries(file, ['node'], progressOfPass(2)))
    for (const { id, lat, lon, tags } of block) {
      if (needed.nodes.has(id)) nodes.add(id, Math.round(lat * UNITS_PER_DEGREE), Math.round(lon * UNITS_PER_DEGREE))
      if (!tags) continue
      const at = { lat, lng: lon }
      if (hasHouseNumber(tags)) yield toHouseEntry(houseEntryOf(tags, at, relations.streetsByMember.get(`node${id}`)))
      if (needed.interpolated.has(id)) needed.interpolated.set(id, tags)
      const place = settlementPlace(tags, at, [])
      if (place) yield { place }
    }
  const ways = createWayReader(nodes.done(), relations, needed.interpolated)
  for await (const block of extractEntries(file, ['way'], progressOfPass(3)))
    for (const { id, refs, tags } of block) yield* ways.read(id, refs, tags ?? {})
  for (const relation of relations.boundaries) {
    const place = boundaryPlace(relation, ways.boundaries)
    if (place) yield { place }
  }
}

const toHouseEntry = (house: ReturnType<typeof houseEntryOf>): AddressFileEntry => house && { house }

interface Relations {
  boundaries: readonly ExtractRelation[]
  boundaryWays: ReadonlySet<number>
  /** Streets of associatedStreet and street relations, keyed by type and ID of the member, such as `node12`. */
  streetsByMember: Map<string, StreetRelation>
  /** Relations without a name, keyed by the ID of the street way whose name they take. */
  streetRelationsByWay: ReadonlyMap<number, readonly ExtractRelation[]>
}

async function readRelations(
  file: string,
  extractEntries: ExtractReader,
  progress: (part: number) => void,
): Promise<Relations> {
  const boundaries: ExtractRelation[] = []
  const streetsByMember = new Map<string, StreetRelation>()
  const streetRelationsByWay = new Map<number, ExtractRelation[]>()
  for await (const block of extractEntries(file, ['relation'], progress))
    for (const relation of block) {
      const { tags, members } = relation
      if (!tags) continue
      if (isBoundary(tags)) boundaries.push(relation)
      if (tags['type'] !== 'associatedStreet' && tags['type'] !== 'street') continue
      const name = tags['name'] ?? tags['addr:street']
      if (name) assignStreet(streetsByMember, relation, name)
      else
        for (const { ref, role } of members)
          if (role === 'street') streetRelationsByWay.set(ref, [...(streetRelationsByWay.get(ref) ?? []), relation])
    }
  const boundaryWays = new Set(boundaries.flatMap(({ members }) => members.map(({ ref }) => ref)))
  return { boundaries, boundaryWays, streetsByMember, streetRelationsByWay }
}

function assignStreet(streets: Map<string, StreetRelation>, { members, tags }: ExtractRelation, name: string): void {
  for (const { type, ref, role } of members)
    if (role !== 'street') streets.set(`${type}${ref}`, { name, tags: tags ?? {} })
}

const isBoundary = (tags: ExtractTags): boolean =>
  tags['boundary'] === 'administrative' ||
  tags['boundary'] === 'postal_code' ||
  SETTLEMENT_KINDS[tags['place'] ?? ''] !== undefined

/** Collects the nodes that ways need, and names relations by their members. */
async function collectNeededNodes(
  file: string,
  extractEntries: ExtractReader,
  { boundaryWays, streetsByMember, streetRelationsByWay }: Relations,
  progress: (part: number) => void,
) {
  const ids = collectIds()
  const interpolationNodes = new Map<number, ExtractTags | undefined>()
  for await (const block of extractEntries(file, ['way'], progress))
    for (const { id, refs, tags = {} } of block) {
      for (const relation of streetRelationsByWay.get(id) ?? [])
        if (tags['name']) assignStreet(streetsByMember, relation, tags['name'])
      const needsAllNodes =
        isNamedStreet(tags) ||
        tags['addr:interpolation'] ||
        boundaryWays.has(id) ||
        SETTLEMENT_KINDS[tags['place'] ?? '']
      for (const ref of needsAllNodes ? refs : hasHouseNumber(tags) ? cornersOf(refs) : []) ids.add(ref)
      if (tags['addr:interpolation']) for (const ref of refs) interpolationNodes.set(ref, undefined)
    }
  return { nodes: ids.build(), interpolated: interpolationNodes }
}

/** Four corners of a building. Their middle is close to the building's middle. */
const cornersOf = (refs: readonly number[]): number[] => [
  ...new Set([0, 0.25, 0.5, 0.75].flatMap((share) => refs[Math.floor(share * (refs.length - 1))] ?? [])),
]

function createWayReader(
  nodes: NodePlaces,
  { streetsByMember, boundaryWays }: Relations,
  interpolationNodes: ReadonlyMap<number, ExtractTags | undefined>,
) {
  const coordinates = new Int32Array(2)
  const pointOfNode = (ref: number): Point[] =>
    nodes.put(ref, coordinates, 0)
      ? [{ lat: (coordinates[0] as number) / UNITS_PER_DEGREE, lng: (coordinates[1] as number) / UNITS_PER_DEGREE }]
      : []
  const boundaries = new Map<number, BoundaryWay>()
  return {
    boundaries,
    *read(id: number, refs: readonly number[], tags: ExtractTags): Generator<AddressFileEntry> {
      if (boundaryWays.has(id))
        boundaries.set(id, { from: refs[0] as number, to: refs.at(-1) as number, line: refs.flatMap(pointOfNode) })
      const kind = tags['addr:interpolation']
      if (kind) {
        const line = refs.flatMap((ref) => pointOfNode(ref).map((at) => ({ ...at, tags: interpolationNodes.get(ref) })))
        for (const house of interpolateHouses(kind, line, streetsByMember.get(`way${id}`))) yield { house }
        return
      }
      if (hasHouseNumber(tags))
        yield toHouseEntry(
          houseEntryOf(tags, centerOf(cornersOf(refs).flatMap(pointOfNode)), streetsByMember.get(`way${id}`)),
        )
      const line = isNamedStreet(tags) || tags['place'] ? refs.flatMap(pointOfNode) : []
      if (isNamedStreet(tags) && line.length > 1)
        yield { road: { names: namesOf(tags), line, postcode: tags['postal_code'] ?? tags['addr:postcode'] ?? '' } }
      const place = line.length > 3 ? settlementPlace(tags, centerOf(line) as Point, [line]) : null
      if (place) yield { place }
    },
  }
}

const centerOf = (points: readonly Point[]): Point | null =>
  points.length === 0
    ? null
    : {
        lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
        lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
      }

function settlementPlace(tags: ExtractTags, at: Point, boundary: readonly Line[]): Settlement | null {
  const kind = SETTLEMENT_KINDS[tags['place'] ?? '']
  if (!kind || !tags['name']) return null
  const [radiusMeters, rank] = kind
  return {
    names: namesOf(tags),
    at,
    radiusMeters,
    rank,
    boundary,
    postcode: tags['postal_code'] ?? '',
    isRegion: false,
  }
}

interface BoundaryWay {
  from: number
  to: number
  line: Line
}

/** Returns null if the boundary lacks a name and a postal code, or is cut off and not a region. */
function boundaryPlace(
  { tags = {}, members }: ExtractRelation,
  ways: ReadonlyMap<number, BoundaryWay>,
): Settlement | null {
  const level = Number(tags['admin_level'])
  const isRegion = level <= MAX_REGION_LEVEL
  const parts = members.flatMap(({ type, ref }) => (type === 'way' ? (ways.get(ref) ?? []) : []))
  const boundary = ringsOf(parts)
  const names = tags['boundary'] === 'postal_code' ? [] : namesOf(tags)
  const at = centerOf(boundary.flat())
  if (!at && !(isRegion && names.length > 0)) return null
  return {
    names,
    // A region that is cut off by the extract has only a name.
    at: at ?? { lat: 0, lng: 0 },
    radiusMeters: 0,
    rank: isRegion ? 0 : level <= MAX_MUNICIPALITY_LEVEL ? 4 : 2,
    boundary,
    postcode: tags['postal_code'] ?? '',
    isRegion,
  }
}

/** Returns the lines that form rings. Drops lines with an end that no other line shares, until none is left. */
function ringsOf(parts: readonly BoundaryWay[]): Line[] {
  let remaining = parts
  for (;;) {
    const ends = new Map<number, number>()
    for (const { from, to } of remaining)
      if (from !== to) for (const end of [from, to]) ends.set(end, (ends.get(end) ?? 0) + 1)
    const connected = remaining.filter(({ from, to }) => from === to || (ends.get(from) !== 1 && ends.get(to) !== 1))
    if (connected.length === remaining.length) return connected.map(({ line }) => line)
    remaining = connected
  }
}
