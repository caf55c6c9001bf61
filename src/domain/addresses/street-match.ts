// Difference between a written street and a known street, in edits. Both are normalized by `plainStreet`.
import { editDistance } from './edit-distance.ts'
import { directionInFull, isDirectional, isSuffix } from './us-address.ts'

/**
 * Costs in addition to one per wrong letter: for an omitted part, for half a directional, and for the suffix of another
 * street.
 */
const LEFT_OUT = 0.5
const HALF_A_DIRECTIONAL = 1
const OTHER_SUFFIX = 2

interface Parts {
  words: readonly string[]
  directional: string
  suffix: string
}

/** Returns the cost of reading `written` as `known`, or null if it must be another street. */
export function streetCost(written: string, known: string): number | null {
  if (written === known) return 0
  const corrected = withItsDirection(written, known)
  if (corrected !== null) {
    const cost = streetCost(corrected, known)
    return cost === null ? null : cost + 1
  }
  const a = partsOf(written)
  const b = partsOf(known)
  let cost = 0
  let left = [...a.words]
  let right = [...b.words]
  if (a.directional && b.directional && a.directional !== b.directional) {
    if (!isHalfOf(a.directional, b.directional)) return null
    cost += HALF_A_DIRECTIONAL
    left = without(left, a.directional)
    right = without(right, b.directional)
  }
  if (b.directional && !a.directional && !garbledAtTheEnd(left, right)) {
    cost += LEFT_OUT
    right = without(right, b.directional)
  }
  if (a.directional && !b.directional) {
    cost += LEFT_OUT
    left = without(left, a.directional)
  }
  if (a.suffix && b.suffix && a.suffix !== b.suffix) {
    cost += OTHER_SUFFIX
    left = without(left, a.suffix)
    right = without(right, b.suffix)
  } else if (b.suffix && !a.suffix && left.length < right.length) {
    cost += LEFT_OUT
    right = without(right, b.suffix)
  }
  if (!sameMarks(left, right)) return null
  const edits = editDistance(left.join(' '), right.join(' '))
  // In a short name, more than one wrong letter is unlikely. Long names may have two.
  return edits > (right.join('').length >= 14 ? 2 : 1) ? null : cost + edits
}

function partsOf(street: string): Parts {
  const words = street.split(' ')
  const last = words.at(-1) ?? ''
  const first = words[0] ?? ''
  const after = words.length > 1 && isDirectional(last) ? last : ''
  // In "N Street", N is the name.
  const before = !after && words.length > 2 && isDirectional(first) && !isSuffix(words[1] ?? '') ? first : ''
  const beforeLast = after ? words.at(-2) : last
  return { words, directional: after || before, suffix: beforeLast && isSuffix(beforeLast) ? beforeLast : '' }
}

/** "Q Street W" for NW has lost a letter. "N" for "S" is another street. */
const isHalfOf = (a: string, b: string): boolean => a.length !== b.length && (a.includes(b) || b.includes(a))

/** "Q Street NQ": a short last word that must be a misspelled directional. */
const garbledAtTheEnd = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && (left.at(-1) ?? '').length <= 3

const without = (words: readonly string[], word: string): string[] => {
  const at = words.lastIndexOf(word)
  return words.filter((_, i) => i !== at)
}

/** Returns "n capitol street" for "nroth capitol street", if one letter of the direction is wrong; else null. */
function withItsDirection(written: string, known: string): string | null {
  const [word = '', ...rest] = written.split(' ')
  const [direction = ''] = known.split(' ')
  const full = directionInFull(direction)
  return full !== undefined && editDistance(word, full) === 1 ? [direction, ...rest].join(' ') : null
}

/** A number or a single letter identifies a street: 14th is not 13th, and Q is not R. */
function sameMarks(left: readonly string[], right: readonly string[]): boolean {
  const digits = (words: readonly string[]) => words.flatMap((word) => word.match(/\d+/)?.[0] ?? []).join(' ')
  if (digits(left) !== digits(right)) return false
  return !left.some((word, i) => {
    const other = right[i] ?? ''
    return word.length === 1 && other.length === 1 && word !== other
  })
}
