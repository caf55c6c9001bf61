// Data that is searched: nodes from the most important one, and for each node its edges to more important nodes.
export interface Graph {
  count: number
  /** Index of the first edge of each node. Has one element more than there are nodes. */
  first: Int32Array
  to: Int32Array
  weights: Float64Array
  /** Arc that the edge stands for; -1 if none. */
  arcs: Int32Array
  /** Indexed by arc: value that is summed in addition to the weight. */
  extras: Int32Array
}

/** Edges to or from more important nodes, by node. */
export interface Side {
  /** Has one element more than there are nodes. */
  first: Int32Array
  others: Int32Array
  weights: Float64Array
  /** Middle node of a shortcut. For other edges, the arc (`viaOfArc`). */
  vias: Int32Array
  /** Value of the edge in addition to its weight: the sum over its arcs. */
  extras: Int32Array
}

/** Part of a hierarchy that searches need. */
export interface Searchable {
  count: number
  /** Edges from a node, and edges to a node. */
  up: Side
  down: Side
}

export interface Hierarchy extends Searchable {
  /** Rank of each node of the graph, which is its number in the hierarchy. */
  ranks: Int32Array
}

/** Encodes arcs, from -1 on, as negative numbers, so that they differ from nodes. The function is its own inverse. */
export const viaOfArc = (arc: number): number => -2 - arc
export const arcOfVia = viaOfArc
