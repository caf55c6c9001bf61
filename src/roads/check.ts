// Finds shortest drives the plain way (Dijkstra, 1959), arc by arc, by the rules of each junction as they stand: without
// states, shortcuts or tables, to hold those against.
import { DESTINATION, YES } from './read/access.ts'
import { FORBIDDEN, type Junction, junctionsOf, type Network } from './graph/junctions.ts'
import type { Trail } from './graph/restrictions.ts'
import { weightOf } from './graph/weight.ts'
import type { Place } from './snap/snap.ts'

/** On private roads that the drive began on, on those open to all, on private roads that it ends on. */
type Stage = 0 | 1 | 2

interface Reached {
  trail: Trail
  stage: Stage
  weight: number
}

/** From a place to each other: the least weight, `Infinity` where there is no way. */
export function plainDrives(network: Network, decimeters: Int32Array): (from: Place) => (to: Place) => number {
  const { arcs, restrictions } = network
  const junctionOf = remembered(junctionsOf(network))
  const part = (arc: number, share: number): number =>
    weightOf(Math.round(share * arcs.centiseconds[arc]!), Math.round(share * decimeters[arc >> 1]!))
  const arcsAt = ({ segment }: Place): number[] =>
    [2 * segment, 2 * segment + 1].filter((arc) => arcs.access[arc] !== 0)
  const shareAlong = ({ share }: Place, arc: number): number => (arc % 2 === 1 ? 1 - share : share)

  return (from) => {
    /** What it takes to have turned into an arc. */
    const into = new Map<number, number>()
    const least = new Map<string, number>()
    const open = new Queue()
    const reach = (trail: Trail, stage: Stage, weight: number): void => {
      const key = `${trail.join()}/${stage}`
      if (weight >= (least.get(key) ?? Infinity)) return
      least.set(key, weight)
      open.push({ trail, stage, weight })
    }
    for (const arc of arcsAt(from)) reach([arc], arcs.access[arc] === YES ? 1 : 0, part(arc, 1 - shareAlong(from, arc)))
    for (let one = open.pop(); one; one = open.pop()) {
      const { trail, stage, weight } = one
      if (weight > least.get(`${trail.join()}/${stage}`)!) continue
      const { out, rows } = junctionOf(arcs.head[trail.at(-1)!]!)
      const row = rows.find((candidate) => candidate.trail.join() === trail.join())!
      for (const [i, next] of out.entries()) {
        const cost = row.costs[i]!
        const isPrivate = arcs.access[next] === DESTINATION
        if (cost === FORBIDDEN || (stage === 2 && !isPrivate)) continue
        const turned = weight + weightOf(cost, 0)
        if (turned < (into.get(next) ?? Infinity)) into.set(next, turned)
        const whole = weightOf(arcs.centiseconds[next]!, decimeters[next >> 1]!)
        reach(restrictions.follow(trail, next), isPrivate ? (stage === 0 ? 0 : 2) : 1, turned + whole)
      }
    }
    return (to) => {
      const weights = arcsAt(to).flatMap((arc) => {
        const onward = shareAlong(to, arc) - shareAlong(from, arc)
        const straightOn = from.segment === to.segment && onward >= 0 ? [part(arc, onward)] : []
        return [...straightOn, (into.get(arc) ?? Infinity) + part(arc, shareAlong(to, arc))]
      })
      return Math.min(Infinity, ...weights)
    }
  }
}

function remembered(junctionOf: (node: number) => Junction): (node: number) => Junction {
  const known = new Map<number, Junction>()
  return (node) => {
    const junction = known.get(node) ?? junctionOf(node)
    known.set(node, junction)
    return junction
  }
}

class Queue {
  readonly #heap: Reached[] = []

  push(one: Reached): void {
    const heap = this.#heap
    let at = heap.push(one) - 1
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1]!
      if (parent.weight <= one.weight) break
      heap[at] = parent
    }
    heap[at] = one
  }

  pop(): Reached | undefined {
    const heap = this.#heap
    const top = heap[0]
    const last = heap.pop()
    if (!last || heap.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.weight < heap[child]!.weight) child++
      if (heap[child]!.weight >= last.weight) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return top
  }
}
