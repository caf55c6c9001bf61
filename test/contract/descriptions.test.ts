// The published description describes every field, parameter and enum value.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DESCRIPTIONS } from '../../src/contract/descriptions/describe.ts'

interface Schema {
  $ref?: string
  description?: string
  enum?: (string | number | null)[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
}
interface Operation {
  parameters?: { $ref?: string; name: string; description?: string; schema?: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}
interface Content {
  content?: Record<string, { schema: Schema }>
}
interface Field {
  at: string
  description: string
  values: (string | number | null)[]
}

const api = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}
const { schemas } = api.components

const valuesOf = ({ $ref, enum: own, items, anyOf = [] }: Schema): Field['values'] => {
  const named = $ref === undefined ? undefined : schemas[$ref.split('/').at(-1) ?? '']
  return [...(own ?? []), ...(named?.enum ?? []), ...(items ? valuesOf(items) : []), ...anyOf.flatMap(valuesOf)]
}

function fieldsOf(schema: Schema, at: string): Field[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema
  const inside = [items, typeof additionalProperties === 'object' ? additionalProperties : undefined, ...anyOf]
  return [
    ...inside.flatMap((each) => (each ? fieldsOf(each, at) : [])),
    ...Object.entries(properties).flatMap(([name, property]) => [
      { at: `${at}.${name}`, description: property.description ?? '', values: valuesOf(property) },
      ...fieldsOf(property, `${at}.${name}`),
    ]),
  ]
}

const contentsOf = ({ content = {} }: Content): Schema[] => Object.values(content).map(({ schema }) => schema)

const fields: Field[] = Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name))
for (const [path, methods] of Object.entries({ ...api.paths, ...api.webhooks }))
  for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
    const at = `${method} ${path}`
    for (const { $ref, name, description = '', schema = {} } of parameters)
      if ($ref === undefined) fields.push({ at: `${at} ${name}`, description, values: valuesOf(schema) })
    for (const body of [requestBody ?? {}, ...Object.values(responses)])
      fields.push(...contentsOf(body).flatMap((schema) => fieldsOf(schema, at)))
  }

test('every property and parameter has a description', () => {
  assert.ok(fields.length > 3_500)
  assert.deepEqual(
    fields.filter(({ description }) => description === '').map(({ at }) => at),
    [],
  )
})

test('the description of a field has each of its values', () => {
  // The page of webhooks and the schema of errors describe these values, for all fields that have them.
  const errors = schemas['Error']?.properties?.['details']?.properties?.['code']?.enum
  const lists = new Set<string | number | null>([...Object.keys(api.webhooks), 'endpoint.test', ...(errors ?? [])])
  const isListed = (value: string | number) => lists.has(value)
  const missing = fields.flatMap(({ at, description, values }) => {
    const unnamed = values.filter((value) => value !== null && !isListed(value) && !description.includes(String(value)))
    return unnamed.length > 0 ? [`${at}: ${unnamed.join(' ')}`] : []
  })
  assert.deepEqual(missing, [])
})

test('every shared description is used', () => {
  const used = fields.map(({ description }) => description).join('\n')
  assert.deepEqual(
    Object.entries(DESCRIPTIONS).flatMap(([key, text]) => (used.includes(text) ? [] : [key])),
    [],
  )
})
