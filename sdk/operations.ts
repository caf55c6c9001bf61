// Converts the operations of the OpenAPI description to methods of the SDKs.
import { SDK_METHODS } from '../src/contract/sdk-methods.ts'
import { Model, pascal, type Schema, type Shape } from './shapes.ts'

export interface Parameter {
  name: string
  required: boolean
  shape: Shape
  description?: string
}

export interface Method {
  resource: string
  name: string
  verb: string
  path: string
  /** Parameters in the order of the path. */
  params: readonly string[]
  query: readonly Parameter[]
  body?: { shape: Shape; required: boolean; multipart: boolean }
  /** Result of the method. For a paged method, one item. */
  reply: Shape
  /** The query parameter that takes the cursor of the next page. */
  cursor?: string
  /** Whether an Idempotency-Key is required. */
  keyed: boolean
  /** Whether the operation supports dry runs. */
  rehearsed: boolean
  summary: string
  description: string
  errors: readonly { status: string; meaning: string }[]
}

interface Operation {
  operationId: string
  summary: string
  description: string
  parameters?: {
    $ref?: string
    in?: string
    name?: string
    required?: boolean
    schema?: Schema
    description?: string
  }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, { schema: Schema }> }>
}

export interface Description {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
}

export interface Sdk {
  model: Model
  methods: readonly Method[]
  /** Events with the types of their webhook payloads. */
  events: readonly { name: string; shape: Shape }[]
  errorCodes: readonly string[]
}

const JSON_TYPE = 'application/json'

/** Reads the model of both SDKs. Throws if the table of resources and the description differ. */
export function readSdk(description: Description): Sdk {
  const model = new Model()
  for (const [name, schema] of Object.entries(description.components.schemas)) model.define(name, schema)
  const operations = new Map(
    Object.entries(description.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => [operation.operationId, { path, verb, operation }] as const),
    ),
  )
  const methods = Object.entries(SDK_METHODS).flatMap(([resource, table]) =>
    Object.entries(table).map(([name, id]) => {
      const found = operations.get(id)
      if (!found) throw new Error(`src/contract/sdk-methods.ts: there is no operation ${id}`)
      operations.delete(id)
      return method({ resource, name, ...found }, model)
    }),
  )
  if (operations.size > 0) throw new Error(`src/contract/sdk-methods.ts lacks ${[...operations.keys()].join(', ')}`)
  const events = Object.entries(description.webhooks).map(([name, { post }]) => ({
    name,
    shape: model.shape(post.requestBody.content[JSON_TYPE]?.schema ?? {}, `${pascal(name)}Webhook`),
  }))
  const code = description.components.schemas.Error?.properties?.details?.properties?.code
  return { model, methods, events, errorCodes: (code?.enum ?? []).map(String) }
}

function method(
  given: { resource: string; name: string; verb: string; path: string; operation: Operation },
  model: Model,
): Method {
  const { resource, name, verb, path, operation } = given
  const id = pascal(operation.operationId)
  const parameters = operation.parameters ?? []
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name: parameter = '', required = false, schema = {}, description }) => ({
      name: parameter,
      required,
      shape: isNumber(schema)
        ? ({ kind: 'scalar', name: 'number' } as const)
        : model.shape(schema, id + pascal(parameter)),
      description,
    }))
  const answered = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const answer = answered?.content?.[JSON_TYPE]?.schema.properties
  if (!answer?.data) throw new Error(`${operation.operationId} answers nothing`)
  const paged = 'next_cursor' in answer
  const reply = model.shape(answer.data, `${id}Data`)
  const body = Object.entries(operation.requestBody?.content ?? {})[0]
  return {
    resource,
    name,
    verb: verb.toUpperCase(),
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
    query,
    body: body && {
      shape: model.shape(body[1].schema, `${id}Body`),
      required: operation.requestBody?.required === true,
      multipart: body[0] !== JSON_TYPE,
    },
    reply: paged && reply.kind === 'list' ? reply.of : reply,
    cursor: paged ? ['cursor', 'after'].find((each) => query.some(({ name }) => name === each)) : undefined,
    keyed: parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')),
    rehearsed: parameters.some(({ $ref }) => $ref?.endsWith('/DryRun')),
    summary: operation.summary,
    description: operation.description,
    errors: Object.entries(operation.responses).flatMap(([status, { description: meaning }]) =>
      Number(status) >= 400 && meaning ? [{ status, meaning }] : [],
    ),
  }
}

/** In the description, query parameters are text. A pattern of digits means a number. */
const isNumber = ({ pattern }: Schema): boolean => /^\^(\[\+-\]\?)?\\d/.test(pattern ?? '')
