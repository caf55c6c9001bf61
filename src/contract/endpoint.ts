// An endpoint as one literal: what it takes, what it answers, what it costs. http/ binds it, the OpenAPI
// description and the reference are generated from it, and tests check every answer against it.
import type { z } from 'zod'
import type { LimitName } from './limits.ts'

export type Tag = 'Deliveries' | 'Routes' | 'Availability' | 'Engine' | 'Webhooks' | 'Health'

export interface Endpoint {
  /** The operation's name in the OpenAPI description. */
  operation: string
  tag: Tag
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL, parameters in braces: `/orders/{external_ref}`. */
  path: string
  summary: string
  description: string
  /** Uuids here that are malformed are a 404, as if unknown. */
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** A body that is not JSON, such as a file; parsed by the handler. */
  multipart?: boolean
  /** What `data` holds. */
  reply: z.ZodType
  /** The statuses of success and what each means. */
  success: Partial<Record<200 | 201, string>>
  /** The refusals beside 400, 401 and 429, and what each means. */
  errors: Partial<Record<404 | 409 | 413 | 415 | 422 | 503, string>>
  /** A list that pages carries next_cursor beside data. */
  paged?: boolean
  /** Whether a key is needed; only health is open. */
  open?: boolean
  /** The limits a call counts against, the first always, the others by its query. */
  limits: (query: Record<string, unknown>) => readonly LimitName[]
  /** Whether an Idempotency-Key is required and the response stored. */
  idempotent: boolean
  examples: { body?: unknown; reply: unknown }
}

/** Keeps the literal's own types while checking that it is an endpoint. */
export const endpoint = <const E extends Endpoint>(literal: E): E => literal

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler of the endpoint is given, parsed and checked. */
export interface Input<E extends Endpoint> {
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

export type ReplyOf<E extends Endpoint> = Reply<z.input<E['reply']>>
