// The languages that customers and drivers read.
export const LANGUAGES = ['en', 'es', 'fr', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** As each is called by those who speak it. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
} as const satisfies Record<Language, string>

/** The first of ours that an Accept-Language header asks for, by its weights; null when it names none. */
export const acceptedLanguage = (header: string | undefined): Language | null => acceptedOf(LANGUAGES, header)

/** The same of some languages. */
export function acceptedOf<L extends Language>(languages: readonly L[], header: string | undefined): L | null {
  const asked = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const weight = parameters.find((each) => each.startsWith('q='))
    return { base: tag.split('-')[0], weight: weight ? Number(weight.slice(2)) : 1 }
  })
  const wanted = asked.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return wanted.flatMap(({ base }) => languages.find((language) => language === base) ?? [])[0] ?? null
}
