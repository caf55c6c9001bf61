// Languages for customers and drivers.
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** Names of the languages in the languages themselves. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
} as const satisfies Record<Language, string>

/** Returns the preferred supported language of an Accept-Language header, or null if it contains none. */
export const acceptedLanguage = (header: string | undefined): Language | null => acceptedLanguageOf(LANGUAGES, header)

/** Like `acceptedLanguage`, but among the given languages. */
export function acceptedLanguageOf<L extends Language>(languages: readonly L[], header: string | undefined): L | null {
  const asked = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const weight = parameters.find((each) => each.startsWith('q='))
    return { base: tag.split('-')[0], weight: weight ? Number(weight.slice(2)) : 1 }
  })
  const wanted = asked.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return wanted.flatMap(({ base }) => languages.find((language) => language === base) ?? [])[0] ?? null
}
