// Finds the literal that a call belongs to, and checks values against its schemas.
import assert from 'node:assert/strict'
import { z } from 'zod'

interface Literal {
  method: string
  path: string
}

/** Returns the endpoint for this method and path. Paths with more literal parts come first. `path` may include a query. */
export function endpointOf<E extends Literal>(endpoints: readonly E[], method: string, path: string): E | undefined {
  const bare = path.replace(/\?.*/s, '')
  return endpoints
    .filter((one) => one.method === method && patternOf(one.path).test(bare))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

/**
 * Patterns keyed by the path of an endpoint. They are stored, because each call is compared with the patterns of all
 * endpoints.
 */
const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const pattern = new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, pattern)
  return pattern
}

export function fits<T extends z.ZodType>(what: string, schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    assert.fail(
      `${what} does not match the description: ${z.prettifyError(parsed.error)}\n${JSON.stringify(value)?.slice(0, 4_000)}`,
    )
  return parsed.data
}
