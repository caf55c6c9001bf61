// Turn restrictions on arcs: the arcs that may not follow an arc or a sequence of arcs. A restriction via ways applies
// only after its whole sequence of arcs. A search therefore remembers the trail of a drive: the longest sequence of its
// last arcs that begins a restriction (Aho and Corasick, 1975).
import type { Costing } from '../../domain/planning/costing.ts'
import type { Roads } from '../read/read-roads.ts'
import type { Restriction } from '../read/restriction.ts'
import type { Segments } from '../read/segments.ts'
import { type Arcs, reverseOf } from './arcs.ts'
import type { ArcsAtNodes } from './arcs-at-nodes.ts'

/**
 * The last arcs of a drive, in driving order. Has more than one arc only if a restriction depends on the earlier arcs.
 */
export type Trail = readonly number[]

export interface Restrictions {
  /** Number of restrictions whose ways were found and are connected. All others are ignored. */
  placed: number
  /** All trails of at least two arcs with which a restriction begins. */
  trails: readonly Trail[]
  forbids(trail: Trail, next: number): boolean
  /** Returns whether a restriction at a later junction depends on this trail followed by the arc `next`. */
  leadsOn(trail: Trail, next: number): boolean
  /** Returns the trail of a drive that continues from `trail` into the arc `next`. */
  follow(trail: Trail, next: number): Trail
}

/** Returns the turn restrictions that apply to one kind of vehicle. */
export function restrictionsOn(
  arcs: Arcs,
  at: ArcsAtNodes,
  roads: Roads,
  segments: Segments,
  costing: Costing,
): Restrictions {
  const placesOf = placesOn(arcs, roads, segments)
  const forbidden = new Map<string, Set<number>>()
  const trails = new Map<string, Trail>()
  const forbid = (trail: Trail, next: number): void => {
    for (let length = 2; length <= trail.length; length++) {
      const part = trail.slice(0, length)
      trails.set(part.join(), part)
    }
    const key = trail.join()
    const after = forbidden.get(key) ?? new Set()
    forbidden.set(key, after.add(next))
  }
  let placed = 0
  // Marks of the last arcs of restricted trails. Most arcs have no mark, so most lookups of trails are skipped.
  const bound = new Uint8Array(arcs.count)
  const inner = new Uint8Array(arcs.count)
  for (const restriction of roads.restrictions) {
    if (!restriction.costings.includes(costing)) continue
    const found = placesOf(restriction)
    if (found.length > 0) placed++
    for (const { trail, to } of found) {
      if (!restriction.only) forbid(trail, to)
      else for (const other of at.outOf(arcs.head[to ^ 1] as number)) if (other !== to) forbid(trail, other)
    }
  }
  for (const key of forbidden.keys()) bound[Number(key.slice(key.lastIndexOf(',') + 1))] = 1
  for (const trail of trails.values()) inner[trail.at(-1) as number] = 1
  const longest = (trail: Trail): Trail => {
    for (let from = 0; from < trail.length - 1; from++) {
      const end = trails.get(trail.slice(from).join())
      if (end) return end
    }
    return [trail.at(-1) as number]
  }
  return {
    placed,
    trails: [...trails.values()],
    forbids: (trail, next) =>
      bound[trail.at(-1) as number] === 1 &&
      trail.some((_, from) => forbidden.get(trail.slice(from).join())?.has(next) === true),
    leadsOn: (trail, next) => inner[next] === 1 && longest([...trail, next]).length > 1,
    follow: (trail, next) => (inner[next] === 1 ? longest([...trail, next]) : [next]),
  }
}

interface Place {
  trail: Trail
  to: number
}

/** Returns a function that finds the arcs of a restriction. Its result is empty if the members are not connected. */
function placesOn(arcs: Arcs, roads: Roads, segments: Segments): (restriction: Restriction) => Place[] {
  const nodesAt = viaNodes(arcs, roads)
  const arcsOfWay = arcsByWay(arcs, roads, segments)
  return ({ from, viaNode, viaWays, to }) => {
    if (viaNode !== null) {
      const nodes = nodesAt.get(roads.positionOf(viaNode)) ?? []
      return nodes.flatMap((node) =>
        from.flatMap((fromWay) =>
          to.flatMap((toWay) => {
            const into = singleElement(arcsOfWay(fromWay).filter((arc) => arcs.head[arc] === node))
            const out = singleElement(arcsOfWay(toWay).filter((arc) => arcs.tail[arc] === node))
            return into !== null && out !== null ? [{ trail: [into], to: out }] : []
          }),
        ),
      )
    }
    return from.flatMap((fromWay) => to.flatMap((toWay) => through(fromWay, viaWays, toWay) ?? []))
  }

  /** Returns the shortest sequence from the first way over the via ways into the last way, or null if there is none. */
  function through(fromWay: number, viaWays: readonly number[], toWay: number): Place | null {
    const starts = new Set(
      viaWays.slice(0, 1).flatMap((way) => arcsOfWay(way).flatMap((arc) => arcs.tail[arc] as number)),
    )
    let found: Place | null = null
    for (const first of arcsOfWay(fromWay)) {
      if (!starts.has(arcs.head[first] as number)) continue
      const open: { trail: number[]; way: number }[] = [{ trail: [first], way: 0 }]
      for (let one = open.pop(); one; one = open.pop()) {
        const { trail, way } = one
        const node = arcs.head[trail.at(-1) as number] as number
        if (way === viaWays.length - 1 && trail.length > 1) {
          const out = arcsOfWay(toWay).filter(
            (arc) => arcs.tail[arc] === node && arc !== reverseOf(trail.at(-1) as number),
          )
          for (const arc of out) if (!found || trail.length < found.trail.length) found = { trail, to: arc }
        }
        for (const step of trail.length === 1 ? [way] : [way, way + 1]) {
          for (const arc of arcsOfWay(viaWays[step] ?? Number.NaN)) {
            const turnsBack = arc === reverseOf(trail.at(-1) as number)
            if (arcs.tail[arc] === node && !turnsBack && !trail.includes(arc))
              open.push({ trail: [...trail, arc], way: step })
          }
        }
      }
    }
    return found
  }
}

const singleElement = (found: readonly number[]): number | null => (found.length === 1 ? (found[0] as number) : null)

/**
 * Returns the nodes of the graph at each via node, keyed by the position of the via node in `roads.nodes`. A via node
 * has several graph nodes if it is a barrier that nobody may pass, because each segment then ends at a node of its own.
 */
function viaNodes({ positions }: Arcs, roads: Roads): Map<number, number[]> {
  const nodes = new Map<number, number[]>()
  for (const { viaNode } of roads.restrictions) if (viaNode !== null) nodes.set(roads.positionOf(viaNode), [])
  positions.forEach((at, node) => nodes.get(at)?.push(node))
  return nodes
}

function arcsByWay(arcs: Arcs, roads: Roads, segments: Segments): (way: number) => readonly number[] {
  const wanted = new Map(
    roads.restrictions.flatMap(({ from, viaWays, to }) =>
      [...from, ...viaWays, ...to].map((way) => [way, [] as number[]]),
    ),
  )
  for (let arc = 0; arc < arcs.count; arc++)
    if (arcs.access[arc]) wanted.get(roads.ways.ids[segments.way[arc >> 1] as number] as number)?.push(arc)
  return (way) => wanted.get(way) ?? []
}
