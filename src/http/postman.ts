// The description as a collection of requests that Postman and Bruno import: each ready to send, once it has a key.
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
  requestBody?: { content: Record<string, { example?: unknown; schema: { properties?: Record<string, unknown> } }> }
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** In version 2.1 of Postman's format; `baseUrl` and `apiKey` are its variables. */
export function postmanCollection(description: Json, baseUrl: string): Json {
  const { info, tags, paths } = description as {
    info: { title: string; description: string }
    tags: { name: string; description: string }[]
    paths: Record<string, Record<string, Operation>>
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
      item: operations.filter(({ operation }) => operation.tags[0] === tag.name).map(itemOf),
    })),
  }
}

function itemOf({ path, verb, operation }: { path: string; verb: string; operation: Operation }): Json {
  const { summary, description, parameters, requestBody, security } = operation
  const parts = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1')
  const of = (where: Parameter['in']) => parameters.filter((parameter) => parameter.in === where)
  const keyed = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const isJson = type === 'application/json'
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
        raw: `{{baseUrl}}/${parts}`,
        host: ['{{baseUrl}}'],
        path: parts.split('/'),
        variable: of('path').map(({ name, description: said }) => ({ key: name, value: '', description: said })),
        query: [
          ...of('query').map(({ name, schema, required, description: said }) => ({
            key: name,
            value: typeof schema.example === 'string' ? schema.example : '',
            description: said,
            disabled: !required,
          })),
          ...(parameters.some(({ $ref }) => $ref?.endsWith('/DryRun'))
            ? [
                {
                  key: 'dry_run',
                  value: 'true',
                  description: 'Says what it would do, and changes nothing.',
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
              formdata: Object.keys(content.schema.properties ?? {}).map((key) =>
                key === 'file' ? { key, type: 'file', src: [] } : { key, type: 'text', value: '' },
              ),
            },
      }),
    },
  }
}
