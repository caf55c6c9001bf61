// Language of the office: the user's choice, else the business's, else the browser's.
import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components'
import type { SessionOut } from '../../src/contract/office/sign-in.ts'
import { LANGUAGE_NAMES } from '../../src/domain/customer-words/language.ts'
import { OFFICE_LANGUAGES, type OfficeLanguage, officeLanguageFor } from '../../src/domain/users/office-language.ts'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { SelectField } from '../ui/field.tsx'
import { language as spoken, locale, setOfficeLanguage, words } from '../words/locale.ts'
import style from './shell.module.css'

const CHOSEN_HERE = 'roundsman language'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Language chosen in this browser, for the pages before sign-in. */
const chosenHere = (): OfficeLanguage | null =>
  OFFICE_LANGUAGES.find((one) => one === readStored('browser', CHOSEN_HERE)) ?? null

export function chooseLanguageHere(language: OfficeLanguage | null): void {
  writeStored('browser', CHOSEN_HERE, language)
  for (const listener of listeners) listener()
}

/** Language of the signed-in user, or of a visitor. */
export function useLanguageOf(session: SessionOut | null): OfficeLanguage {
  const chosen = useSyncExternalStore(subscribe, chosenHere)
  return officeLanguageFor(
    [chosen, ...navigator.languages].filter(Boolean).join(),
    session && { user: session.user.language, business: session.business.office_language },
  )
}

/** Loads the dictionary and renders the children in the language, again after each change. */
export function InLanguage({ language, children }: { language: OfficeLanguage; children: ReactNode }) {
  const [drawn, setDrawn] = useState(spoken)
  useEffect(() => {
    let over = false
    // If the dictionary can't be loaded, the previous language stays.
    void setOfficeLanguage(language)
      .catch(() => {})
      .then(() => {
        if (!over) setDrawn(language)
      })
    return () => {
      over = true
    }
  }, [language])
  if (drawn !== language) return <p className={style.waiting}>{words.common.loading}</p>
  return (
    <I18nProvider locale={locale()}>
      <Fragment key={drawn}>{children}</Fragment>
    </I18nProvider>
  )
}

interface ChoiceProps {
  value: OfficeLanguage | null
  /** Label of the option for no choice. If absent, a language is required. */
  none?: string
  onChoose: (language: OfficeLanguage | null) => void
}

/** Each language is named in itself, for users who can't read the current one. */
export const LanguageChoice = ({ value, none, onChoose }: ChoiceProps) => (
  <SelectField
    label={words.common.language}
    value={value ?? ''}
    onChange={(event) => onChoose(OFFICE_LANGUAGES.find((one) => one === event.target.value) ?? null)}
    none={none}
    options={OFFICE_LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one], one])}
  />
)
