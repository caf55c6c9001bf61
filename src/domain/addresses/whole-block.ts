// Whole blocks of US streets: "1200 block of N Street" or "1200 - 1299 Block N Street".
import { wordCodes } from './words/short-forms.ts'

/** Suffix of the number in the middle of a block. */
export const WHOLE_BLOCK = 'block'

const BLOCK = /^\s*(\d{1,6})(?: ?[- ] ?(\d{1,6}))? block(?: of)? (\S+)/i

/** Replaces a block at the start of a line by the number in its middle, such as "1250block N Street". */
export function replaceBlockByNumber(line: string): string {
  const [whole, first = '', last, next = ''] = BLOCK.exec(line) ?? []
  // In "12 Block Street", the word is the name.
  if (whole === undefined || wordCodes(next.toLowerCase()).some((code) => code === '=street' || code === '=avenue'))
    return line
  const middle = Math.round((Number(first) + Number(last ?? Number(first) + 99)) / 2)
  return `${middle}${WHOLE_BLOCK} ${line.slice(whole.length - next.length)}`
}

/** Returns "1200 block of" for the number in the middle of a block. Null for other numbers. */
export const blockLabel = (raw: string): string | null =>
  raw.endsWith(WHOLE_BLOCK) ? `${Math.floor(Number.parseInt(raw, 10) / 100) * 100} block of` : null
