// The OpenAPI description, as the reference reads it.
import { readFile } from 'node:fs/promises'

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: (string | number | boolean | null)[]
  const?: unknown
  example?: unknown
  format?: string
  pattern?: string
  multipleOf?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: unknown
  schema: Schema
}

interface Content {
  schema: Schema
  example?: unknown
}

export interface Response {
  description: string
  content?: Record<string, Content>
}

export interface Operation {
  /** Name of the operation, unique and stable. Anchor of its section. */
  id: string
  method: string
  path: string
  tag: string
  summary: string
  description: string
  /** Whether the operation needs an API key. */
  keyed: boolean
  parameters: readonly Parameter[]
  /** Null if the operation takes no body. */
  body: { type: string; schema: Schema; example?: unknown } | null
  responses: readonly (readonly [status: string, Response])[]
}

export interface Event {
  name: string
  meaning: string
  headers: readonly Parameter[]
  schema: Schema
  example: unknown
}

export interface Description {
  tags: readonly { name: string; description: string }[]
  operations: readonly Operation[]
  events: readonly Event[]
  schemas: Readonly<Record<string, Schema>>
}

interface OpenApi {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: OpenApiOperation }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
}

interface OpenApiOperation {
  operationId: string
  tags: [string]
  summary: string
  description: string
  security?: []
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, Response | { $ref: string }>
}

/** `npm run openapi` writes this file from the endpoints. */
const FILE = new URL('../../../openapi.json', import.meta.url)

/** Reads the description as text without indentation. */
export const readDescription = async (): Promise<string> => JSON.stringify(JSON.parse(await readFile(FILE, 'utf8')))

export function parseDescription(text: string): Description {
  const { tags, paths, webhooks, components } = JSON.parse(text) as OpenApi
  const resolved = <T extends object>(of: Record<string, T>, given: T | { $ref: string }): T => {
    if (!('$ref' in given)) return given
    const found = of[nameOf(given.$ref)]
    if (!found) throw new Error(`openapi.json has no ${given.$ref}`)
    return found
  }
  const parametersOf = (operation: OpenApiOperation) =>
    operation.parameters.map((parameter) => resolved(components.parameters, parameter))
  return {
    tags,
    schemas: components.schemas,
    operations: Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => {
        const [body] = Object.entries(operation.requestBody?.content ?? {})
        return {
          id: operation.operationId,
          method: verb.toUpperCase(),
          path,
          tag: operation.tags[0],
          summary: operation.summary,
          description: operation.description,
          keyed: operation.security === undefined,
          parameters: parametersOf(operation),
          body: body ? { type: body[0], ...body[1] } : null,
          responses: Object.entries(operation.responses).map(
            ([status, response]) => [status, resolved(components.responses, response)] as const,
          ),
        }
      }),
    ),
    events: Object.entries(webhooks).map(([name, { post }]) => {
      const content = post.requestBody?.content['application/json']
      return {
        name,
        meaning: post.description,
        headers: parametersOf(post),
        schema: content?.schema ?? {},
        example: content?.example,
      }
    }),
  }
}

/** Name of the component that a reference names. */
export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** The successful response of an operation with its example. */
export const successOf = ({ responses }: Operation): Content | undefined =>
  responses.find(([status]) => status.startsWith('2'))?.[1].content?.['application/json']
