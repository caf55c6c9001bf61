// Figures in the words a dispatcher reads.

/** Seconds from midnight as HH:mm, whole minutes downward. */
export function clock(seconds: number): string {
  const minutes = Math.floor((seconds + 1e-6) / 60)
  const hours = Math.floor(minutes / 60)
  return `${String(hours).padStart(2, '0')}:${String(minutes - hours * 60).padStart(2, '0')}`
}

/** The minute a moment lies in or ends with, upward: for the earliest moment something is possible. */
export function clockUp(seconds: number): string {
  return clock(Math.ceil((seconds - 1e-6) / 60) * 60)
}

export function minutes(seconds: number): string {
  const count = Math.max(1, Math.ceil((seconds - 1e-6) / 60))
  return count === 1 ? '1 minute' : `${count} minutes`
}

export function pounds(amount: number): string {
  return `${Math.round(amount * 100) / 100} lb`
}

/** Load of dimension 0 is pounds; further dimensions are plain units. */
export function loadWords(amount: number, dimension: number): string {
  return dimension === 0 ? pounds(amount) : `${Math.round(amount * 100) / 100} units`
}
