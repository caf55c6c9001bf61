// JSON Schema of the wire for the OpenAPI description and the tools of assistants. Named schemas become components, and
// null is written in short form.
import { z } from 'zod'
import { describeFields } from '../contract/descriptions/describe.ts'

export type Json = Record<string, unknown>

export interface SchemaCollector {
  /**
   * Returns the schema, or a reference to its component. `path` finds the descriptions of fields, such as the name of the
   * operation.
   */
  schema(of: z.ZodType, path: readonly string[]): Json
  /** Returns the components collected up to now, by name. */
  components(): Json
}

/** Collects the components of many schemas, which refer to them. Throws if two schemas of the same name differ. */
export function collectSchemas(place = '#/components/schemas/'): SchemaCollector {
  const tidy = schemaPublisher(place)
  const components = new Map<string, Json>()
  return {
    schema: (of, path) => {
      // "input" describes what may be sent. Responses have the same form, and may have additional members.
      const {
        $schema: _dialect,
        $defs = {},
        ...schema
      } = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any', override: describePipe }) as Json & { $defs?: Json }
      for (const [name, definition] of Object.entries($defs).flatMap(withOwnDefinitions)) {
        const tidied = describeFields(tidy(definition), [name])
        const known = components.get(name)
        if (known && JSON.stringify(known) !== JSON.stringify(tidied)) throw new Error(`two schemas are named ${name}`)
        components.set(name, tidied)
      }
      return describeFields(tidy(schema), path)
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** A definition, preceded by its own definitions (`describing` in contract/fields.ts). */
const withOwnDefinitions = ([name, definition]: [string, unknown]): [string, Json][] => {
  const { $defs = {}, ...own } = definition as Json & { $defs?: Json }
  return [...(Object.entries($defs) as [string, Json][]), [name, own]]
}

/** Describes text that is piped into another schema of text as the second schema, which has its format and pattern. */
function describePipe({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  if (!(zodSchema instanceof z.ZodPipe) || !(zodSchema.in instanceof z.ZodString)) return
  const { $schema: _dialect, $defs = {}, ...root } = z.toJSONSchema(zodSchema.out, TEXT) as Json & { $defs?: Json }
  const { id: _id, ...second } = resolvedIn(root, $defs)
  if (second.type === 'string') Object.assign(jsonSchema, { ...second, ...jsonSchema })
}

const TEXT = { io: 'input', unrepresentable: 'any' } as const

/** Resolves a reference to a collected component. A schema that is not a reference is returned unchanged. */
export const resolveSchema = (schema: Json, collector: SchemaCollector): Json =>
  resolvedIn(schema, collector.components())

function resolvedIn(schema: Json, definitions: Json): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name ? (definitions[name] as Json) : schema
}

/** Keywords whose members have arbitrary names. Each member is a schema. */
const NAMED = new Set(['properties', 'patternProperties'])
/** Keywords with wire values instead of schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'const', 'enum', 'required'])

/**
 * Converts a schema of zod to its published form: removes its ID, points references to components, writes `anyOf: [x,
 * null]` of one plain type as `type: [x, null]`, and removes bounds without effect.
 */
function schemaPublisher(place: string): (schema: Json) => Json {
  const tidy = (schema: Json): Json => {
    const { id: _id, ...members } = schema
    const tidied: Json = Object.fromEntries(
      Object.entries(members).flatMap(([name, member]) => {
        if (name === '$ref') return [[name, String(member).replace('#/$defs/', place)]]
        if (name === 'minLength' && member === 0) return []
        return [[name, VALUES.has(name) ? member : NAMED.has(name) ? eachTidied(member as Json) : inside(member)]]
      }),
    )
    const { prefixItems, ...list } = tidied
    // Linters don't support lists whose positions have different schemas.
    if (Array.isArray(prefixItems))
      return { ...list, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length }
    const { anyOf, ...rest } = tidied
    if (!Array.isArray(anyOf) || anyOf.length !== 2) return tidied
    const [some, none] = anyOf as [Json, Json]
    const short = none.type === 'null' && typeof some.type === 'string' && !('enum' in some) && !('const' in some)
    return short ? { ...some, ...rest, type: [some.type, 'null'] } : tidied
  }

  /** Value of a keyword: a schema, several schemas, or a plain value. */
  const inside = (member: unknown): unknown => {
    if (Array.isArray(member)) return member.map(inside)
    return typeof member === 'object' && member !== null ? tidy(member as Json) : member
  }

  const eachTidied = (schemas: Json): Json =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inside(schema)]))

  return tidy
}
