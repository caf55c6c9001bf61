// Initial values and faults that a form provides to its fields.
import { createContext, useContext, useEffect } from 'react'
import { textsOf, type Values } from './form-values.ts'

export interface FormState {
  values: Values
  kept: Readonly<Record<string, string[]>>
  faultOf: (name: string) => string | null
  /** Registers that a field shows the faults of this name. Returns a function that unregisters it. */
  shows: (name: string) => () => void
}

export const FormContext = createContext<FormState | null>(null)

export interface FormField {
  /** Initial texts of the field. Null outside a form. */
  texts: string[] | null
  fault: string | null
}

/** The field of this name in the surrounding form. The server may report its faults by other names. */
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
