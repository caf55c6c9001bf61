// Converts the description to a collection of requests for Postman and Bruno. Each request is ready to send with an API
// key.
import type { Json } from './openapi-schema.ts'

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: { example?: unknown }
}

interface Operation {
  tags: [string]
  summary: string
  description: string
  security?: []
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown; schema: { $ref?: string } }> }
}

/** Schema of a form, which the description contains as a component. */
interface FormSchema {
  properties?: Record<string, { format?: string }>
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Returns the collection in version 2.1 of Postman's format, with the variables `baseUrl` and `apiKey`. */
export function postmanCollection(description: Json, baseUrl: string): Json {
  const { info, tags, paths, components } = description as {
    info: { title: string; description: string }
    tags: { name: string; description: string }[]
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, FormSchema> }
  }
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  )
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
    ],
    item: tags.map((tag) => ({
      ...tag,
      item: operations
        .filter(({ operation }) => operation.tags[0] === tag.name)
        .map((each) => itemOf(each, components.schemas)),
    })),
  }
}

/** Parameters that are optional individually, although a request needs one of several alternatives. */
const ONE_OF_SEVERAL = new Set(['lat', 'lng'])

/** Encodes a value but keeps slashes, so that dates stay readable. */
const inQuery = (value: string): string => encodeURIComponent(value).replaceAll('%2F', '/')

const exampleOf = ({ example }: Parameter['schema']): string => (typeof example === 'string' ? example : '')

function itemOf(
  { path, verb, operation }: { path: string; verb: string; operation: Operation },
  schemas: Record<string, FormSchema>,
): Json {
  const { summary, description, parameters, requestBody, security } = operation
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const of = (where: Parameter['in']) => parameters.filter((parameter) => parameter.in === where)
  const keyed = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const isJson = type === 'application/json'
  const query = of('query').map(({ name, schema, required, description: said }) => ({
    key: name,
    value: exampleOf(schema),
    description: said,
    disabled: !required && !ONE_OF_SEVERAL.has(name),
  }))
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${inQuery(value)}`)
  return {
    name: summary,
    request: {
      method: verb.toUpperCase(),
      description,
      ...(security && { auth: { type: 'noauth' } }),
      header: [
        ...(keyed ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(isJson ? [{ key: 'Content-Type', value: type }] : []),
      ],
      url: {
        // Bruno reads the query here, Postman reads it below.
        raw: `{{baseUrl}}/${parts}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: parts.split('/'),
        variable: of('path').map(({ name, schema, description: said }) => ({
          key: name,
          value: exampleOf(schema),
          description: said,
        })),
        query: [
          ...query,
          ...(parameters.some(({ $ref }) => $ref?.endsWith('/DryRun'))
            ? [
                {
                  key: 'dry_run',
                  value: 'true',
                  description: 'Shows the effect, and changes nothing.',
                  disabled: true,
                },
              ]
            : []),
        ],
      },
      ...(content && {
        body: isJson
          ? { mode: 'raw', raw: JSON.stringify(content.example, null, 2), options: { raw: { language: 'json' } } }
          : {
              mode: 'formdata',
              // Only the first field is enabled, because other fields exclude it or must not be empty.
              formdata: Object.entries(schemas[content.schema.$ref?.split('/').at(-1) ?? '']?.properties ?? {}).map(
                ([key, { format }], i) => ({
                  key,
                  ...(format === 'binary' ? { type: 'file', src: [] } : { type: 'text', value: '' }),
                  disabled: i > 0,
                }),
              ),
            },
      }),
    },
  }
}
