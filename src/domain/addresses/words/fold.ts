// Folds text of any language to one spelling, in which addresses and the names of the index are compared. Folded text is
// lossy and never shown.

const CYRILLIC = letterMap(
  'а a б b в v г g ґ g д d е e ё e є ye ж zh з z и i і i ї yi й y к k л l м m н n о o п p р r с s т t у u ў u ф f х kh ' +
    'ц ts ч ch ш sh щ shch ы y э e ю yu я ya ј j љ lj њ nj ћ c ђ d џ dz',
).set('ъ', '')
CYRILLIC.set('ь', '')

const GREEK = letterMap(
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
)
/** Letters without a decomposition, and variants of Han characters. */
const LETTER_REPLACEMENTS = letterMap(
  "ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ħ h ŋ n 臺 台 号 號 楼 樓 区 區 县 縣 ’ ' ‘ ' ʼ '",
)

const HAN_DIGITS = '〇一二三四五六七八九'
/** Code points of the zero in Arabic, Persian, Devanagari and full-width digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10]

function letterMap(text: string): Map<string, string> {
  const parts = text.split(' ')
  return new Map(parts.flatMap((from, i) => (i % 2 === 0 ? [[from, parts[i + 1] as string]] : [])))
}

/** Returns lower-case Latin text without marks. Scripts that are not transliterated keep their letters. */
export function foldText(text: string): string {
  const spelled = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/№/g, ' no ')
    .replace(/\bn\s?\.?\s?[º°]\s?/g, ' no ')
    .replace(/[º°ª]/g, 'o')
    .replace(/[一二三四五六七八九十]{1,4}(?=[段號号巷弄樓楼])/g, parseHanNumber)
    .replace(/(\d{1,9})之(\d{1,9})[號号]/g, '$1-$2號')
    .replace(/(\d{1,9})[號号]之(\d{1,9})/g, '$1-$2號')
    .replace(/(\d{1,9}(?:-\d{1,9})?)[號号]/g, ' no $1 ')
    .replace(/(\d{1,9})[樓楼](?:之(\d{1,9}))?/g, ' #$1 ')
    .replace(/\p{L}/gu, (letter) => CYRILLIC.get(letter) ?? LETTER_REPLACEMENTS.get(letter) ?? letter)
  return spelled
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ου/g, 'ou')
    .replace(/[\p{L}’]/gu, (letter) => GREEK.get(letter) ?? LETTER_REPLACEMENTS.get(letter) ?? letter)
    .replace(/\p{Nd}/gu, toAsciiDigit)
}

function parseHanNumber(text: string): string {
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['〇', text]
  const value = (digits: string, empty: number) => (digits === '' ? empty : Math.max(0, HAN_DIGITS.indexOf(digits)))
  return String(value(tens, 1) * 10 + value(ones, 0))
}

function toAsciiDigit(character: string): string {
  const at = character.codePointAt(0) as number
  const zero = ZEROS.find((first) => at >= first && at < first + 10)
  return zero === undefined ? character : String(at - zero)
}

/** Returns the word with ae, oe and ue as a, o and u, so that "Mueller", "Müller" and "Muller" are equal. */
export const withoutUmlautE = (word: string): string => (word.length > 3 ? word.replace(/([aou])e/g, '$1') : word)

/**
 * Returns the spelling that distinguishes two names: lower case, with marks. Bödastrasse is not Bodastrasse, although
 * both are searched as one.
 */
export const spellingIdentity = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ]s(?![\p{L}\p{M}])/gu, 's')
    .replace(/ß/g, 'ss')
    .replace(/ё/g, 'е')
    .replace(/\p{L}/gu, (letter) => LETTER_REPLACEMENTS.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

/** Returns whether any letter has a mark, such as an umlaut or an accent. */
export const hasMarks = (text: string): boolean => /\p{M}/u.test(text.normalize('NFD'))
