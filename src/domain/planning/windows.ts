// A delivery's time windows: the first is a field of its own, further ones are among its rules.
import type { OrderRules, Span } from './rules.ts'

export interface Windowed {
  /** A side left null is open. */
  windowStart: string | null
  windowEnd: string | null
  rules?: OrderRules | null
}

/** In order; none for any time. */
export function windowsOf({ windowStart, windowEnd, rules }: Windowed): { start: string | null; end: string | null }[] {
  if (windowStart === null && windowEnd === null) return []
  return [{ start: windowStart, end: windowEnd }, ...moreWindowsOf({ rules })]
}

export const moreWindowsOf = ({ rules }: Pick<Windowed, 'rules'>): readonly Span[] => rules?.moreWindows ?? []

/** When the last of them ends; null where none does. */
export const lastEnd = (of: Windowed): string | null => windowsOf(of).at(-1)?.end ?? null
