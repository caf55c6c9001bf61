// Separates a house number from its street, before or after the name.
import { replaceBlockByNumber } from './whole-block.ts'

const NUMBER_FIRST = /^\s*(\d{1,6}(?:block|[a-z])?(?:[-/]\d+[a-z]?)?)(?: \d\/\d)?\s+(.+)$/i
const NUMBER_LAST = /^(.+?)[\s,]+(?:n[ºo°.]*\s*)?(\d{1,6}\s?[a-z]?(?:[-/]\d+[a-z]?)?)$/i
const MAX_PARTS = 5
const UNIT = /[,\s]+(?:#|(?:apt|apartment|unit|suite|ste)\b).*$/i

/** Returns the number and the street of "12 Rue X" and "X-Straße 12". The number is empty if there is none. */
export function splitNumberAndStreet(line: string): [number: string, street: string] {
  const text = replaceBlockByNumber(line.slice(0, 500).replace(UNIT, '').trim())
  const [, first = '', after = ''] = NUMBER_FIRST.exec(text) ?? []
  if (first) return [first, after]
  const [, before = '', last = ''] = NUMBER_LAST.exec(text) ?? []
  return [last, before]
}

/**
 * Like `splitNumberAndStreet`, for a line that can end with a floor or a door: "Hauptstr. 5, 2. OG" and
 * "Rua X, nº 12, 2º Esq.". Null if there is no number after the street.
 */
export function splitTrailingNumber(line: string): { number: string; street: string } | null {
  const parts = line.slice(0, 500).split(',').slice(0, MAX_PARTS)
  for (let count = 1; count <= parts.length; count++) {
    const [, street = '', number = ''] = NUMBER_LAST.exec(parts.slice(0, count).join(',').trim()) ?? []
    if (number && /\p{L}{2}/u.test(street)) return { number: number.replace(/\s/g, ''), street }
  }
  return null
}
