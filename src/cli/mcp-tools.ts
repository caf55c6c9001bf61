// The API operations as tools for an assistant, derived from their literals (docs/spec/assistants.md).
import { apiEndpoints } from '../contract/all.ts'
import { canDryRun, type KeyEndpoint, scopeOf } from '../contract/endpoint.ts'
import type { KeyScope } from '../domain/users/permissions.ts'
import { collectSchemas, type Json, resolveSchema, type SchemaCollector } from '../http/openapi-schema.ts'

/** Operations whose responses contain secrets, which only programs should store. */
const SECRET = ['createWebhookEndpoint', 'rotateWebhookSecret']

export interface Tool {
  endpoint: KeyEndpoint
  /** Whether the tool changes data. Such a tool first runs as a preview, and then needs a confirmation. */
  changes: boolean
  params: string[]
  query: string[]
  inputSchema: Json & { type: 'object' }
}

/** Returns the tools that a key with these scopes may call. */
export function toolsFor(scopes: readonly KeyScope[]): Tool[] {
  const collector = collectSchemas('#/$defs/')
  const tools = apiEndpoints
    .filter(({ multipart, operation }) => !multipart && !SECRET.includes(operation))
    .map((endpoint) => toolOf(endpoint, collector))
  return tools
    .filter(({ endpoint }) => {
      const scope = scopeOf(endpoint)
      return scope === null || scopes.includes(scope)
    })
    .map((tool) => ({ ...tool, inputSchema: withDefinitions(tool.inputSchema, collector.components()) }))
}

function toolOf(endpoint: KeyEndpoint, collector: SchemaCollector): Tool {
  const [params, query] = [endpoint.params, endpoint.query].map((of) =>
    of ? resolveSchema(collector.schema(of, [endpoint.operation]), collector) : {},
  ) as { properties?: Json; required?: string[] }[]
  const changes = canDryRun(endpoint)
  const body = endpoint.body && collector.schema(endpoint.body, [endpoint.operation])
  return {
    endpoint,
    changes,
    params: Object.keys(params?.properties ?? {}),
    query: Object.keys(query?.properties ?? {}),
    inputSchema: {
      type: 'object',
      properties: {
        ...params?.properties,
        ...query?.properties,
        ...(body && { body }),
        ...(changes && { confirm: CONFIRM }),
      },
      required: [...(params?.required ?? []), ...(query?.required ?? []), ...(body ? ['body'] : [])],
      additionalProperties: false,
    },
  }
}

/** Adds the definitions that the schema refers to, because each tool must be self-contained. */
function withDefinitions(schema: Tool['inputSchema'], all: Json): Tool['inputSchema'] {
  const names = new Set<string>()
  const add = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/\$defs\/(\w+)"/g))
      if (!names.has(name)) {
        names.add(name)
        add(all[name])
      }
  }
  add(schema)
  return { ...schema, $defs: Object.fromEntries([...names].map((name) => [name, all[name]])) }
}

const CONFIRM = {
  type: 'string',
  description: 'Token from the response to the same call without confirm, which changed nothing and showed the effect.',
}
