// Descriptions of fields by their names, for fields whose schema has none of its own.
import { BUSINESS } from './business.ts'
import { ORDERS } from './orders.ts'
import { ROUTES } from './routes.ts'
import { SHARED } from './shared.ts'

/** Descriptions by name, or by the end of a path of names. The name of a schema or operation can be the first name. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = { ...SHARED, ...ORDERS, ...ROUTES, ...BUSINESS }

/**
 * Returns the description of a field. `path` has the names from the schema or operation to the field:
 * `['Order', 'stop', 'status']`. The longest end of the path that has a description counts, or the schema's name with
 * the field. Undefined if there is none.
 */
function describedBy(path: readonly string[]): string | undefined {
  const [schema = '', field = ''] = [path[0], path.at(-1)]
  const ends = path.map((_, from) => path.slice(from).join('.'))
  const keys = [...ends.slice(0, -1), `${schema}.${field}`, field]
  const key = keys.find((each) => Object.hasOwn(DESCRIPTIONS, each))
  return key === undefined ? undefined : DESCRIPTIONS[key]
}

/** Descriptions that state only the default or the null case follow the general description of the field. */
const ONLY_DEFAULT = /^(Default: |Null if |Absent |Present |At most )/

/** Returns the description of the field: its own, preceded by the general one if its own states only a default. */
export function descriptionOf(path: readonly string[], own: string | undefined): string | undefined {
  if (own !== undefined && !ONLY_DEFAULT.test(own)) return own
  const general = describedBy(path)
  if (own === undefined || general === undefined) return own ?? general
  return general.includes(own) ? general : `${general} ${own}`
}

type Json = Record<string, unknown>

/** Returns the JSON Schema with a description of every property. `path` is the path of names to the schema. */
export function describeFields(schema: Json, path: readonly string[]): Json {
  const described: Json = { ...schema }
  for (const keyword of ['items', 'additionalProperties'])
    if (isSchema(schema[keyword])) described[keyword] = describeFields(schema[keyword], path)
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[keyword]))
      described[keyword] = schema[keyword].map((each) => (isSchema(each) ? describeFields(each, path) : each))
  if (isSchema(schema['properties']))
    described['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, property]) => {
        const own = describeFields(property as Json, [...path, name])
        const description = descriptionOf([...path, name], own['description'] as string | undefined)
        return [name, description === undefined ? own : { ...own, description }]
      }),
    )
  return described
}

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
