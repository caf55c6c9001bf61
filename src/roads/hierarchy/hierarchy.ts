// What is searched: nodes by importance, the most important first, and of each node the edges to more important ones.
export interface Graph {
  count: number
  /** Edges by the node they leave; one more than nodes. */
  first: Int32Array
  to: Int32Array
  weights: Float64Array
  /** What the edge stands for, from -1 on. */
  arcs: Int32Array
  /** By arc: what is carried along beside the weight. */
  extras: Int32Array
}

/** Edges to or from more important nodes, by node. */
export interface Side {
  /** One more than nodes. */
  first: Int32Array
  others: Int32Array
  weights: Float64Array
  /** The node that a shortcut leads through; of what is none, its arc (`viaOfArc`). */
  vias: Int32Array
  /** What the edge carries beside its weight, the sum over its arcs. */
  extras: Int32Array
}

/** What searches need of it. */
export interface Searchable {
  count: number
  /** Edges from a node, and edges to it. */
  up: Side
  down: Side
}

export interface Hierarchy extends Searchable {
  /** Of each node of the graph, its position by importance: the number it has here. */
  ranks: Int32Array
}

/** Arcs from -1 on, below all nodes; its own inverse. */
export const viaOfArc = (arc: number): number => -2 - arc
export const arcOfVia = viaOfArc
