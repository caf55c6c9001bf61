// Between code and the wire, as far as only names change.
import type { z } from 'zod'
import { type Camel, camel } from '../domain/names.ts'

/** An instant is a Date in code. */
type InCode<Sent> = Sent extends string ? (string extends Sent ? Sent | Date : Sent) : Sent
type Shown<Schema extends z.ZodObject, Rest> = {
  readonly [Name in Exclude<keyof z.output<Schema>, keyof Rest> & string as Camel<Name>]: InCode<z.output<Schema>[Name]>
}

/**
 * What the schema names, and nothing else: from `value`, where it is under its name in code, with instants as text. What
 * is more than renamed is given in `rest`.
 */
export function present<Schema extends z.ZodObject, Rest extends Partial<z.output<Schema>>>(
  schema: Schema,
  rest: Rest,
  value: Shown<Schema, Rest>,
): z.output<Schema> {
  const { names, inCode, empty } = namesOf(schema)
  const from = value as Record<string, unknown>
  // Copied, all that is shown of a schema has one shape: it is made and sent as fast as a literal.
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

/** The members under their names in code. What lies deeper stays as it is. */
export function received<Body extends object>(body: Body): Received<Body> {
  const members: Record<string, unknown> = {}
  for (const name in body) members[camel(name)] = body[name]
  return members as Received<Body>
}
