// The language of the page: its words, read wherever they are shown, and its locale. `speak` changes both; what was drawn
// before has to be drawn anew.
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import { en } from './en/index.ts'
import { inOther } from './sentence.ts'
import { WORDS_OF } from './words.ts'
import type { OfficeWords } from './en/index.ts'

/** The dictionary of the language: `words.common.cancel`. Never kept: not in a constant of a module, nor in a memo. */
export let words: OfficeWords = en
export let language: OfficeLanguage = 'en'

/** For Intl: numbers, weekdays and months. */
export const locale = (): string => words.locale

/** What the server says in English, in the language of the page. */
export const fromServer = (said: string): string => inOther(words.sentences, said)

/** Why a rule of the domain refuses something, found on this page; null when it doesn't. */
export const refusalInWords = (refusal: { message: string } | null): string | null =>
  refusal && fromServer(refusal.message)

export async function speak(next: OfficeLanguage): Promise<void> {
  const loaded = await WORDS_OF[next]()
  words = loaded
  language = next
  document.documentElement.lang = next
}
