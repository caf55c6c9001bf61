// Levels of access to a road.
export const NO = 0
/** Only at the beginning or end of a drive: private roads, roads for customers or deliveries. */
export const DESTINATION = 1
export const YES = 2
export type Access = typeof NO | typeof DESTINATION | typeof YES
