// The ways that somebody drives, as columns: kind, access, limits, and the nodes they go through.
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { PROFILES, type Profile } from '../profile.ts'
import { type Access, isRoundabout, wayAccess } from './access.ts'
import { growingBytes, growingInts, growingNumbers } from './growing.ts'
import { kmhOf, minutesOf } from './measures.ts'
import { ROAD_CLASSES, type RoadClass, roadClassOf } from './road-class.ts'
import { surfaceKmh } from './surface.ts'
import type { Tags } from './tags.ts'

export const ROUNDABOUT = 1
export const TOLL = 2
/** Of two carriageways one, or of a crossing of such: traffic comes from one side only. */
export const ONE_WAY = 4

export interface Ways {
  count: number
  ids: Float64Array
  /** Index into `ROAD_CLASSES`. */
  classes: Uint8Array
  /** 2 bits a direction and costing: `accessAlong`. */
  access: Uint8Array
  flags: Uint8Array
  lanes: Uint8Array
  /** Of the signs, by costing and direction, 4 a way: km/h, 0 where none is known. */
  limits: Uint8Array
  /** What the surface allows, km/h, 0 for a good one. */
  surfaces: Uint8Array
  /** How long a ferry takes, by way. */
  minutes: ReadonlyMap<number, number>
  /** Of the way's nodes in `nodes`, one more than ways. */
  firstNode: Int32Array
}

export const accessAlong = (access: number, costing: Costing, backward: boolean): Access =>
  ((access >> (4 * COSTINGS.indexOf(costing) + (backward ? 2 : 0))) & 3) as Access

export const limitAlong = ({ limits }: Ways, way: number, costing: Costing, backward: boolean): number =>
  limits[4 * way + 2 * COSTINGS.indexOf(costing) + (backward ? 1 : 0)] as number

export function collectWays() {
  const ids = growingNumbers()
  const classes = growingBytes()
  const access = growingBytes()
  const flags = growingBytes()
  const lanes = growingBytes()
  const limits = growingBytes()
  const surfaces = growingBytes()
  const minutes = new Map<number, number>()
  const firstNode = growingInts()
  const nodes = growingNumbers()
  firstNode.push(0)
  return {
    add(id: number, refs: readonly number[], tags: Tags): void {
      const roadClass = roadClassOf(tags)
      if (roadClass === null || refs.length < 2) return
      const bits = accessBits(tags, roadClass)
      if (bits === 0) return
      if (roadClass === 'ferry') minutes.set(ids.length, minutesOf(tags['duration']) ?? 0)
      ids.push(id)
      classes.push(ROAD_CLASSES.indexOf(roadClass))
      access.push(bits)
      flags.push(flagsOf(tags, bits))
      lanes.push(Math.min(255, Math.max(0, Number.parseInt(tags['lanes'] ?? '', 10) || 0)))
      surfaces.push(surfaceKmh(tags) ?? 0)
      for (const costing of COSTINGS)
        for (const direction of ['forward', 'backward'] as const)
          limits.push(Math.round(limitOf(tags, PROFILES[costing], direction) ?? 0))
      for (const ref of refs) nodes.push(ref)
      firstNode.push(nodes.length)
    },
    done: (): { ways: Ways; nodes: Float64Array<ArrayBuffer> } => ({
      ways: {
        count: ids.length,
        ids: ids.done(),
        classes: classes.done(),
        access: access.done(),
        flags: flags.done(),
        lanes: lanes.done(),
        limits: limits.done(),
        surfaces: surfaces.done(),
        minutes,
        firstNode: firstNode.done(),
      },
      nodes: nodes.done(),
    }),
  }
}

function accessBits(tags: Tags, roadClass: RoadClass): number {
  return COSTINGS.reduce((bits, costing, i) => {
    const { forward, backward } = wayAccess(tags, roadClass, PROFILES[costing])
    return bits | ((forward | (backward << 2)) << (4 * i))
  }, 0)
}

function flagsOf(tags: Tags, access: number): number {
  const both = COSTINGS.some((costing) => accessAlong(access, costing, false) && accessAlong(access, costing, true))
  return (isRoundabout(tags) ? ROUNDABOUT : 0) | (tags['toll'] === 'yes' ? TOLL : 0) | (both ? 0 : ONE_WAY)
}

function limitOf(tags: Tags, profile: Profile, direction: 'forward' | 'backward'): number | null {
  const signed = profile.speedKeys.flatMap((key) => [tags[`${key}:${direction}`], tags[key]])
  const implied = ['maxspeed:type', 'source:maxspeed', 'zone:maxspeed', 'zone:traffic'].map((key) => tags[key])
  for (const text of [...signed, ...implied]) {
    const kmh = kmhOf(text)
    if (kmh !== null) return kmh
  }
  return null
}
