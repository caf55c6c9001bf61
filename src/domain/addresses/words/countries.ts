// Names of all countries in several languages, from the runtime's locale data. They can end any address.
import { foldedKey } from './tokens.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'zh', 'fi', 'pl', 'cs']
const SHORT_NAMES = ['usa', 'us', 'u s a', 'uk', 'england', 'scotland', 'wales', 'fl']

let keys: ReadonlySet<string> | null = null

/** Returns the folded names of countries. */
export function countryNameKeys(): ReadonlySet<string> {
  if (keys) return keys
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const names = LANGUAGES.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => display.of(code) ?? [])
  })
  keys = new Set([...SHORT_NAMES, ...names].map(foldedKey))
  return keys
}
