// Initial and current values of form fields, keyed by name.
import { isoToDay } from './format.ts'

export type Value = string | number | boolean | readonly string[] | null | undefined
export type Values = Readonly<Record<string, Value>>

/** Texts of a field. A checked box has one text, an empty field none. */
export function textsOf(value: Value): string[] {
  if (value === null || value === undefined || value === false || value === '') return []
  if (value === true) return ['on']
  return typeof value === 'object' ? [...value] : [String(value)]
}

export const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i])

/** Current texts of the form, keyed by name, without passwords and files, because drafts must not store them. */
export function readTexts(form: HTMLFormElement): Record<string, string[]> {
  const names = new Set<string>()
  for (const control of controlsOf(form))
    if (control.type !== 'password' && control.type !== 'file') names.add(control.name)
  const data = new FormData(form)
  return Object.fromEntries([...names].map((name) => [name, data.getAll(name).filter(isFilled)]))
}

type NamedControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controlsOf = (form: HTMLFormElement): NamedControl[] =>
  [...form.elements].filter(
    (control): control is NamedControl =>
      (control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement) &&
      control.name !== '',
  )

const isFilled = (value: FormDataEntryValue): value is string => typeof value === 'string' && value !== ''

/** Fields that differ from their initial values. */
export const touchedFields = (form: HTMLFormElement, base: Values): Record<string, string[]> =>
  Object.fromEntries(Object.entries(readTexts(form)).filter(([name, texts]) => !sameTexts(texts, textsOf(base[name]))))

/** Labels of the fields that differ from their initial values, in the order of the form. */
export function changedLabels(form: HTMLFormElement, base: Values): string[] {
  const touched = touchedFields(form, base)
  const labels = controlsOf(form)
    .filter((control) =>
      control.type === 'password'
        ? control.value !== ''
        : control.name in touched && (!isCheckbox(control) || differs(control, textsOf(base[control.name]))),
    )
    .map(labelOf)
  return [...new Set(labels)]
}

const isCheckbox = (control: NamedControl): control is HTMLInputElement => control.type === 'checkbox'

const differs = (box: HTMLInputElement, texts: readonly string[]): boolean => box.checked !== texts.includes(box.value)

/** Visible label of a control. A value without a control has the heading of its group. */
function labelOf(control: NamedControl): string {
  const own = control.getAttribute('aria-labelledby')
  const element =
    control.type === 'hidden'
      ? control.closest('fieldset, section')?.querySelector('legend, h2, h3')
      : own
        ? document.getElementById(own)
        : control.labels?.[0]
  return element?.textContent ?? control.name
}

/** Way to read a field: the name of a method of `SubmittedForm`. */
export type FieldKind = 'text' | 'orNull' | 'number' | 'isOn' | 'all'

/** Values of a submitted form, with a method per kind of field. */
export interface SubmittedForm {
  /** The text as typed, or empty. */
  text(name: string): string
  /** The text as typed, or null if the field is empty. */
  orNull(name: string): string | null
  /** The number, or null if the field is empty. Other text is returned unchanged, so that the server reports the field. */
  number(name: string): number | string | null
  isOn(name: string): boolean
  /** Initial version of the record in the form. */
  version: number
  all(name: string): string[]
  /** Reads several fields, each by its kind. */
  fields<Name extends string>(kinds: Readonly<Record<Name, FieldKind>>): Record<Name, unknown>
  /** Returns true if the field differs from its initial value. */
  changed(name: string): boolean
}

/** Converts a date field to the wire format MM/dd/yyyy. Empty if no date is chosen. */
export function dayIn(sent: SubmittedForm, name: string): string {
  const chosen = sent.text(name)
  return chosen && isoToDay(chosen)
}

export function readSubmittedForm(form: HTMLFormElement, base: Values): SubmittedForm {
  const data = new FormData(form)
  const shown = new Set(Object.keys(readTexts(form)))
  // Values without a field are sent with their initial value.
  const all = (name: string): string[] =>
    shown.has(name) || data.has(name) ? data.getAll(name).filter(isFilled) : textsOf(base[name])
  const text = (name: string): string => all(name)[0] ?? ''
  const sent: SubmittedForm = {
    all,
    text,
    orNull: (name) => text(name).trim() || null,
    number: (name) => {
      const typed = text(name).trim()
      return typed === '' ? null : Number.isNaN(Number(typed)) ? typed : Number(typed)
    },
    isOn: (name) => all(name).length > 0,
    version: Number(text('version')),
    changed: (name) => !sameTexts(all(name), textsOf(base[name])),
    fields: <Name extends string>(kinds: Readonly<Record<Name, FieldKind>>) =>
      Object.fromEntries(Object.entries<FieldKind>(kinds).map(([name, kind]) => [name, sent[kind](name)])) as Record<
        Name,
        unknown
      >,
  }
  return sent
}
