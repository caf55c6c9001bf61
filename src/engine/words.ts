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

const LOAD_UNITS = ['lb', 'pieces', 'cubic feet']

/** Dimension 0 of a load is pounds, 1 pieces, 2 cubic feet; further dimensions are plain units. */
export function loadWords(amount: number, dimension: number): string {
  const count = Math.round(amount * 100) / 100
  const unit = LOAD_UNITS[dimension] ?? 'units'
  return count === 1 && dimension > 0 ? `1 ${unit.replace(/s$/, '').replace('feet', 'foot')}` : `${count} ${unit}`
}
