// Time windows of a delivery. The first is a field of the order; the others are among its rules.
import type { OrderRules, Span } from './rules.ts'

export interface Windowed {
  /** Null: open on this side. */
  windowStart: string | null
  windowEnd: string | null
  rules?: OrderRules | null
}

/** Returns the windows in order. Empty: any time. */
export function windowsOf({ windowStart, windowEnd, rules }: Windowed): { start: string | null; end: string | null }[] {
  if (windowStart === null && windowEnd === null) return []
  return [{ start: windowStart, end: windowEnd }, ...moreWindowsOf({ rules })]
}

export const moreWindowsOf = ({ rules }: Pick<Windowed, 'rules'>): readonly Span[] => rules?.moreWindows ?? []

/** Returns the end of the last window, or null if it has none. */
export const lastEnd = (of: Windowed): string | null => windowsOf(of).at(-1)?.end ?? null
