// Free-flow speeds of roads, by kind, density of the roads around, signs and surface. The values were tuned on tables
// of real addresses. `npm run bench roads -- --table FILE` compares them with such a table.
import type { Costing } from '../../domain/planning/costing.ts'
import { PROFILES } from '../profile.ts'
import { ROAD_CLASSES, type RoadClass } from '../read/road-class.ts'
import type { Segments } from '../read/segments.ts'
import { limitAlong, ROUNDABOUT, type Ways } from '../read/ways.ts'

/** km/h of motor vehicles on roads without a known sign. */
export const SPEEDS: Record<RoadClass, { open: number; town: number }> = {
  motorway: { open: 108, town: 92 },
  trunk: { open: 92, town: 76 },
  primary: { open: 76, town: 56 },
  secondary: { open: 62, town: 46 },
  tertiary: { open: 50, town: 37 },
  unclassified: { open: 42, town: 32 },
  residential: { open: 35, town: 29 },
  living_street: { open: 12, town: 10 },
  service: { open: 20, town: 16 },
  alley: { open: 17, town: 17 },
  driveway: { open: 14, town: 14 },
  track: { open: 15, town: 15 },
  motorway_link: { open: 70, town: 60 },
  trunk_link: { open: 60, town: 52 },
  primary_link: { open: 45, town: 38 },
  secondary_link: { open: 40, town: 35 },
  tertiary_link: { open: 35, town: 30 },
  footway: { open: 8, town: 8 },
  ferry: { open: 18, town: 18 },
  cycleway: { open: 8, town: 8 },
  path: { open: 8, town: 8 },
}
/** If a sign allows a higher speed than the default, share of the difference that is added. */
const SIGN_SHARE = 0.6
/** Factor for the cost of main roads, because drivers prefer them even if other roads are slightly faster. */
const MAIN_ROADS = 0.8
const PREFERENCE: Partial<Record<RoadClass, number>> = { motorway: MAIN_ROADS, trunk: MAIN_ROADS, primary: MAIN_ROADS }
/**
 * The same factor for cargo bikes, which prefer quiet streets and bicycle paths. The values are estimates; they were not tuned on
 * real tables.
 */
const CYCLING_PREFERENCE: Partial<Record<RoadClass, number>> = {
  trunk: 2,
  trunk_link: 2,
  primary: 1.5,
  primary_link: 1.5,
  secondary: 1.25,
  secondary_link: 1.25,
  tertiary: 1.1,
  tertiary_link: 1.1,
  cycleway: 0.9,
}
const tableOf = (preference: Partial<Record<RoadClass, number>>) => ROAD_CLASSES.map((name) => preference[name] ?? 1)
const PREFERENCES: Record<Costing, readonly number[]> = {
  CAR: tableOf(PREFERENCE),
  TRUCK: tableOf(PREFERENCE),
  BICYCLE: tableOf(CYCLING_PREFERENCE),
}
/** km/h of a loaded cargo bike. `CYCLING_KMH` is for all other classes. */
const CYCLING_KMH = 17
const CYCLING_SPEEDS: Partial<Record<RoadClass, number>> = {
  living_street: 12,
  service: 14,
  alley: 12,
  driveway: 10,
  track: 12,
  path: 12,
  footway: 8,
  ferry: 18,
}
const ROUNDABOUT_KMH = 28
/** Kilometers of road per square kilometer: open country below the first value, town above the second. */
const OPEN_DENSITY = 8.5
const TOWN_DENSITY = 11.5

/** Returns the factor by which the driving time of a way is multiplied to get its cost. */
export const preferenceFor = (ways: Ways, way: number, costing: Costing): number =>
  PREFERENCES[costing][ways.classes[way] as number] as number

/** Returns the seconds for driving a segment from end to end, without the delays of its junctions. */
export function driveSeconds(
  segments: Segments,
  ways: Ways,
  segment: number,
  density: number,
  costing: Costing,
  backward: boolean,
): number {
  const way = segments.way[segment] as number
  const meters = (segments.decimeters[segment] as number) / 10
  const roadClass = ROAD_CLASSES[ways.classes[way] as number] as RoadClass
  const crossing = ways.minutes.get(way)
  if (crossing) return (crossing * 60 * meters) / metersOfWay(segments, segment)
  if (costing === 'BICYCLE') return meters / (cyclingKmh(ways, way, roadClass, backward) / 3.6)
  const { open, town } = SPEEDS[roadClass]
  const share = Math.min(1, Math.max(0, (density - OPEN_DENSITY) / (TOWN_DENSITY - OPEN_DENSITY)))
  let kmh = open + share * (town - open)
  const limit = limitAlong(ways, way, costing, backward)
  if (limit > 0) kmh = limit < kmh ? limit : kmh + SIGN_SHARE * (limit - kmh)
  if ((ways.flags[way] as number) & ROUNDABOUT) kmh = Math.min(kmh, ROUNDABOUT_KMH)
  const surface = ways.surfaces[way] as number
  if (surface > 0) kmh = Math.min(kmh, surface)
  return meters / (Math.min(kmh, PROFILES[costing].topKmh) / 3.6)
}

/** Returns the speed of a cargo bike. A surface that slows cars slows it less, because it is slower on any surface. */
function cyclingKmh(ways: Ways, way: number, roadClass: RoadClass, backward: boolean): number {
  const limit = limitAlong(ways, way, 'BICYCLE', backward)
  const surface = ways.surfaces[way] as number
  return Math.min(
    CYCLING_SPEEDS[roadClass] ?? CYCLING_KMH,
    limit > 0 ? limit : Infinity,
    surface > 0 ? 4 + surface / 6 : Infinity,
  )
}

/** Returns the length of all segments of the segment's way, which have adjacent indexes. */
function metersOfWay({ way, decimeters, count }: Segments, segment: number): number {
  let first = segment
  while (first > 0 && way[first - 1] === way[segment]) first--
  let sum = 0
  for (let i = first; i < count && way[i] === way[segment]; i++) sum += decimeters[i] as number
  return sum / 10
}
