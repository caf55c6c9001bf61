// How drives leave a place and come to one: the arcs that the place is on, and what of them is driven.
import { costOf, decimetersOf, weightOf } from './graph/weight.ts'
import type { Starts } from './hierarchy/upward-search.ts'
import type { Ground, Place } from './snap/snap.ts'

/** Of a road file. */
export interface Columns extends Ground {
  decimeters: Int32Array
  access: Uint8Array
  centiseconds: Int32Array
  costs: Int32Array
  ends: Int32Array
  arriving: Int32Array
  firstEntry: Int32Array
  entryStates: Int32Array
  entryCosts: Int32Array
}

/** One drive from a place: the arcs that it may begin on, and what each still takes. */
export interface Beginning extends Starts {
  arcs: number[]
}

export const NOWHERE: Beginning = { nodes: [], weights: [], extras: [], arcs: [] }

export function leaving(columns: Columns, place: Place): Beginning {
  const beginning: Beginning = { nodes: [], weights: [], extras: [], arcs: [] }
  for (const arc of arcsAt(columns, place)) {
    const node = columns.ends[2 * arc]!
    if (node < 0) continue
    const rest = 1 - shareAlong(place, arc)
    beginning.nodes.push(node)
    const { weight, extra } = part(columns, arc, rest)
    beginning.weights.push(weight + weightOf(columns.arriving[arc]!, 0))
    beginning.extras.push(extra)
    beginning.arcs.push(arc)
  }
  return beginning
}

export function arriving(columns: Columns, place: Place): Beginning {
  const end: Beginning = { nodes: [], weights: [], extras: [], arcs: [] }
  for (const arc of arcsAt(columns, place))
    for (let i = columns.firstEntry[arc]!; i < columns.firstEntry[arc + 1]!; i++) {
      end.nodes.push(columns.entryStates[i]!)
      const { weight, extra } = part(columns, arc, shareAlong(place, arc))
      end.weights.push(weight + weightOf(columns.entryCosts[i]!, 0))
      end.extras.push(extra)
      end.arcs.push(arc)
    }
  return end
}

/** The two directions, as far as they are driven. */
const arcsAt = ({ access }: Columns, { segment }: Place): number[] =>
  [2 * segment, 2 * segment + 1].filter((arc) => access[arc] !== 0)

export const shareAlong = ({ share }: Place, arc: number): number => (arc % 2 === 1 ? 1 - share : share)

/** What is compared, and beside it how many hundredths of a second the drive takes beyond its cost. */
export interface Part {
  weight: number
  extra: number
}

function part({ centiseconds, costs, decimeters }: Columns, arc: number, share: number): Part {
  const cost = Math.round(share * costs[arc]!)
  return {
    weight: weightOf(cost, Math.round(share * decimeters[arc >> 1]!)),
    extra: Math.round(share * centiseconds[arc]!) - cost,
  }
}

export const secondsOf = (weight: number, extra: number): number => (costOf(weight) + extra) / 100
export const metersOf = (weight: number): number => decimetersOf(weight) / 10

/** Along one segment, without leaving it. */
export function straightOn(columns: Columns, from: Place, to: Place): (Part & { arc: number }) | null {
  if (from.segment !== to.segment) return null
  let best: (Part & { arc: number }) | null = null
  for (const arc of arcsAt(columns, from)) {
    const share = shareAlong(to, arc) - shareAlong(from, arc)
    if (share < 0) continue
    const along = part(columns, arc, share)
    if (!best || along.weight < best.weight) best = { ...along, arc }
  }
  return best
}
