// How old what is read may be: a replica follows the database, and is not the database.

/** In seconds. Whatever decides, or shows somebody what they just did, reads the database itself. */
export const STALENESS = { seconds: 5, minute: 60 } as const
export type Staleness = keyof typeof STALENESS
