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
  { shape }: Schema,
  rest: Rest,
  value: Shown<Schema, Rest>,
): z.output<Schema> {
  const from = value as Record<string, unknown>
  const shown: Record<string, unknown> = {}
  for (const name in shape) {
    const given = name in rest ? rest[name as keyof Rest] : from[camel(name)]
    shown[name] = given instanceof Date ? given.toISOString() : given
  }
  return shown as z.output<Schema>
}

type Received<Body> = { [Name in keyof Body & string as Camel<Name>]: Body[Name] }

/** The members under their names in code. What lies deeper stays as it is. */
export function received<Body extends object>(body: Body): Received<Body> {
  const members: Record<string, unknown> = {}
  for (const name in body) members[camel(name)] = body[name]
  return members as Received<Body>
}
