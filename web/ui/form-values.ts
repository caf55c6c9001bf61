// A form's fields by name, as they begin and as they stand.
import { isoToDay } from './format.ts'

export type Value = string | number | boolean | readonly string[] | null | undefined
export type Values = Readonly<Record<string, Value>>

/** A field as its texts: a box that is ticked has one, an empty field none. */
export function textsOf(value: Value): string[] {
  if (value === null || value === undefined || value === false || value === '') return []
  if (value === true) return ['on']
  return typeof value === 'object' ? [...value] : [String(value)]
}

export const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i])

/** What the form holds, by name; passwords are nobody's to keep. */
export function textsIn(form: HTMLFormElement): Record<string, string[]> {
  const names = new Set<string>()
  for (const control of form.elements)
    if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    )
      if (control.name && control.type !== 'password' && control.type !== 'file') names.add(control.name)
  const data = new FormData(form)
  return Object.fromEntries([...names].map((name) => [name, data.getAll(name).filter(isFilled)]))
}

const isFilled = (value: FormDataEntryValue): value is string => typeof value === 'string' && value !== ''

/** The fields that differ from what they began with. */
export const touchedIn = (form: HTMLFormElement, base: Values): Record<string, string[]> =>
  Object.fromEntries(Object.entries(textsIn(form)).filter(([name, texts]) => !sameTexts(texts, textsOf(base[name]))))

/** How a field is read: a method of `Sent`. */
export type FieldKind = 'text' | 'orNull' | 'number' | 'isOn' | 'all'

/** What is sent: read by the kind that each field is. */
export interface Sent {
  /** As typed; empty when there is none. */
  text(name: string): string
  /** Null when empty. */
  orNull(name: string): string | null
  /** Null when empty; text that is no number stays, and the server names the field. */
  number(name: string): number | string | null
  isOn(name: string): boolean
  /** Which state of the record the form began with. */
  version: number
  all(name: string): string[]
  /** Several fields, each read by its kind. */
  fields<Name extends string>(kinds: Readonly<Record<Name, FieldKind>>): Record<Name, unknown>
  /** Whether it differs from what the form began with. */
  changed(name: string): boolean
}

/** The day of a date field as the server has it, MM/dd/yyyy; empty when none is chosen. */
export function dayIn(sent: Sent, name: string): string {
  const chosen = sent.text(name)
  return chosen && isoToDay(chosen)
}

export function sentFrom(form: HTMLFormElement, base: Values): Sent {
  const data = new FormData(form)
  const shown = new Set(Object.keys(textsIn(form)))
  // What has no field of its own is sent as the form began.
  const all = (name: string): string[] =>
    shown.has(name) || data.has(name) ? data.getAll(name).filter(isFilled) : textsOf(base[name])
  const text = (name: string): string => all(name)[0] ?? ''
  const sent: Sent = {
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
