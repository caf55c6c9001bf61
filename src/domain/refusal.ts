// A rule's no, as a value: what was refused and how to say it.

export type RefusalKind = 'invalid' | 'missing' | 'conflict'

export interface Refusal {
  refused: RefusalKind
  /** Stable, UPPER_SNAKE; documented in the reference. */
  code: string
  /** A message that can be shown to a person. */
  message: string
  fields?: string[]
  details?: Record<string, unknown>
}

export const conflict = (code: string, message: string, fields?: string[]): Refusal => ({
  refused: 'conflict',
  code,
  message,
  ...(fields && { fields }),
})

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
