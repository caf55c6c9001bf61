// Renders schemas of the description: a list of fields with types, limits and values.
import { type Html, html } from '../../domain/html.ts'
import { nameOf, type Schema } from './description.ts'
import { type Links, renderLine, renderText } from './markdown.ts'

/** Finds components and the addresses that explain them. */
export interface Types {
  schemas: Readonly<Record<string, Schema>>
  /** Returns the address of a component, or null if it has no section of its own. */
  linkTo(name: string): string | null
  links: Links
}

/** Short names of components that are plain values. */
const VALUE_NAMES: Record<string, string> = {
  Day: 'date, MM/dd/yyyy',
  DayOut: 'date, MM/dd/yyyy',
  TimeOfDay: 'time, HH:mm',
  TimeOut: 'time, HH:mm',
  Instant: 'instant, ISO 8601',
  InstantOut: 'instant, ISO 8601 in UTC',
  Uuid: 'UUID',
  UuidOut: 'UUID',
}

/** Whether the component is an object or a choice of objects, which has a section of its own. */
export const hasFields = (schema: Schema): boolean => schema.properties !== undefined || schema.anyOf !== undefined

/** Renders the fields of an object. `anchor` prefixes the IDs of the fields; without it, they have none. */
export function fieldList(schema: Schema, types: Types, anchor?: string): Html {
  const required = new Set(schema.required)
  return html`<ul class="fields">
${Object.entries(schema.properties ?? {}).map(
  ([name, field]) => html`<li${anchor ? html` id="${anchor}.${name}"` : null}>
${entry({ name, schema: field, note: required.has(name) ? 'required' : '' }, types)}</li>
`,
)}</ul>
`
}

/** Renders a field or a parameter: name, type, description, limits, values, and the fields of an object. */
export function entry(
  { name, schema, note, description }: { name: string; schema: Schema; note: string; description?: string },
  types: Types,
): Html {
  const whole = resolved(schema, types)
  const said = description ?? schema.description ?? whole.description
  return html`<p class="field"><code>${name}</code> <span class="type">${typeName(schema, types)}</span>${note ? html` <span class="note">${note}</span>` : null}</p>
${said ? renderText(said, types.links) : null}
${facts(whole)}
${inner(schema, types, name)}`
}

/** The schema of a plain value with the members of its component. Other references stay. */
function resolved(schema: Schema, types: Types): Schema {
  const plain = withoutNull(schema)
  if (!plain.$ref) return plain
  const component = types.schemas[nameOf(plain.$ref)] ?? {}
  return hasFields(component) ? plain : { ...component, ...plain }
}

/** `anyOf` of a schema and null as the schema, with the description of both. */
function withoutNull(schema: Schema): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only && others.length === 0 ? { ...schema, anyOf: undefined, ...only } : schema
}

const isNullable = ({ type, anyOf }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) || (anyOf?.some((each) => each.type === 'null') ?? false)

function typeName(schema: Schema, types: Types): Html {
  const name = plainTypeName(withoutNull(schema), types)
  return isNullable(schema) ? html`${name} or null` : name
}

function plainTypeName(schema: Schema, types: Types): Html {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    const link = types.linkTo(name)
    if (link) return html`<a href="${link}">${name}</a>`
    const component = types.schemas[name] ?? {}
    return VALUE_NAMES[name] ? html`${VALUE_NAMES[name]}` : plainTypeName(component, types)
  }
  if (schema.anyOf ?? schema.oneOf) return html`one of several types`
  if (schema.const !== undefined) return html`always <code>${JSON.stringify(schema.const)}</code>`
  const type = [schema.type ?? 'any value'].flat().filter((each) => each !== 'null')
  if (type[0] === 'array') return html`array of ${schema.items ? typeName(schema.items, types) : 'any values'}`
  if (schema.format === 'binary') return html`file`
  return html`${type.join(' or ')}`
}

/** Limits, values and example of a plain value. */
function facts(schema: Schema): Html | null {
  const list = schema.items && schema.items.enum ? schema.items : schema
  const range = (unit: string, least?: number, most?: number) =>
    least !== undefined && most !== undefined
      ? [least === most ? `${most} ${unit}` : `${figure(least)} to ${figure(most)} ${unit}`]
      : most !== undefined
        ? [`at most ${figure(most)} ${unit}`]
        : least !== undefined
          ? [`at least ${figure(least)} ${unit}`]
          : []
  const limits = [
    ...range(schema.format === 'binary' ? 'bytes' : 'characters', schema.minLength, schema.maxLength),
    ...range('items', schema.minItems, schema.maxItems),
    ...range('', schema.minimum, schema.maximum),
    ...(schema.multipleOf === undefined ? [] : [`a multiple of ${schema.multipleOf}`]),
  ].map((limit) => limit.trim())
  const values = (list.enum ?? []).filter((value) => value !== null)
  const example = schema.example
  if (limits.length === 0 && values.length === 0 && example === undefined) return null
  return html`<p class="facts">${limits.length > 0 ? `${capital(limits.join(', '))}. ` : null}${
    values.length > 0 ? html`Values: ${separated(values.map((value) => html`<code>${String(value)}</code>`))}. ` : null
  }${example === undefined ? null : html`Example: <code>${typeof example === 'string' ? example : JSON.stringify(example)}</code>`}</p>
`
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 10 })
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const separated = (parts: readonly Html[]): Html => html`${parts.map((part, i) => html`${i > 0 ? ', ' : ''}${part}`)}`

/** Fields of an object, of the items of a list, of the values of a map, or of each alternative. */
function inner(schema: Schema, types: Types, name: string): Html | null {
  const plain = withoutNull(schema)
  if (plain.$ref) {
    const component = types.schemas[nameOf(plain.$ref)] ?? {}
    return types.linkTo(nameOf(plain.$ref)) ? null : inner(component, types, name)
  }
  const alternatives = (plain.anyOf ?? plain.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (alternatives.length > 0)
    return html`<ul class="alternatives">
${alternatives.map(
  (
    each,
  ) => html`<li><span class="type">${typeName(each, types)}</span>${each.description ? html` ${renderLine(each.description, types.links)}` : null}
${facts(resolved(each, types))}${inner(each, types, name)}</li>
`,
)}</ul>
`
  if (plain.properties) return folded(`Fields of ${name}`, fieldList(plain, types))
  if (plain.items) return inner(plain.items, types, name)
  if (typeof plain.additionalProperties === 'object' && Object.keys(plain.additionalProperties).length > 0)
    return html`<p class="facts">Each value: ${typeName(plain.additionalProperties, types)}</p>
${inner(plain.additionalProperties, types, name)}`
  return null
}

const folded = (title: string, content: Html): Html => html`<details><summary>${title}</summary>
${content}</details>
`
