// Maximum age of data that is read from a replica, which lags behind the primary database.

/** In seconds. A read for a decision, or one that shows users their own change, uses the primary database. */
export const STALENESS = { seconds: 5, minute: 60 } as const
export type Staleness = keyof typeof STALENESS
