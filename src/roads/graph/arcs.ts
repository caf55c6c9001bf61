// Segments as one kind of vehicle drives them: an arc is a segment in one direction, 2 a segment, even along its way.

/** Times are whole hundredths of a second. */
export const CENTISECONDS = 100

export interface Arcs {
  count: number
  /** Where arcs meet. A barrier that nobody passes is a node of its own for each segment that ends there. */
  nodes: number
  tail: Int32Array
  head: Int32Array
  /** As of `read/access.ts`; what is not of the main network is for destinations only. */
  access: Uint8Array
  /** To drive it from end to end. */
  centiseconds: Int32Array
  /** What that counts when roads are compared: the time, weighted by how much drivers prefer the road. */
  costs: Int32Array
  /** By node: only those pass whose drive begins or ends beyond. No arc of the main network touches it. */
  gated: Uint8Array
  /** Positions in the nodes read, by node. */
  positions: Int32Array
}

export const reverseOf = (arc: number): number => arc ^ 1
export const segmentOf = (arc: number): number => arc >> 1
export const isBackward = (arc: number): boolean => (arc & 1) === 1
