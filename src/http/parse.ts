// Parses the parameters, query and body of a request with the schemas of its endpoint. Names what is invalid.
import type { FastifyRequest } from 'fastify'
import { AppError, fieldName, invalid } from '../app/errors.ts'
import type { AnyEndpoint, Input } from '../contract/endpoint.ts'
import { validationError } from './errors.ts'

export function parse<E extends AnyEndpoint>(endpoint: E, request: FastifyRequest, sent: unknown): Input<E> {
  const params = endpoint.params?.safeParse(request.params)
  if (params && (!params.success || Object.values(request.params as object).some(containsNul)))
    throw new AppError('missing', 'NOT_FOUND', 'This business has no record with that ID.')
  for (const [name, value] of Object.entries(request.query as object))
    if (containsNul(value)) throw invalid(name, 'contains the character 0')
  refuseUnreadable(request.url)
  const query = endpoint.query?.safeParse(request.query)
  if (query && !query.success) throw validationError(query.error, 'query', repeatedOf(request.query as object))
  const body = endpoint.body?.safeParse(endpoint.form ? fieldsOf(sent) : sent)
  if (body && !body.success) throw validationError(body.error, 'body')
  if (!endpoint.body && !endpoint.file) refuseBody(sent)
  return { params: params?.data, query: query?.data, body: body?.data } as Input<E>
}

/** Rejects bytes that are not UTF-8, because they would be read as other text, or as if they were not encoded. */
function refuseUnreadable(url: string): void {
  const from = url.indexOf('?')
  if (from < 0 || !url.includes('%', from)) return
  for (const parameter of url.slice(from + 1).split('&'))
    try {
      decodeURIComponent(parameter)
    } catch {
      throw invalid(fieldName(parameter.split('=')[0] ?? ''), 'is not percent-encoded UTF-8')
    }
}

/** PostgreSQL can't store the character 0, so no record's name contains it. */
const containsNul = (value: unknown): boolean => String(value).includes('\0')

/** Names that were sent more than once. Their values are lists, which a schema would only report as not being text. */
const repeatedOf = (query: object): Set<PropertyKey> =>
  new Set(Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? [name] : [])))

/** All fields of a page's form, with their values. */
function fieldsOf(sent: unknown): Record<string, string[]> {
  const form = sent instanceof URLSearchParams ? sent : new URLSearchParams()
  return Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)]))
}

function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return
  const fields = typeof body === 'object' ? Object.keys(body).map(fieldName) : []
  if (typeof body === 'object' && !Array.isArray(body) && fields.length === 0) return
  throw new AppError('invalid', 'INVALID', 'This operation takes no body.', { fields })
}
