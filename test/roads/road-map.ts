// Small maps: nodes with names on a grid of 100 meters, ways as lists of node names.
import type { RawMap } from '../../bench/roads/plain-drives.ts'
import { type Drives, openDrives } from '../../src/roads/drives.ts'
import { buildRoadFile } from '../../src/roads/build.ts'
import type { Costing } from '../../src/domain/planning/costing.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { type Network } from '../../src/roads/graph/junctions.ts'
import { networkFor } from '../../src/roads/graph/network.ts'
import type { ReadHours } from '../../src/roads/read/conditions.ts'
import { MOTOR_VEHICLES, readTogetherWith } from '../../src/roads/profile.ts'
import { readRoads, type Roads } from '../../src/roads/read/read-roads.ts'
import { cutIntoSegments, type Segments } from '../../src/roads/read/segments.ts'
import type { Tags } from '../../src/roads/read/tags.ts'

const STEP_DEGREES = 0.0009

export interface MapWay {
  /** Names of nodes, separated by spaces. */
  along: string
  tags?: Tags
}

export interface MapDescription {
  /** Keyed by name: steps to the east and to the north. */
  nodes: Record<string, readonly [east: number, north: number]>
  nodeTags?: Record<string, Tags>
  /** Keyed by name. Default tag: `highway=residential`. */
  ways: Record<string, MapWay | string>
  /** Members as `from way`, `via node` or `via way`, `to way`, by name. */
  relations?: { members: readonly string[]; tags: Tags }[]
}

/** A street from a to b, and a detour around it. */
export const shortcut = (tags: Tags, nodeTags: Record<string, Tags> = {}): MapDescription => ({
  nodes: { a0: [-2, 0], a: [0, 0], m: [2, 0], b: [4, 0], b0: [6, 0], u: [0, 5], v: [4, 5], w0: [-2, 5], z0: [6, 5] },
  nodeTags,
  ways: {
    before: 'a0 a',
    short: { along: 'a m b', tags },
    behind: 'b b0',
    round: 'a u v b',
    outer: 'a0 w0 u',
    outer2: 'v z0 b0',
  },
})

export interface RoadMap {
  raw: RawMap
  /** Roads of motor vehicles. */
  roads: Roads
  segments: Segments
  segmentsOf(costing: Costing): Segments
  point(name: string): Point
  /** A point between two nodes, at this share of the distance. */
  between(a: string, b: string, share?: number): Point
  network(costing?: Costing): Network
  drives(costing?: Costing): Drives
  /** Names of the nodes that the drive passes. Null if there is no route. */
  path(from: Point, to: Point, costing?: Costing): string | null
}

export function roadMap(
  { nodes, nodeTags = {}, ways, relations = [] }: MapDescription,
  readHours?: ReadHours,
): RoadMap {
  const names = Object.keys(nodes)
  const point = (name: string): Point => {
    const at = nodes[name]
    if (!at) throw new Error(`no node ${name}`)
    return { lat: 40 + at[1] * STEP_DEGREES, lng: -100 + at[0] * STEP_DEGREES }
  }
  const idOf = (name: string): number => names.indexOf(name) + 1
  const wayNames = Object.keys(ways)
  const raw: RawMap = {
    ways: Object.values(ways).map((way, i) => {
      const { along, tags = {} } = typeof way === 'string' ? { along: way } : way
      return { id: i + 1, refs: along.split(' ').map(idOf), tags: { highway: 'residential', ...tags } }
    }),
    relations: relations.map(({ members, tags }) => ({
      tags: { type: 'restriction', ...tags },
      members: members.map((member) => {
        const [role, name] = member.split(' ') as [string, string]
        const isWay = wayNames.includes(name)
        return { role, type: isWay ? 'way' : 'node', ref: isWay ? wayNames.indexOf(name) + 1 : idOf(name) }
      }),
    })),
    nodes: new Map(names.map((name) => [idOf(name), nodeTags[name] ?? {}])),
  }
  const read = (costings: readonly Costing[]) => {
    const pass = readRoads(readHours, costings)
    for (const { id, refs, tags } of raw.ways) pass.way(id, refs, tags)
    for (const relation of raw.relations) pass.relation(relation)
    const nodePass = pass.done()
    for (const name of names) nodePass.node(idOf(name), point(name).lat, point(name).lng, nodeTags[name])
    const roads = nodePass.done()
    return { roads, segments: cutIntoSegments(roads) }
  }
  const motor = read(MOTOR_VEHICLES)
  let cycling: typeof motor | null = null
  const networkOf = (costing: Costing) =>
    costing === 'BICYCLE' ? (cycling ??= read(readTogetherWith(costing))) : motor
  const build = (costing: Costing) => {
    const { roads, segments } = networkOf(costing)
    return openDrives(joined(buildRoadFile(roads, segments, costing)).buffer)
  }
  const opened = new Map<Costing, Drives>()
  const drives = (costing: Costing = 'CAR'): Drives => {
    const known = opened.get(costing) ?? build(costing)
    opened.set(costing, known)
    return known
  }
  return {
    raw,
    ...motor,
    segmentsOf: (costing) => networkOf(costing).segments,
    point,
    between: (a, b, share = 0.5) => {
      const [from, to] = [point(a), point(b)]
      return { lat: from.lat + share * (to.lat - from.lat), lng: from.lng + share * (to.lng - from.lng) }
    },
    network(costing = 'CAR') {
      const { roads, segments } = networkOf(costing)
      return networkFor(roads, segments, costing)
    },
    drives,
    path(from, to, costing) {
      const line = drives(costing).drive(from, to)?.line
      if (!line) return null
      const isAt = (name: string, { lat, lng }: Point): boolean =>
        Math.abs(point(name).lat - lat) < 1e-6 && Math.abs(point(name).lng - lng) < 1e-6
      return line.flatMap((at) => names.find((name) => isAt(name, at)) ?? []).join(' ')
    },
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
