// Validates values against openapi.json like its readers: as JSON Schema 2020-12, with Ajv.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Json = Record<string, unknown>

export const description = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Json & {
  paths: Record<string, Record<string, Operation>>
}

interface Media {
  content?: Record<string, { schema: Json; example?: unknown }>
}

interface Operation {
  requestBody?: Media
  responses: Record<string, Media & { $ref?: string }>
}

// Each process uses a part of the description, and each schema a few times, so fast compilation saves more than fast
// validation.
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, inlineRefs: false, code: { optimize: false } })
formats.default(ajv)
ajv.addVocabulary(['example', ...Object.keys(description)])
ajv.addSchema(description, 'openapi')

/**
 * Fails if the value does not match the schema at this path. `place` lists the member names and indexes that lead to the
 * schema.
 */
export function assertFits(place: readonly (string | number)[], value: unknown): void {
  const pointer = place.map(
    (step) => `/${encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  )
  const $ref = `openapi#${pointer.join('')}`
  const fits = ajv.getSchema($ref) ?? ajv.compile({ $ref })
  assert.ok(fits(value), `${place.join(' ')}: ${ajv.errorsText(fits.errors)} ${JSON.stringify(value)?.slice(0, 2_000)}`)
}

/** Checks an accepted request body and its response against the description of the operation. */
export function assertDescribed(
  { method, path }: { method: string; path: string },
  status: number,
  { sent, answered }: { sent?: unknown; answered: unknown },
): void {
  const place = ['paths', path, method.toLowerCase()]
  const operation = description.paths[path]?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${path} is not in the description`)
  if (sent !== undefined && status < 300 && operation.requestBody?.content?.['application/json'])
    assertFits([...place, 'requestBody', 'content', 'application/json', 'schema'], sent)
  const response = operation.responses[status]
  const at = response?.$ref ? response.$ref.split('/').slice(1) : [...place, 'responses', String(status)]
  assertFits([...at, 'content', 'application/json', 'schema'], answered)
}

/** Every object in the description, with the member names and indexes that lead to it. */
export function* objectsIn(value: unknown, place: readonly (string | number)[] = []): Generator<[typeof place, Json]> {
  if (Array.isArray(value)) for (const [i, each] of value.entries()) yield* objectsIn(each, [...place, i])
  else if (typeof value === 'object' && value !== null) {
    yield [place, value as Json]
    for (const [name, each] of Object.entries(value)) yield* objectsIn(each, [...place, name])
  }
}
