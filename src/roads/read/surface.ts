// Maximum speed on a surface in km/h. Null if the surface is good. https://wiki.openstreetmap.org/wiki/Key:surface,
// Key:tracktype, Key:smoothness
import { type Tags, valuesOf } from './tags.ts'

const SURFACES = new Map(
  Object.entries({
    cement: 80,
    compacted: 80,
    fine_gravel: 80,
    paving_stones: 60,
    metal: 60,
    bricks: 60,
    wood: 40,
    grass: 30,
    grass_paver: 40,
    sett: 40,
    unhewn_cobblestone: 30,
    cobblestone: 30,
    'cobblestone:flattened': 40,
    unpaved: 50,
    gravel: 50,
    pebblestone: 40,
    dirt: 40,
    ground: 40,
    earth: 40,
    clay: 40,
    rock: 20,
    sand: 20,
    mud: 10,
    snow: 20,
    ice: 20,
  }),
)
const TRACKS = new Map(Object.entries({ grade1: 60, grade2: 40, grade3: 30, grade4: 25, grade5: 20 }))
const SMOOTHNESS = new Map(
  Object.entries({
    intermediate: 80,
    bad: 40,
    very_bad: 20,
    horrible: 10,
    very_horrible: 5,
    impassable: 5,
  }),
)

/** Returns the lowest speed in km/h that surface, track type or smoothness imply, of several values too. Null if they imply none. */
export function surfaceKmh(tags: Tags): number | null {
  const speeds = [
    [SURFACES, tags['surface']] as const,
    [TRACKS, tags['tracktype']] as const,
    [SMOOTHNESS, tags['smoothness']] as const,
  ].flatMap(([known, text]) => valuesOf(text ?? '').flatMap((value) => known.get(value) ?? []))
  return speeds.length > 0 ? Math.min(...speeds) : null
}
