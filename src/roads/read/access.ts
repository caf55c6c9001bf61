// Who may drive a way, and in which direction: https://wiki.openstreetmap.org/wiki/Key:access and Key:oneway.
import type { Profile } from '../profile.ts'
import { metersOf, tonnesOf } from './measures.ts'
import type { RoadClass } from './road-class.ts'
import { type Tags, valuesOf } from './tags.ts'

export const NO = 0
/** Only where the drive begins or ends: private, for customers, for deliveries. */
export const DESTINATION = 1
export const YES = 2
export type Access = typeof NO | typeof DESTINATION | typeof YES

const MEANING: ReadonlyMap<string, Access> = new Map([
  ...['yes', 'permissive', 'designated', 'official', 'public', 'allowed'].map((value) => [value, YES] as const),
  ...['destination', 'delivery', 'customers', 'private', 'permit', 'residents', 'local', 'driveway', 'employees'].map(
    (value) => [value, DESTINATION] as const,
  ),
  ...['no', 'agricultural', 'forestry', 'emergency', 'military', 'psv', 'bus', 'use_sidepath', 'restricted'].map(
    (value) => [value, NO] as const,
  ),
])

/** What a value of an access key allows; null for one that says nothing known. */
export function accessOf(value: string | undefined): Access | null {
  if (value === undefined) return null
  const known = valuesOf(value).flatMap((part) => MEANING.get(part) ?? [])
  return known.length === 0 ? null : (Math.max(...known) as Access)
}

export interface WayAccess {
  forward: Access
  backward: Access
}

export function wayAccess(tags: Tags, roadClass: RoadClass, profile: Profile): WayAccess {
  if (isTooLarge(tags, profile) || tags['hov'] === 'designated') return { forward: NO, backward: NO }
  const along = (direction: 'forward' | 'backward'): Access => {
    let access = usualAccess(roadClass)
    for (const key of profile.accessKeys) {
      // On a footway the general keys speak of people on foot and of bicycles.
      if (usualAccess(roadClass) === NO && (key === 'access' || key === 'vehicle')) continue
      access = accessOf(tags[`${key}:${direction}`]) ?? accessOf(tags[key]) ?? access
    }
    return access
  }
  const ways = waysOf(tags, roadClass)
  return {
    forward: ways === 'backward' || ways === 'none' ? NO : along('forward'),
    backward: ways === 'both' || ways === 'backward' ? along('backward') : NO,
  }
}

function usualAccess(roadClass: RoadClass): Access {
  if (roadClass === 'footway' || roadClass === 'ferry') return NO
  return roadClass === 'track' || roadClass === 'driveway' ? DESTINATION : YES
}

/** In which directions traffic flows. */
function waysOf(tags: Tags, roadClass: RoadClass): 'both' | 'forward' | 'backward' | 'none' {
  const oneway = tags['oneway:motor_vehicle'] ?? tags['oneway:vehicle'] ?? tags['oneway'] ?? ''
  if (['yes', 'true', '1'].includes(oneway)) return 'forward'
  if (['-1', 'reverse'].includes(oneway)) return 'backward'
  // Which way it is open depends on the hour.
  if (oneway === 'reversible') return 'none'
  if (['no', 'false', '0', 'alternating'].includes(oneway)) return 'both'
  return roadClass === 'motorway' || isRoundabout(tags) ? 'forward' : 'both'
}

export const isRoundabout = (tags: Tags): boolean =>
  tags['junction'] === 'roundabout' || tags['junction'] === 'circular'

export function isTooLarge(tags: Tags, profile: Profile): boolean {
  const under = (most: number | null, own: number): boolean => most !== null && most < own
  return (
    under(metersOf(tags['maxheight:physical'] ?? tags['maxheight']), profile.heightMeters) ||
    under(metersOf(tags['maxwidth:physical'] ?? tags['maxwidth']), profile.widthMeters) ||
    under(metersOf(tags['maxlength']), profile.lengthMeters) ||
    under(
      tonnesOf(profile.costing === 'TRUCK' ? (tags['maxweight:hgv'] ?? tags['maxweight']) : tags['maxweight']),
      profile.weightTonnes,
    )
  )
}
