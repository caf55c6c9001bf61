// An endpoint as one literal: what it takes, what it answers, what it costs. http/ binds it, the OpenAPI
// description and the reference are generated from it, and tests check every answer against it.
// Endpoints of the office are in office/endpoint.ts, those behind links in link-endpoint.ts.
import type { z } from 'zod'
import { type KeyPermission, type KeyScope, PERMISSIONS } from '../domain/users/permissions.ts'
import type { LimitName } from './limits.ts'

export type Tag =
  | 'Deliveries'
  | 'Routes'
  | 'Availability'
  | 'Engine'
  | 'Fleet'
  | 'Zones'
  | 'Settings'
  | 'Privacy'
  | 'Reports'
  | 'Webhooks'
  | 'Test mode'
  | 'Key'
  | 'Health'

/** What the literal of every endpoint says of its requests, for every entrance. */
export interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL, parameters in braces: `/orders/{external_ref}`. */
  path: string
  /** Uuids here that are malformed are a 404, as if unknown. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is multipart/form-data, with a picture. */
  multipart?: boolean
  /** The body is a form of a page: a list of values for each field. */
  form?: boolean
  /** The body is a file as it is, application/octet-stream; the handler reads it. */
  file?: boolean
  /** The member of the body that is GeoJSON: read off the event loop, it becomes the areas in it. */
  areasIn?: string
  /** Of its body at most, unless that is what its entrance takes. */
  maxBytes?: number
  /** No secret, such as a link or a door code, stands in the reply, so that it may be sent compressed (docs/security.md#compression). */
  compresses?: true
}

export interface Endpoint extends AnyEndpoint {
  /** The operation's name in the OpenAPI description. */
  operation: string
  tag: Tag
  summary: string
  description: string
  params?: z.ZodObject
  /** What `data` holds. */
  reply: z.ZodType
  /** The statuses of success and what each means. */
  success: Partial<Record<200 | 201, string>>
  /** The refusals beside 400, 401 and 429, and what each means. */
  errors: Partial<Record<404 | 409 | 410 | 413 | 415 | 422 | 503, string>>
  /** A list that pages carries next_cursor beside data. */
  paged?: boolean
  /** What a key needs for it, which it has by its scopes; 'any': nothing; null: no key is needed. */
  permission: KeyPermission | 'any' | null
  /** Its calls are not in the log of calls: whoever follows that would hear of nothing else. */
  unlogged?: boolean
  /** The limits a call counts against, the first always, the others by its query. */
  limits: (query: Record<string, unknown>) => readonly LimitName[]
  /** Whether an Idempotency-Key is required and the response stored. */
  idempotent: boolean
  examples: { body?: unknown; reply: unknown }
}

/** Keeps the literal's own types while checking that it is an endpoint. */
export const endpoint = <const E extends Endpoint>(literal: E): E => literal

/** The scope that a key needs for it; null: none. */
export const scopeOf = ({ permission }: Pick<Endpoint, 'permission'>): KeyScope | null =>
  permission === null || permission === 'any' ? null : PERMISSIONS[permission].scope

/** Whether the operation says on request what it would do (docs/spec/conventions.md#dry-runs). */
export const canRehearse = ({ method, multipart, idempotent }: Endpoint): boolean =>
  !multipart && (idempotent || method === 'DELETE')

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler of the endpoint is given, parsed and checked. */
export interface Input<E extends AnyEndpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** What a handler answers. */
export interface Reply<T = unknown> {
  status: 200 | 201
  data: T
  next_cursor?: string | null
}

/** What `data` holds, as the endpoint's handler makes it; unknown where the reply is not JSON. */
export type DataOf<E extends { reply: unknown }> = E['reply'] extends z.ZodType ? z.input<E['reply']> : unknown

export type ReplyOf<E extends Endpoint> = Reply<DataOf<E>>
