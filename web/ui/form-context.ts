// What a field learns from the form around it: how it begins, and what is wrong with it.
import { createContext, useContext, useEffect } from 'react'
import { textsOf, type Values } from './form-values.ts'

export interface FormState {
  values: Values
  kept: Readonly<Record<string, string[]>>
  faultOf: (name: string) => string | null
  /** A field says that it shows its own faults; until the answer is called. */
  shows: (name: string) => () => void
}

export const FormContext = createContext<FormState | null>(null)

export interface FormField {
  /** As the field begins; null outside a form. */
  texts: string[] | null
  fault: string | null
}

/** The field of this name in the form around, if there is one; the server may find fault with it by other names. */
export function useFormField(name: string | undefined, faultName: string | readonly string[] = name ?? []): FormField {
  const form = useContext(FormContext)
  const shows = form?.shows
  const faultNames = [faultName].flat().join(' ')
  useEffect(() => {
    if (!shows) return
    const ends = namesIn(faultNames).map(shows)
    return () => ends.forEach((end) => end())
  }, [faultNames, shows])
  return {
    texts: form && name ? (form.kept[name] ?? textsOf(form.values[name])) : null,
    fault: namesIn(faultNames).reduce<string | null>((fault, one) => fault ?? form?.faultOf(one) ?? null, null),
  }
}

const namesIn = (joined: string): string[] => joined.split(' ').filter(Boolean)
