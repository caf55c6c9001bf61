// Arcs for one kind of vehicle: an arc is one direction of a segment. Each segment has 2 arcs; the even one has the
// direction of its way.

/** Hundredths of a second per second. Times are stored as whole hundredths, because sums of integers are exact. */
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
  /**
   * Indexed by arc: NO, DESTINATION or YES of `read/access-level.ts`. Arcs outside the main network never have YES, because a
   * drive can only begin or end there.
   */
  access: Uint8Array
  /** Indexed by arc: driving time from one end of the arc to the other. */
  centiseconds: Int32Array
  /**
   * Indexed by arc: driving time times a factor for drivers' preference for the road, in hundredths of a second.
   * Searches minimize this cost, not the driving time.
   */
  costs: Int32Array
  /**
   * Indexed by node: 1 if a barrier stops through traffic at the node. The barrier either stops all drives, or
   * admits only drives with a start or destination beyond the node. No arc of the main network touches these nodes.
   */
  gated: Uint8Array
  /** Indexed by node: position of the node in `nodes` of `Roads`, which contain the coordinates and tags. */
  positions: Int32Array
}

/** Returns the arc of the same segment in the other direction. */
export const reverseOf = (arc: number): number => arc ^ 1
export const segmentOf = (arc: number): number => arc >> 1
export const isBackward = (arc: number): boolean => (arc & 1) === 1
