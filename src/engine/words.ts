// Formats figures for messages to dispatchers.
import type { Sentence } from '../texts/dictionary.ts'
import { type Text, text } from '../texts/text.ts'
import type { LoadUnit, Problem } from './problem.ts'

/** Formats seconds since midnight as HH:mm or on the problem's 12-hour clock, rounded down to a minute. */
export function clock({ clock: kind = 'H24' }: Pick<Problem, 'clock'>, seconds: number): string {
  const minutes = Math.floor((seconds + 1e-6) / 60)
  const hours = Math.floor(minutes / 60)
  const past = String(minutes - hours * 60).padStart(2, '0')
  if (kind === 'H24') return `${String(hours).padStart(2, '0')}:${past}`
  const day = Math.floor(hours / 24)
  return `${hours % 12 || 12}:${past} ${hours % 24 < 12 ? 'AM' : 'PM'}${day > 0 ? ` (+${day})` : ''}`
}

/** Like `clock`, but rounded up to a minute. For the earliest time at which something is possible. */
export function clockUp(problem: Pick<Problem, 'clock'>, seconds: number): string {
  return clock(problem, Math.ceil((seconds - 1e-6) / 60) * 60)
}

/** Formats a duration in whole minutes, rounded up, at least 1. */
export function minutes(seconds: number): Text {
  const count = Math.max(1, Math.ceil((seconds - 1e-6) / 60))
  return count === 1 ? text('1 minute') : text('{count} minutes', { count })
}

type LoadUnitInWords = LoadUnit & Record<'one' | 'many', Sentence>

const LOAD_UNITS: readonly LoadUnitInWords[] = [
  { one: '{count} lb', many: '{count} lb', a: 1 },
  { one: '{count} piece', many: '{count} pieces', a: 1 },
  { one: '{count} cubic foot', many: '{count} cubic feet', a: 1 },
]
const AMOUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const PLAIN = { one: '{count} unit', many: '{count} units', a: 1 } satisfies LoadUnitInWords

/** Formats an amount of load in dimension `k` in the problem's units. Dimensions without a unit are plain "units". */
export function loadWords({ loadUnits = LOAD_UNITS }: Pick<Problem, 'loadUnits'>, amount: number, k: number): Text {
  const { one, many, a } = loadUnits[k] ?? PLAIN
  const count = Math.round(amount * a * 100) / 100
  return { sentence: count === 1 ? one : many, with: { count: AMOUNT.format(count) } }
}
