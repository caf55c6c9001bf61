// JSON Schema of the wire for the OpenAPI description: named schemas become components, null is written short.
import { z } from 'zod'

export type Json = Record<string, unknown>

export interface SchemaCollector {
  /** The schema, or a reference to its component. */
  schema(of: z.ZodType): Json
  /** Every component met so far, by name. */
  components(): Json
}

/** Collects components over many schemas; throws when two of one name differ. */
export function collectSchemas(): SchemaCollector {
  const components = new Map<string, Json>()
  return {
    schema: (of) => {
      // "input": what may be sent. An answer reads the same, and may hold more than is described.
      const {
        $schema: _dialect,
        $defs = {},
        ...schema
      } = z.toJSONSchema(of, { io: 'input' }) as Json & { $defs?: Json }
      for (const [name, definition] of Object.entries($defs)) {
        const tidied = tidy(definition) as Json
        const known = components.get(name)
        if (known && JSON.stringify(known) !== JSON.stringify(tidied)) throw new Error(`two schemas are named ${name}`)
        components.set(name, tidied)
      }
      return tidy(schema) as Json
    },
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** References lead to components; `anyOf: [x, null]` of one plain type is `type: [x, null]`; bounds that bind nothing go. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const { id: _id, ...members } = value as Json
  const tidied: Json = Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) => {
      if (name === '$ref') return [[name, String(member).replace('#/$defs/', '#/components/schemas/')]]
      if (name === 'minLength' && member === 0) return []
      return [[name, tidy(member)]]
    }),
  )
  const { anyOf, ...rest } = tidied
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return tidied
  const [some, none] = anyOf as [Json, Json]
  const short = none.type === 'null' && typeof some.type === 'string' && !('enum' in some) && !('const' in some)
  return short ? { ...some, ...rest, type: [some.type, 'null'] } : tidied
}
