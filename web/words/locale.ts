// The language of the page: its words, read wherever they are shown, and its locale. `speak` changes both; what was drawn
// before has to be drawn anew.
import { render, type Said, type Text } from '../../src/texts/text.ts'
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import { en } from './en/index.ts'
import { WORDS_OF } from './words.ts'
import type { OfficeWords } from './en/index.ts'

/** The dictionary of the language: `words.common.cancel`. Never kept: not in a constant of a module, nor in a memo. */
export let words: OfficeWords = en
export let language: OfficeLanguage = 'en'

/** For Intl: numbers, weekdays and months. */
export const locale = (): string => words.locale

/** What a rule of the domain says, found on this page. */
export const inWords = (said: Said): string => render(said, words.texts)

/** Why a rule of the domain refuses something; null when it doesn't. */
export const refusalInWords = (refusal: { message: Text } | null): string | null => refusal && inWords(refusal.message)

export async function speak(next: OfficeLanguage): Promise<void> {
  const loaded = await WORDS_OF[next]()
  words = loaded
  language = next
  document.documentElement.lang = next
}
