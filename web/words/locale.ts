// Language of the page: its dictionary and its locale. `setOfficeLanguage` changes both, and the page must then render again.
import { render, type Said, type Text } from '../../src/texts/text.ts'
import type { OfficeLanguage } from '../../src/domain/users/office-language.ts'
import { first } from './en/first.ts'
import { DICTIONARIES } from './words.ts'
import type { OfficeWords } from './en/index.ts'

/** The dictionary of the language: `words.common.cancel`. Don't store it in a module constant or a memo, because it changes. */
export let words = first as OfficeWords
export let language: OfficeLanguage = 'en'

/** Locale for Intl: numbers, weekdays and months. */
export const locale = (): string => words.locale

/** Renders a message of the domain in the page's language. */
export const inWords = (said: Said): string => render(said, words.texts)

/** Returns why a domain rule refuses an action, or null. */
export const refusalInWords = (refusal: { message: Text } | null): string | null => refusal && inWords(refusal.message)

export async function setOfficeLanguage(next: OfficeLanguage): Promise<void> {
  if (next !== language) words = await DICTIONARIES[next]()
  language = next
  document.documentElement.lang = next
}

/** Wraps the loading of a screen, so that it also loads the words that only such screens use. */
export const withAllWords =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const known = language
    const [screen, loaded] = await Promise.all([load(), DICTIONARIES[known]()])
    if (language === known) words = loaded
    return screen
  }
