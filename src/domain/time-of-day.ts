// Times of day as HH:mm, and as minutes since midnight.

/** Returns the minute of the day of a time (HH:mm). */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the time of day (HH:mm) of a minute of the day. */
export const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
