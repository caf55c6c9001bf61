// Reads the roads of an extract in two passes: first ways and relations, then the nodes that they use.
import { collectWays, type Ways } from './ways.ts'
import { nodeBits } from './node-tags.ts'
import { type Relation, type Restriction, restrictionOf } from './restriction.ts'
import { isFerryRoute } from './road-class.ts'
import { sortedIds } from './sorted-ids.ts'
import type { Tags } from './tags.ts'

/** Extracts store degrees multiplied by this, as whole numbers. */
export const UNITS_A_DEGREE = 1e7
/** Latitude of a node that the extract doesn't contain. */
export const NOWHERE = 0x7fff_ffff

export interface Nodes {
  count: number
  lats: Int32Array
  lngs: Int32Array
  /** Bits of `node-tags.ts`. */
  bits: Uint16Array
}

export interface Roads {
  ways: Ways
  /** Nodes along the ways, one way after another, as positions in `nodes`. */
  wayNodes: Int32Array
  nodes: Nodes
  restrictions: Restriction[]
  /** Returns the position of a restriction's via node in `nodes`. */
  positionOf(nodeId: number): number
  /**
   * Number of restrictions that are limited to some hours, and number of incomplete restrictions. Both kinds are
   * ignored.
   */
  conditional: number
  broken: number
}

export interface WayPass {
  way(id: number, refs: readonly number[], tags: Tags): void
  relation(relation: Relation): void
  done(): NodePass
}
export interface NodePass {
  node(id: number, lat: number, lng: number, tags: Tags | undefined): void
  done(): Roads
}

/** Reads roads in two passes: first all ways and relations, then all nodes. The caller passes the objects. */
export function readRoads(): WayPass {
  const collected = collectWays()
  const restrictions: Restriction[] = []
  const left = { CONDITIONAL: 0, BROKEN: 0 }
  return {
    way: (id, refs, tags) => collected.add(id, refs, tags),
    relation(relation) {
      if (isFerryRoute(relation.tags)) collected.addFerryRoute(relation)
      const restriction = restrictionOf(relation)
      if (typeof restriction === 'string') left[restriction]++
      else if (restriction) restrictions.push(restriction)
    },
    done() {
      const { ways, nodes } = collected.done()
      return nodePass(ways, nodes, restrictions, left)
    },
  }
}

function nodePass(
  ways: Ways,
  refs: Float64Array<ArrayBuffer>,
  restrictions: Restriction[],
  left: { CONDITIONAL: number; BROKEN: number },
): NodePass {
  const ids = sortedIds(refs.slice())
  const wayNodes = Int32Array.from(refs, (id) => ids.indexOf(id))
  const lats = new Int32Array(ids.length).fill(NOWHERE)
  const lngs = new Int32Array(ids.length)
  const bits = new Uint16Array(ids.length)
  return {
    node(id, lat, lng, tags) {
      const at = ids.indexOf(id)
      if (at < 0) return
      lats[at] = Math.round(lat * UNITS_A_DEGREE)
      lngs[at] = Math.round(lng * UNITS_A_DEGREE)
      if (tags) bits[at] = nodeBits(tags)
    },
    done: () => ({
      ways,
      wayNodes,
      nodes: { count: ids.length, lats, lngs, bits },
      restrictions,
      positionOf: (nodeId) => ids.indexOf(nodeId),
      conditional: left.CONDITIONAL,
      broken: left.BROKEN,
    }),
  }
}
