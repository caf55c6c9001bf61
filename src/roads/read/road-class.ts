// The kinds of roads that are driven (https://wiki.openstreetmap.org/wiki/Key:highway).
import type { Tags } from './tags.ts'

/** Their numbers are in road files: new ones go to the end. */
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
] as const
export type RoadClass = (typeof ROAD_CLASSES)[number]

const CLASSES: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ...ROAD_CLASSES.slice(0, 9).map((name) => [name, name] as const),
  ...ROAD_CLASSES.slice(11, 17).map((name) => [name, name] as const),
  ['road', 'unclassified'],
  ['unsurfaced', 'track'],
  // Not for cars, unless their own tags say so.
  ...['pedestrian', 'footway', 'path', 'cycleway', 'bridleway', 'busway'].map((name) => [name, 'footway'] as const),
])
const SERVICES: Readonly<Record<string, RoadClass>> = {
  alley: 'alley',
  driveway: 'driveway',
  parking_aisle: 'driveway',
  'drive-through': 'driveway',
  drive_through: 'driveway',
  emergency_access: 'footway',
}

const isCarried = ({ route }: Tags): boolean => route === 'ferry' || route === 'shuttle_train'

/** Whether a relation is the route of a ferry, whose tags hold for the ways of the route. */
export const isFerryRoute = (tags: Tags): boolean => tags['type'] === 'route' && isCarried(tags)

/** Null for what is no road, nor ever one. */
export function roadClassOf(tags: Tags): RoadClass | null {
  if (isCarried(tags)) return 'ferry'
  const roadClass = CLASSES.get(tags['highway'] ?? '') ?? null
  if (tags['area'] === 'yes' && roadClass !== 'service') return null
  return roadClass === 'service' ? (SERVICES[tags['service'] ?? ''] ?? 'service') : roadClass
}
