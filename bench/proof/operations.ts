// Lists the operations of the API in openapi.json, for the generated proofs.
import { readFileSync } from 'node:fs'

export interface Operation {
  id: string
  method: string
  path: string
  /** Names of the path parameters. */
  ids: string[]
  queries: string[]
  /** Names of the required query parameters. */
  required: string[]
  keyed: boolean
  /** Whether the operation needs no API key. */
  open: boolean
  body: { kind: 'json'; example: unknown } | { kind: 'form' } | null
}

interface Described {
  operationId: string
  security?: unknown[]
  parameters: { in?: string; name?: string; required?: boolean; $ref?: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

export function operations(): Operation[] {
  const file = new URL('../../openapi.json', import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(path, method.toUpperCase(), described)),
  )
}

function operation(path: string, method: string, { operationId, security, parameters, requestBody }: Described) {
  const named = (where: string) => parameters.flatMap((each) => (each.in === where && each.name) || [])
  const json = requestBody?.content['application/json']
  return {
    id: operationId,
    method,
    path,
    ids: named('path'),
    queries: named('query'),
    required: parameters.flatMap((each) => (each.in === 'query' && each.required && each.name) || []),
    keyed: parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')),
    open: security?.length === 0,
    body: json ? { kind: 'json' as const, example: json.example } : requestBody ? { kind: 'form' as const } : null,
  }
}
