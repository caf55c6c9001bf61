// Arcs for one kind of vehicle: an arc is one direction of a segment. Each segment has 2 arcs; the even one has the
// direction of its way.

/** Times are whole hundredths of a second. */
export const CENTISECONDS = 100

export interface Arcs {
  count: number
  /**
   * Number of nodes, where arcs meet. At a barrier that nobody may pass, each segment that ends there has a node of its
   * own.
   */
  nodes: number
  tail: Int32Array
  head: Int32Array
  /** Values of `read/access.ts`. Arcs outside the main network have at most DESTINATION. */
  access: Uint8Array
  /** Driving time from end to end. */
  centiseconds: Int32Array
  /** Cost for comparing roads: the driving time, weighted by drivers' preference for the road. */
  costs: Int32Array
  /**
   * Indexed by node: 1 if only drives that begin or end beyond the node may pass. No arc of the main network touches
   * these nodes.
   */
  gated: Uint8Array
  /** Indexed by node: position in the nodes that were read. */
  positions: Int32Array
}

/** Returns the arc of the same segment in the other direction. */
export const reverseOf = (arc: number): number => arc ^ 1
export const segmentOf = (arc: number): number => arc >> 1
export const isBackward = (arc: number): boolean => (arc & 1) === 1
