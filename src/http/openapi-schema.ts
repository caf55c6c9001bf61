// JSON Schema of the wire for the OpenAPI description and the tools of assistants: named schemas become components, null is written short.
import { z } from 'zod'

export type Json = Record<string, unknown>

export interface SchemaCollector {
  /** The schema, or a reference to its component. */
  schema(of: z.ZodType): Json
  /** Every component met so far, by name. */
  components(): Json
}

/** Collects components over many schemas, which refer to them there; throws when two of one name differ. */
export function collectSchemas(place = '#/components/schemas/'): SchemaCollector {
  const tidy = tidying(place)
  const components = new Map<string, Json>()
  return {
    schema: (of) => {
      // "input": what may be sent. An answer reads the same, and may hold more than is described.
      const {
        $schema: _dialect,
        $defs = {},
        ...schema
      } = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any', override: describePipe }) as Json & { $defs?: Json }
      for (const [name, definition] of Object.entries($defs).flatMap(withOwn)) {
        const tidied = tidy(definition)
        const known = components.get(name)
        if (known && JSON.stringify(known) !== JSON.stringify(tidied)) throw new Error(`two schemas are named ${name}`)
        components.set(name, tidied)
      }
      return tidy(schema)
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** A definition after those that it brings itself (`describing` in contract/fields.ts). */
const withOwn = ([name, definition]: [string, unknown]): [string, Json][] => {
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

/** The schema itself, where a reference to it was collected. */
export const resolved = (schema: Json, collector: SchemaCollector): Json => resolvedIn(schema, collector.components())

function resolvedIn(schema: Json, definitions: Json): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name ? (definitions[name] as Json) : schema
}

/** Their members are named by us: each is a schema, whatever its name. */
const NAMED = new Set(['properties', 'patternProperties'])
/** Values as they are on the wire, no schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'const', 'enum', 'required'])

/**
 * A schema of zod's as it is described: without its id, references lead to components, `anyOf: [x, null]` of one plain
 * type is `type: [x, null]`, bounds that bind nothing go.
 */
function tidying(place: string): (schema: Json) => Json {
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
    // Linters know of no lists whose places have schemas of their own.
    if (Array.isArray(prefixItems))
      return { ...list, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length }
    const { anyOf, ...rest } = tidied
    if (!Array.isArray(anyOf) || anyOf.length !== 2) return tidied
    const [some, none] = anyOf as [Json, Json]
    const short = none.type === 'null' && typeof some.type === 'string' && !('enum' in some) && !('const' in some)
    return short ? { ...some, ...rest, type: [some.type, 'null'] } : tidied
  }

  /** What a keyword holds: a schema, several, or a plain value. */
  const inside = (member: unknown): unknown => {
    if (Array.isArray(member)) return member.map(inside)
    return typeof member === 'object' && member !== null ? tidy(member as Json) : member
  }

  const eachTidied = (schemas: Json): Json =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inside(schema)]))

  return tidy
}
