// Selects the segments on which drives may begin and end: those with drives from and to the main network, and those of
// other large networks, such as a second island. Small isolated networks are excluded.
import type { Segments } from '../read/segments.ts'
import type { Arcs } from './arcs.ts'
import { components } from './largest-component.ts'
import { NO_STATE, type StateGraph } from './state-graph.ts'
import { YES } from '../read/access-level.ts'

/** Minimum number of nodes of a network that is not connected to the main network, such as the roads of an island. */
const NETWORK_NODES = 500

/** Returns 1 for each segment on which drives may begin and end. */
export function snappableSegments(segments: Segments, arcs: Arcs, graph: StateGraph): Uint8Array {
  const { component, sizes } = components(arcs, (arc) => arcs.access[arc] !== 0)
  const mainArc = arcs.access.indexOf(YES)
  const main = mainArc < 0 ? -1 : component[arcs.head[mainArc]!]!
  const fromMain = reachableFrom(graph.count, graph.first, graph.to, mainStates(arcs, graph))
  const backwards = reverseGraph(graph)
  const toMain = reachableFrom(graph.count, backwards.first, backwards.to, mainStates(arcs, graph))
  const leaves = (arc: number): boolean => {
    const state = graph.ends[2 * arc]!
    return state !== NO_STATE && toMain[state] === 1
  }
  const isReached = (arc: number): boolean => {
    for (let i = graph.firstEntry[arc]!; i < graph.firstEntry[arc + 1]!; i++)
      if (fromMain[graph.entryStates[i]!] === 1) return true
    return false
  }
  return Uint8Array.from({ length: segments.count }, (_, segment) => {
    const both = [2 * segment, 2 * segment + 1].filter((arc) => arcs.access[arc] !== 0)
    if (both.some(leaves) && both.some(isReached)) return 1
    return both.some((arc) => {
      const [a, b] = [component[arcs.tail[arc]!]!, component[arcs.head[arc]!]!]
      return a === b && a !== main && sizes[a]! >= NETWORK_NODES
    })
      ? 1
      : 0
  })
}

function mainStates(arcs: Arcs, graph: StateGraph): number[] {
  const states: number[] = []
  for (let arc = 0; arc < arcs.count; arc++)
    if (arcs.access[arc] === YES && graph.ends[2 * arc] !== NO_STATE)
      states.push(graph.throughEnds.get(arc) ?? graph.ends[2 * arc]!)
  return states
}

function reachableFrom(count: number, first: Int32Array, to: Int32Array, from: readonly number[]): Uint8Array {
  const seen = new Uint8Array(count)
  const open = Int32Array.from({ length: count }, () => 0)
  let size = 0
  const see = (state: number): void => {
    if (seen[state] === 1) return
    seen[state] = 1
    open[size++] = state
  }
  from.forEach(see)
  while (size > 0) {
    const state = open[--size]!
    for (let edge = first[state]!; edge < first[state + 1]!; edge++) see(to[edge]!)
  }
  return seen
}

function reverseGraph({ count, first, to }: StateGraph): { first: Int32Array; to: Int32Array } {
  const firstInto = new Int32Array(count + 1)
  for (const state of to) firstInto[state + 1]!++
  for (let state = 0; state < count; state++) firstInto[state + 1]! += firstInto[state]!
  const from = new Int32Array(to.length)
  const filled = firstInto.slice(0, count)
  for (let state = 0; state < count; state++)
    for (let edge = first[state]!; edge < first[state + 1]!; edge++) from[filled[to[edge]!]!++] = state
  return { first: firstInto, to: from }
}
