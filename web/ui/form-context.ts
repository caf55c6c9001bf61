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

/** The field of this name in the form around, if there is one; the server may find fault with it by another name. */
export function useFormField(name: string | undefined, faultName = name): FormField {
  const form = useContext(FormContext)
  const shows = form?.shows
  useEffect(() => (faultName && shows ? shows(faultName) : undefined), [faultName, shows])
  return {
    texts: form && name ? (form.kept[name] ?? textsOf(form.values[name])) : null,
    fault: form && faultName ? form.faultOf(faultName) : null,
  }
}
