// IDs are UUIDs of version 7, which begin with their creation time. A list sorted by ID is therefore sorted by time.

/** Returns the smallest ID created at or after the instant. */
export function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Maximum time between the timestamp of a record and the creation of its ID. A change takes its timestamp when it
 * begins.
 */
const SLACK_MS = 10 * 60_000

/** Returns an ID above every ID of records with a timestamp before the instant. */
export const lastIdBefore = (instant: Date): string => firstIdAt(new Date(instant.getTime() + SLACK_MS))

/** Returns the creation time of an ID, or null if it is not a version 7 UUID. */
export const timeOfId = (id: string): Date | null =>
  id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null
