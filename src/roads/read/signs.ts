// Tags as signs. A subject such as `maxweight` may have values for a mode of transport, for a direction and for
// conditions, as in `maxweight:hgv:forward:conditional`. https://wiki.openstreetmap.org/wiki/Conditional_restrictions
import { PROFILES } from '../profile.ts'
import { type Drive, isConditionMet } from './conditions.ts'
import type { Tags } from './tags.ts'

/** Subject of keys that consist only of a mode, such as `hgv`. */
export const BY_MODE = ''

export interface Sign {
  mode: string | null
  direction: string | null
  /** In the order of the tag. A value without a condition always applies. */
  values: readonly { value: string; condition: string | null }[]
}

/** Signs of a way or node, keyed by subject, such as `maxweight`. */
export type Signs = ReadonlyMap<string, readonly Sign[]>

const MODES = new Set(Object.values(PROFILES).flatMap(({ modes }) => modes))
const DIRECTIONS = new Set(['forward', 'backward'])

/** Groups tags by subject. */
export function signsOf(tags: Tags): Signs {
  const signs = new Map<string, Sign[]>()
  for (const [key, text] of Object.entries(tags)) {
    const parts = key.split(':')
    const isConditional = parts.at(-1) === 'conditional'
    if (isConditional) parts.pop()
    const direction = DIRECTIONS.has(parts.at(-1) ?? '') ? (parts.pop() ?? null) : null
    const mode = MODES.has(parts.at(-1) ?? '') ? (parts.pop() ?? null) : null
    // `access:hgv` is another notation for `hgv`.
    const subject = mode !== null && parts.join(':') === 'access' ? BY_MODE : parts.join(':')
    const sign = { mode, direction, values: isConditional ? clausesOf(text) : [{ value: text, condition: null }] }
    const known = signs.get(subject)
    if (known) known.push(sign)
    else signs.set(subject, [sign])
  }
  return signs
}

/**
 * Splits at semicolons. Semicolons in parentheses separate conditions of one clause. Processes one character at a time,
 * so that the time is linear.
 */
function splitOutsideParentheses(text: string): string[] {
  const clauses = ['']
  let depth = 0
  for (const character of text) {
    if (character === ';' && depth === 0) clauses.push('')
    else clauses[clauses.length - 1] += character
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
  }
  return clauses
}

const HOURS = /\d[:.]\d\d ?- ?\d/

/**
 * Parses `value @ condition; value @ (condition; which may contain semicolons)`. Parentheses are often missing. Hours without a
 * value therefore continue the hours before them, as in `no @ Mo-Fr 07:00-09:00; Sa 08:00-10:00`.
 */
function clausesOf(text: string): { value: string; condition: string }[] {
  const clauses: { value: string; condition: string }[] = []
  for (const clause of splitOutsideParentheses(text)) {
    const at = clause.indexOf('@')
    const last = clauses.at(-1)
    if (at >= 0) clauses.push({ value: clause.slice(0, at).trim(), condition: clause.slice(at + 1).trim() })
    else if (last && HOURS.test(clause) && HOURS.test(last.condition)) last.condition += `; ${clause.trim()}`
  }
  return clauses
}

/**
 * Returns the value that applies to a drive: that of the most specific mode, then of the most specific direction. A
 * condition that is met overrides the plain value, and the last of several applies. Values that `read` maps to null are
 * skipped. Null if there is no value.
 */
export function applicableValue<T>(
  signs: Signs,
  subject: string,
  drive: Drive,
  read: (value: string) => T | null,
): T | null {
  let found: T | null = null
  let least = Infinity
  for (const { mode, direction, values } of signs.get(subject) ?? []) {
    const specificity = mode === null ? drive.profile.modes.length : drive.profile.modes.indexOf(mode)
    if (specificity < 0 || (direction !== null && direction !== drive.direction)) continue
    for (const { value, condition } of values) {
      const rank = 4 * specificity + (direction === null ? 2 : 0) + (condition === null ? 1 : 0)
      if (rank > least || (condition !== null && !isConditionMet(condition, drive))) continue
      const meant = read(value)
      if (meant === null) continue
      found = meant
      least = rank
    }
  }
  return found
}
