// Kinds of roads for vehicles (https://wiki.openstreetmap.org/wiki/Key:highway).
import type { Tags } from './tags.ts'

/** Road files contain the indexes of these names, so new names must be added at the end. */
export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'alley',
  'driveway',
  'track',
  'motorway_link',
  'trunk_link',
  'primary_link',
  'secondary_link',
  'tertiary_link',
  'footway',
  'ferry',
  'cycleway',
  'path',
] as const
export type RoadClass = (typeof ROAD_CLASSES)[number]

const CLASSES: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ...ROAD_CLASSES.slice(0, 9).map((name) => [name, name] as const),
  ...ROAD_CLASSES.slice(11, 17).map((name) => [name, name] as const),
  ['road', 'unclassified'],
  ['unsurfaced', 'track'],
  // Cars are not allowed, unless the tags of the way allow them.
  ...['pedestrian', 'footway', 'path', 'cycleway', 'bridleway', 'busway'].map((name) => [name, 'footway'] as const),
])
const SERVICES: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ['alley', 'alley'],
  ['driveway', 'driveway'],
  ['parking_aisle', 'driveway'],
  ['drive-through', 'driveway'],
  ['drive_through', 'driveway'],
  ['emergency_access', 'footway'],
])

const isCarriedByVehicle = ({ route }: Tags): boolean => route === 'ferry' || route === 'shuttle_train'

/** Returns whether a relation is a ferry route. Its tags apply to the ways of the route. */
export const isFerryRoute = (tags: Tags): boolean => tags['type'] === 'route' && isCarriedByVehicle(tags)

/** Classes of ways on which bicycles are allowed without a sign, but cars are not. */
const FOR_BICYCLES: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ['cycleway', 'cycleway'],
  ['path', 'path'],
])

/**
 * Returns null if the tags are not those of a road that exists. Only for bicycles, paths and bicycle paths have classes of their
 * own.
 */
export function roadClassOf(tags: Tags, isForBicycles: boolean): RoadClass | null {
  if (isCarriedByVehicle(tags)) return 'ferry'
  const kind = tags['highway'] ?? ''
  const roadClass = (isForBicycles ? FOR_BICYCLES.get(kind) : undefined) ?? CLASSES.get(kind) ?? null
  if (tags['area'] === 'yes' && roadClass !== 'service') return null
  return roadClass === 'service' ? (SERVICES.get(tags['service'] ?? '') ?? 'service') : roadClass
}
