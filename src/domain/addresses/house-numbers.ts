// Reads house numbers as people and maps write them: 12a, 12-14, 12/3, 12 bis, 27А с1.

export interface HouseNumber {
  /** The whole number in lower-case Latin letters, digits, slashes and hyphens. */
  raw: string
  /** The number at the start. */
  main: number
  /** The text after the main number. */
  suffix: string
  /** Last number of a range; null if it is not a range. */
  to: number | null
}

const LATIN_LETTERS = new Map('аa бb вv гg дd еe кk сs'.split(' ').map(([from, to]) => [from as string, to as string]))
/** Numbers that differ by this or more are the two parts of one number, as in Queens: 35-212. */
const MAX_RANGE_NUMBERS = 100
const MAX_HOUSE_NUMBER = 999_999

/** Returns each number of a text such as "12;14" or "12-14". */
export const parseHouseNumbers = (text: string): HouseNumber[] =>
  text
    .slice(0, 100)
    .split(/[;,+]/)
    .flatMap((part) => {
      const raw = normalizedNumber(part)
      const [, digits, suffix = ''] = /^(\d{1,9})(.*)$/s.exec(raw) ?? []
      if (digits === undefined || Number(digits) > MAX_HOUSE_NUMBER) return []
      const [, from, last] = /^(\d+)[a-z]?-(\d+)[a-z]?$/.exec(raw) ?? []
      const isRange = Number(last) > Number(from) && Number(last) - Number(from) < MAX_RANGE_NUMBERS
      return [{ raw, main: Number(digits), suffix, to: isRange ? Number(last) : null }]
    })

const normalizedNumber = (text: string): string =>
  text
    .toLowerCase()
    .replace(/корп(?:ус)?\.?|кор\./g, 'к')
    .replace(/стр(?:оение)?\.?/g, 'с')
    .replace(/[а-я]/g, (letter) => LATIN_LETTERS.get(letter) ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[–—]/g, '-')
    .replace(/號|号|之(?=$)/g, '')
    .replace(/之/g, '-')
    .replace(/[^a-z\d/-]/g, '')
