// Converts names between code and wire format.
import type { z } from 'zod'
import { type Camel, camel } from '../domain/names.ts'

/** An instant of the wire format is a Date in code. */
type InCode<Sent> = Sent extends string ? (string extends Sent ? Sent | Date : Sent) : Sent
type Shown<Schema extends z.ZodObject, Rest> = {
  readonly [Name in Exclude<keyof z.output<Schema>, keyof Rest> & string as Camel<Name>]: InCode<z.output<Schema>[Name]>
}

/**
 * Converts `value` to the wire format of `schema`. Copies only members of the schema, renames them and formats
 * instants. `rest` has the members that need more than renaming.
 */
export function pickForWire<Schema extends z.ZodObject, Rest extends Partial<z.output<Schema>>>(
  schema: Schema,
  rest: Rest,
  value: Shown<Schema, Rest>,
): z.output<Schema> {
  const { names, inCode, empty } = namesOf(schema)
  const from = value as Record<string, unknown>
  // Copied from `empty`, all results for a schema have the same shape, which makes them as fast to build and serialize
  // as a literal.
  const shown: Record<string, unknown> = { ...empty, ...rest }
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    if (shown[name] !== undefined) continue
    const given = from[inCode[i] as string]
    shown[name] = given instanceof Date ? given.toISOString() : given
  }
  return shown as z.output<Schema>
}

interface Names {
  names: readonly string[]
  inCode: readonly string[]
  empty: Readonly<Record<string, undefined>>
}

const known = new WeakMap<z.ZodObject, Names>()

function namesOf(schema: z.ZodObject): Names {
  const before = known.get(schema)
  if (before) return before
  const names = Object.keys(schema.shape)
  const found = {
    names,
    inCode: names.map(camel),
    empty: Object.fromEntries(names.map((name) => [name, undefined])),
  }
  known.set(schema, found)
  return found
}

type Received<Body> = { [Name in keyof Body & string as Camel<Name>]: Body[Name] }

/** Renames the members of a request body to their names in code. Nested members are not renamed. */
export function fromWireNames<Body extends object>(body: Body): Received<Body> {
  const members: Record<string, unknown> = {}
  for (const name in body) members[camel(name)] = body[name]
  return members as Received<Body>
}
