// Language of the page: the driver's choice on this phone, else the office's setting for the driver, else the phone's or the
// business's language. The page contains all languages, so that a choice needs no reception.
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../src/domain/customer-words/language.ts'
import { languageFor } from '../../src/domain/driver-words/languages.ts'
import { DRIVER_WORDS, driverWords } from '../../src/domain/driver-words/of-language.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import { readPhoneValue, storePhoneValue } from './phone-values.ts'
import type { Work } from './work.ts'
import { Options } from '../ui/options.tsx'

interface LanguageContext {
  language: Language
  words: DriverWords
  choose: (language: Language) => void
}

const LanguageContext = createContext<LanguageContext>({ language: 'en', words: DRIVER_WORDS.en, choose: () => {} })

export const useWords = (): DriverWords => useContext(LanguageContext).words

const storedLanguage = (): Language | null =>
  LANGUAGES.find((language) => language === readPhoneValue('language')) ?? null

/** Renders the children and the document in the driver's language. */
export function InLanguage({ work, children }: { work: Work; children: ReactNode }) {
  const { run, ended } = useSyncExternalStore(work.subscribe, work.state)
  const [chosen, setChosen] = useState(storedLanguage)
  // When the link ends, the route is removed but the language stays.
  const known = useRef(run?.languages ?? null)
  known.current = run?.languages ?? ended?.languages ?? known.current
  const language = chosen ?? languageFor(navigator.languages.join(), known.current)
  const name = run?.route.name
  // Routes stored by an older page have no formats.
  const { units = 'US', clock = 'H12', date_format: dateFormat = 'MONTH_FIRST' } = run?.business ?? {}
  useEffect(() => {
    const words = DRIVER_WORDS[language]
    document.documentElement.lang = language
    document.title = name === undefined ? words.yourRoute : words.title(name)
  }, [language, name])
  const spoken = useMemo(
    () => ({
      language,
      words: driverWords(language, { units, clock, dateFormat }),
      choose: (next: Language) => {
        storePhoneValue('language', next)
        setChosen(next)
      },
    }),
    [language, units, clock, dateFormat],
  )
  return <LanguageContext value={spoken}>{children}</LanguageContext>
}

/** Each language is named in itself, for drivers who can't read the current one. */
export function LanguageChoice() {
  const words = useWords()
  const { language, choose } = useContext(LanguageContext)
  return (
    <label className="language">
      {words.language}
      <select value={language} onChange={(event) => choose(event.target.value as Language)}>
        <Options options={LANGUAGES.map((each) => [each, LANGUAGE_NAMES[each], each])} />
      </select>
    </label>
  )
}
