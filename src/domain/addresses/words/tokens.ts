// Splits text into folded words and numbers.
import { foldText, withoutUmlautE } from './fold.ts'

export interface TextToken {
  /** Folded, with ae, oe and ue as a, o and u. */
  text: string
  /** Folded only. */
  raw: string
  /** Followed by a dot, and therefore possibly abbreviated. */
  hasDot: boolean
  /** Index of the part between commas. */
  part: number
}

/** Maximum length of a text. The remaining text is ignored. */
const MAX_TEXT_LENGTH = 500
const HAN_BREAK = /([市縣區鄉鎮村里路街段巷弄])/g
const TOKEN = /#|(?:\d+[a-z]{0,2}(?:[/-]\d+[a-z]?)*(?![a-z\d])\.?)|\d+(?:st|nd|rd|th)\b|\d+[a-z]+\d*|[\p{L}\p{N}]+\.?/gu

/** Returns the words and numbers of a text in order. */
export function tokenize(text: string): TextToken[] {
  return separateWords(text)
    .split(/[,;\n|]|\s[-–—]\s|\(|\)/)
    .flatMap((piece, part) =>
      Array.from(piece.matchAll(TOKEN), ([found]) => {
        const raw = found.replace(/\.$/, '')
        return { text: withoutUmlautE(raw), raw, hasDot: found.endsWith('.'), part }
      }),
    )
}

/** Joins letters that form one word, and separates Han text after its units. */
const separateWords = (text: string): string =>
  foldText(text.slice(0, MAX_TEXT_LENGTH))
    .replace(/['’]s\b/g, 's')
    // V.le, P.za
    .replace(/(?<![\p{L}\d])(\p{L})\.(\p{L}{1,3})(?![\p{L}])/gu, '$1$2')
    // пр-т
    .replace(/(?<![\p{L}\d])(\p{L}{1,2})-(\p{L}{1,2})(?![\p{L}])/gu, '$1$2')
    .replace(/(?<![\p{L}\d])c\/(?!o\b)/gu, 'c ')
    .replace(/\bc\/o\b/gu, ' attn ')
    .replace(/\bs\/n\b/g, ' ')
    .replace(/(\d)\s*\/\s*(\d)/g, '$1/$2')
    .replace(/(\d)\s*-\s*(?=\d{1,3}\b)/g, '$1-')
    .replace(HAN_BREAK, '$1 ')

/** Returns the folded words of a name, separated by spaces. */
export const foldedKey = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join(' ')

/** Returns the folded letters and digits of a postal code. */
export const postcodeKey = (text: string): string => foldedKey(text).replace(/[^\p{L}\d]/gu, '')
