// Request body for any SMS gateway: a template with {to}, {to_digits}, {from} and {text}.
import { fillPlaceholders } from './message-text.ts'

export type BodyType = 'json' | 'form'

const ESCAPES: Record<BodyType, (value: string) => string> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
}

/** Fills the template. Values are escaped, so that they can't change its structure. */
export const textBody = (template: string, type: BodyType, values: Readonly<Record<string, string>>): string =>
  fillPlaceholders(
    template,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, ESCAPES[type](value)])),
  )

/** Returns the problem with a template, or null if there is none. */
export function textBodyFault(template: string, type: BodyType): string | null {
  if (!template.includes('{text}')) return 'must have {text}'
  if (!template.includes('{to}') && !template.includes('{to_digits}')) return 'must have {to} or {to_digits}'
  if (type === 'form') return null
  try {
    JSON.parse(textBody(template, type, { to: '', to_digits: '', from: '', text: '' }))
    return null
  } catch {
    return 'must be JSON, with the placeholders in quotation marks'
  }
}
