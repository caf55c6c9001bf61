// Contraction hierarchy: the nodes of a graph, the most important first, each with its edges to more important nodes.
// The first nodes may be a core (Bauer et al., 2010): the edges between nodes of the core are all in `up`, in no order of
// importance. A search along `up` thus visits the whole core, and a search along `down` ends where it enters the core.
import type { Requirements } from '../requirements.ts'

export interface Graph {
  count: number
  /** Index of the first edge of each node. Has one element more than there are nodes. */
  first: Int32Array
  to: Int32Array
  weights: Float64Array
  /** Arc of each edge. -1 if the edge connects two states of the same junction. */
  arcs: Int32Array
  /**
   * Indexed by arc: driving time minus cost, in hundredths of a second. Paths are found by weight, extras are only
   * summed.
   */
  extras: Int32Array
  /** Requirements of the edges. Null or absent if no edge has one. */
  restricted?: { of: Int32Array; table: Requirements } | null
}

/** Edges of one direction between each node and the more important nodes, grouped by the less important node. */
export interface Side {
  /** Index of the first edge of each node. Has one element more than there are nodes. */
  first: Int32Array
  others: Int32Array
  weights: Float64Array
  /** Middle node of each shortcut. An edge that is not a shortcut has its arc instead, encoded by `viaOfArc`. */
  vias: Int32Array
  /** Sum of the extras of the arcs that each edge replaces. */
  extras: Int32Array
  /** Requirement of each edge. Empty if no edge of the hierarchy has one. */
  requirements: Int32Array | Uint16Array
}

/** Part of a hierarchy that searches need. */
export interface Searchable {
  count: number
  /** Edges from each node to more important nodes. `down` has the edges from more important nodes to each node. */
  up: Side
  down: Side
}

export interface Hierarchy extends Searchable {
  /** Rank of each node of the graph, which is its number in the hierarchy. */
  ranks: Int32Array
}

/**
 * Indexed by requirement: 1 for each requirement that the vehicle meets. Null if it meets
 * all, which makes searches faster.
 */
export type Met = Uint8Array | null

/** Encodes arcs, from -1 on, as negative numbers, so that they differ from nodes. The function is its own inverse. */
export const viaOfArc = (arc: number): number => -2 - arc
export const arcOfVia = viaOfArc
