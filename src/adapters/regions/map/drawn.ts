// Maps OpenStreetMap tags to the layers and kinds of the Protomaps basemap, which the built-in style draws
// (https://docs.protomaps.com/basemaps/layers).
import { signName } from './sign-name.ts'

export const LAYERS = ['water', 'landuse', 'buildings', 'roads', 'places'] as const
export type Layer = (typeof LAYERS)[number]
export type Tags = Readonly<Record<string, string>>

export interface Drawn {
  layer: Layer
  /** `min_zoom`: the lowest zoom that shows it. A small area may be invisible at this zoom. */
  properties: { kind: string; min_zoom: number } & Record<string, string | number | boolean>
}

export const MAX_ZOOM = 15
const BUILDINGS_FROM = 13
const NUMBERS_FROM = MAX_ZOOM

const ROADS: Record<string, [kind: string, minZoom: number]> = {
  motorway: ['highway', 3],
  trunk: ['major_road', 6],
  primary: ['major_road', 7],
  secondary: ['major_road', 9],
  tertiary: ['major_road', 10],
  residential: ['minor_road', 12],
  unclassified: ['minor_road', 12],
  living_street: ['minor_road', 12],
  road: ['minor_road', 12],
  service: ['minor_road', 13],
  pedestrian: ['path', 13],
  track: ['path', 13],
  cycleway: ['path', 13],
  bridleway: ['path', 14],
  path: ['path', 14],
  footway: ['path', 14],
  steps: ['path', 14],
}
const MINOR_WITHIN = { service: ['driveway', 'parking_aisle', 'drive-through'], footway: ['sidewalk', 'crossing'] }
const RAILS = new Set(['rail', 'light_rail', 'subway', 'tram', 'narrow_gauge', 'monorail', 'funicular'])
const STREAMS: Record<string, [kind: string, minZoom: number]> = {
  river: ['river', 9],
  canal: ['river', 11],
  stream: ['stream', 13],
  drain: ['stream', 14],
}
/** Kinds of land, by tag and value of an area. */
const LAND: Record<string, Record<string, string>> = {
  leisure: {
    park: 'park',
    garden: 'park',
    dog_park: 'park',
    golf_course: 'golf_course',
    nature_reserve: 'nature_reserve',
    playground: 'playground',
    pitch: 'pitch',
  },
  landuse: {
    cemetery: 'cemetery',
    forest: 'forest',
    grass: 'grass',
    meadow: 'grass',
    recreation_ground: 'park',
    village_green: 'village_green',
    allotments: 'allotments',
    industrial: 'industrial',
    railway: 'industrial',
    military: 'military',
    residential: 'residential',
    commercial: 'commercial',
    retail: 'commercial',
    farmland: 'farmland',
    farmyard: 'farmland',
    orchard: 'farmland',
    vineyard: 'farmland',
    quarry: 'quarry',
  },
  natural: {
    wood: 'wood',
    scrub: 'scrub',
    grassland: 'grassland',
    wetland: 'wetland',
    beach: 'beach',
    sand: 'sand',
    bare_rock: 'bare',
    scree: 'bare',
    glacier: 'glacier',
  },
  amenity: {
    hospital: 'hospital',
    school: 'school',
    university: 'university',
    college: 'college',
    grave_yard: 'cemetery',
    parking: 'parking',
  },
  tourism: { zoo: 'zoo' },
  aeroway: { aerodrome: 'aerodrome', runway: 'runway', taxiway: 'taxiway' },
  man_made: { pier: 'pier' },
  highway: { pedestrian: 'pedestrian' },
}
/** Kinds of land whose name is drawn. */
const NAMED_LAND = new Set([
  'park',
  'golf_course',
  'nature_reserve',
  'zoo',
  'cemetery',
  'hospital',
  'school',
  'university',
  'college',
  'aerodrome',
])
const WATER: Record<string, readonly string[]> = {
  natural: ['water'],
  waterway: ['riverbank', 'dock'],
  landuse: ['reservoir', 'basin'],
}
/** The population applies if the place has no tag for it. */
const PLACES: Record<string, [kind: string, minZoom: number, population: number]> = {
  city: ['locality', 6, 100_000],
  town: ['locality', 9, 10_000],
  village: ['locality', 11, 1_000],
  hamlet: ['locality', 13, 100],
  suburb: ['macrohood', 12, 0],
  quarter: ['neighbourhood', 13, 0],
  neighbourhood: ['neighbourhood', 14, 0],
  island: ['island', 12, 0],
  islet: ['island', 14, 0],
}

export function drawnLine(tags: Tags): Drawn | null {
  const { highway = '', railway = '', waterway = '', aeroway = '' } = tags
  const road = ROADS[highway.replace(/_link$/, '')]
  if (road) return roadLine(tags, road)
  if (RAILS.has(railway) && tags['tunnel'] !== 'yes')
    return drawnInLayer('roads', { kind: 'rail', kind_detail: railway, min_zoom: tags['service'] ? 14 : 11 })
  const stream = STREAMS[waterway]
  if (stream && tags['tunnel'] === undefined)
    return drawnInLayer('water', { kind: stream[0], min_zoom: stream[1], ...named(tags) })
  if (aeroway === 'runway' || aeroway === 'taxiway')
    return drawnInLayer('roads', { kind: 'aeroway', kind_detail: aeroway, min_zoom: aeroway === 'runway' ? 10 : 13 })
  if (tags['man_made'] === 'pier') return drawnInLayer('roads', { kind: 'other', kind_detail: 'pier', min_zoom: 13 })
  return null
}

function roadLine(tags: Tags, [kind, minZoom]: [string, number]): Drawn {
  const { highway = '', ref = '', layer = '' } = tags
  const isLink = highway.endsWith('_link')
  const within = MINOR_WITHIN[highway as keyof typeof MINOR_WITHIN]?.includes(tags[highway] ?? '') ?? false
  return drawnInLayer('roads', {
    kind,
    kind_detail: highway,
    min_zoom: within ? 15 : isLink ? Math.max(minZoom, 11) : minZoom,
    ...(isLink && { is_link: true }),
    ...(isSet(tags['bridge']) && { is_bridge: true, ...(Number(layer) > 1 && { layer: Number(layer) }) }),
    ...(isSet(tags['tunnel']) && { is_tunnel: true }),
    ...(kind !== 'path' && isOneWay(tags) && { oneway: 'yes' }),
    // A road of several routes has several numbers, and the first one is enough for a map.
    ...(ref && NUMBERED.has(highway) && { ref: ref.split(';')[0] ?? ref }),
    ...streetName(tags),
  })
}

const NUMBERED = new Set(['motorway', 'trunk', 'primary'])

const isOneWay = ({ highway, junction, oneway = '' }: Tags): boolean =>
  ['yes', 'true', '1', '-1', 'reverse'].includes(oneway) ||
  (oneway === '' && (highway === 'motorway' || junction === 'roundabout'))

/** Returns true if the traffic of a one-way road runs against the direction of its way. */
export const runsBackward = ({ oneway = '' }: Tags): boolean => oneway === '-1' || oneway === 'reverse'

/** Returns the names of a street as on its signs. */
const streetName = (tags: Tags): Record<string, string> =>
  Object.fromEntries(Object.entries(named(tags)).map(([key, name]) => [key, signName(name)]))

/** Returns how to draw a closed way or a multipolygon. Null if it is not drawn. */
export function drawnArea(tags: Tags): Drawn | null {
  if (isSet(tags['building']) && tags['location'] !== 'underground')
    return drawnInLayer('buildings', { kind: 'building', min_zoom: BUILDINGS_FROM })
  for (const [key, values] of Object.entries(WATER))
    if (values.includes(tags[key] ?? '')) return drawnInLayer('water', { kind: 'water', min_zoom: 0 })
  const kind = landKind(tags)
  return kind === null ? null : drawnInLayer('landuse', { kind, min_zoom: 0 })
}

function landKind(tags: Tags): string | null {
  for (const [key, kinds] of Object.entries(LAND)) {
    const kind = kinds[tags[key] ?? '']
    const isArea = key !== 'highway' && key !== 'man_made' ? tags['area'] !== 'no' : tags['area'] === 'yes'
    if (kind !== undefined && isArea) return kind
  }
  return null
}

/** The area that coastlines enclose. */
export const SEA: Drawn = { layer: 'water', properties: { kind: 'ocean', min_zoom: 0 } }

/**
 * Returns the name of a lake, park, school or similar area, separate from the area, because tiles cut areas. Null if
 * there is none.
 */
export function areaName(tags: Tags): Drawn | null {
  if (!tags['name']) return null
  if (tags['natural'] === 'water')
    return tags['water'] === 'river' ? null : drawnInLayer('water', { kind: 'lake', min_zoom: 0, ...named(tags) })
  const kind = landKind(tags)
  return kind !== null && NAMED_LAND.has(kind) ? drawnInLayer('landuse', { kind, min_zoom: 0, ...named(tags) }) : null
}

/** Returns the house number of a node or of the middle of an area. Null if there is none. */
export function houseNumber(tags: Tags): Drawn | null {
  const number = tags['addr:housenumber']
  return number && number.length <= 10
    ? drawnInLayer('buildings', { kind: 'address', min_zoom: NUMBERS_FROM, addr_housenumber: number })
    : null
}

export function drawnPlace(tags: Tags): Drawn | null {
  const place = PLACES[tags['place'] ?? '']
  if (!place || !tags['name']) return null
  const people = Number(tags['population']) || place[2]
  return drawnInLayer('places', {
    kind: place[0],
    kind_detail: tags['place'] ?? '',
    min_zoom: place[1] - (people > 300_000 ? 2 : 0),
    population_rank: RANKS.filter((least) => people >= least).length,
    ...named(tags),
  })
}

/** Populations from which a locality has the next rank (https://docs.protomaps.com/basemaps/layers#places). */
const RANKS = [1, 200, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 5e6, 1e7, 2e7, 5e7, 1e8]

const drawnInLayer = (layer: Layer, properties: Drawn['properties']): Drawn => ({ layer, properties })
const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'no'

function named(tags: Tags): Record<string, string> {
  const { name, 'name:en': english } = tags
  return { ...(name && { name }), ...(english && english !== name && { 'name:en': english }) }
}
