// Ids are version 7 uuids, which begin with the time they were made: a list kept by id is kept by time.

/** The smallest id made at or after the instant. */
export function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** An id is made this much after the time of what it names, at most: a change takes its time when it begins. */
const SLACK_MS = 10 * 60_000

/** Above every id of what has a time before the instant. */
export const lastIdBefore = (instant: Date): string => firstIdAt(new Date(instant.getTime() + SLACK_MS))

/** When it was made; null for an id that doesn't say. */
export const timeOfId = (id: string): Date | null =>
  id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null
