// Type of an operation: one literal with its input and reply, the permission that it needs, and the entrances that
// serve it. http/ binds a handler to it. The OpenAPI description, the reference and the types of the pages' client are
// made from it, and tests check every reply against it.
import type { z } from 'zod'
import type { AuditAction } from '../domain/audit.ts'
import type { UndoKind } from '../domain/undo/step.ts'
import { type KeyPermission, type KeyScope, type Permission, PERMISSIONS } from '../domain/users/permissions.ts'
import type { LimitName, LinkLimit, OfficeLimit } from './limits.ts'

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

/** Request properties at every entrance. */
export interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the base URL of the entrance, with parameters in braces: `/orders/{external_ref}`. */
  path: string
  /** Path parameters. A malformed UUID gets 404, like an unknown UUID. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is multipart/form-data, with a picture. */
  multipart?: boolean
  /** The body is an HTML form: a list of values for each field. */
  form?: boolean
  /** The body is an unparsed file, application/octet-stream, which the handler reads. */
  file?: boolean
  /** Member of the body that is GeoJSON. It is parsed off the event loop and replaced by its areas. */
  areasIn?: string
  /** Maximum body size. Default: the limit of the entrance. */
  maxBytes?: number
  /**
   * The reply contains no secret, such as a link or a door code, so it may be compressed
   * (docs/security.md#compression).
   */
  compresses?: true
}

/** An operation at the key entrance. */
export interface KeyEndpoint extends AnyEndpoint {
  /** The operation's name in the OpenAPI description. */
  operation: string
  tag: Tag
  summary: string
  description: string
  params?: z.ZodObject
  /** Schema of `data`. */
  reply: z.ZodType
  /** Success statuses with their meanings. */
  success: Partial<Record<200 | 201, string>>
  /** Error statuses with their meanings, without 400, 401 and 429, which every operation has. */
  errors: Partial<Record<404 | 409 | 410 | 413 | 415 | 422 | 503, string>>
  /** A list with pages: its reply has next_cursor next to data. */
  paged?: boolean
  /** Permission that the API key needs. 'any': every key is accepted. null: no key is needed. */
  permission: KeyPermission | 'any' | null
  /** Requests are not logged. Otherwise a client that follows the request log would see mostly its own requests. */
  unlogged?: boolean
  /** Limits that a request counts against. The first always applies, further limits depend on the query. */
  limits: (query: Record<string, unknown>) => readonly LimitName[]
  /** Whether an Idempotency-Key is required and the response stored. */
  idempotent: boolean
  examples: { body?: unknown; reply: unknown }
}

/** An operation at the office entrance. */
export interface OfficeEndpoint extends AnyEndpoint {
  /** Permission that the user needs. 'any': every signed-in user. null: no sign-in is needed. */
  permission: Permission | 'any' | null
  /** Rate limit of the session, or of the network if no session is needed. */
  limit: OfficeLimit
  /** Acts on the people of the business, who are the same on both sides, so it always uses the live side. */
  ofPeople?: true
  /** Changes data of all depots: users who are restricted to depots may not call it. */
  wholeBusiness?: true
  /**
   * Needs a recent confirmation of the user's identity. If names are given, only when the body has one of these
   * members.
   */
  confirms?: true | readonly string[]
  /**
   * Schema of `data`. FILE: the reply is a file or a page. EVENTS: the reply is a stream of server-sent events, each
   * named `change`.
   */
  reply: z.ZodType | 'FILE' | 'EVENTS'
  /**
   * The reply is a stream of JSON lines. Every line except the last has this schema; the last line has `data` or
   * `error`.
   */
  line?: z.ZodType
  /** Actions that a change writes to the audit log. Empty if the change is not logged. */
  audit?: readonly AuditAction[]
  /** All changes of a request are one step of this kind, which the user can undo. */
  step?: UndoKind
}

/** An operation at the link entrance: the token in its path is the credential. */
export interface LinkEndpoint extends AnyEndpoint {
  /** Rate limit of the link. */
  limit: LinkLimit
  /** Schema of `data`. PAGE: the reply is a page. */
  reply: z.ZodType | 'PAGE'
  /**
   * Requests count once per Idempotency-Key and are accepted after the link has ended, because late taps are stored for
   * the office.
   */
  late?: boolean
}

type Described = 'operation' | 'tag' | 'summary' | 'description' | 'examples'

/**
 * An operation with a part for each entrance that serves it. A part has the members that only its entrance has, and
 * overrides common members that differ there, such as the path.
 */
export interface Endpoint extends AnyEndpoint {
  permission?: OfficeEndpoint['permission']
  audit?: readonly AuditAction[]
  reply: z.ZodType | 'FILE' | 'EVENTS' | 'PAGE'
  /** Defaults for a key: status 200, and the limit for reads or for other writes. */
  key?: Pick<KeyEndpoint, Described> & Partial<Omit<KeyEndpoint, 'permission'>>
  /** The default limit of a session depends on the operation, unless this part names another limit. */
  office?: Partial<Omit<OfficeEndpoint, 'permission' | 'audit'>>
  link?: Pick<LinkEndpoint, 'limit'> & Partial<LinkEndpoint>
}

export type Entrance = 'key' | 'office' | 'link'

/** The literal of operation E with the members that apply at entrance N. */
export type At<E, N extends Entrance> =
  E extends Record<N, infer Part extends object> ? Omit<E, Entrance | keyof Part> & Part : never

type Served<N extends Entrance> = Endpoint & Required<Pick<Endpoint, N>>
export type ServedToKeys = Served<'key'>
export type ServedInOffice = Served<'office'>
export type ServedByLink = Served<'link'>

/** An office operation that changes data must name the actions that it writes to the audit log. */
type Audited =
  | { method: 'GET'; audit?: undefined }
  | { method: 'POST' | 'PATCH' | 'DELETE'; audit: readonly AuditAction[] }

type Literal = Endpoint &
  ({ key?: undefined } | { permission: KeyEndpoint['permission'] }) &
  ({ office?: undefined } | ({ permission: OfficeEndpoint['permission'] } & Audited))

/** Rejects unknown members, such as a misspelled `confirms`. */
type NoOthers<E> = { [Other in Exclude<keyof E, keyof Endpoint>]: never } & {
  [N in Entrance & keyof E]: { [Other in Exclude<keyof E[N], keyof NonNullable<Endpoint[N]>>]: never }
}

/**
 * Checks that the literal is an operation and keeps its exact type. Bundles of pages contain only the literals that
 * they use.
 */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Literal>(literal: E & NoOthers<E>): E => literal

export function keyEndpointOf({ key, office: _office, link: _link, ...common }: ServedToKeys): KeyEndpoint {
  const { method } = common
  return {
    success: { 200: 'OK.' },
    errors: {},
    limits: () => [method === 'GET' ? 'reads' : 'other_writes'],
    idempotent: method === 'POST' || method === 'PATCH',
    ...(common as Pick<KeyEndpoint, 'method' | 'path' | 'permission' | 'reply'>),
    ...key,
  }
}

export function officeEndpointOf({ key: _key, office, link: _link, ...common }: ServedInOffice): OfficeEndpoint {
  const served = { ...(common as Omit<OfficeEndpoint, 'limit'>), ...office }
  return { ...served, limit: office.limit ?? defaultLimit(served) }
}

export const linkEndpointOf = ({ key: _key, office: _office, link, ...common }: ServedByLink): LinkEndpoint => ({
  ...(common as Pick<LinkEndpoint, 'method' | 'path' | 'reply'>),
  ...link,
})

function defaultLimit({
  permission,
  reply,
  line,
  method,
  file,
  multipart,
  areasIn,
}: Omit<OfficeEndpoint, 'limit'>): OfficeLimit {
  if (permission === null) return 'outside_of_network'
  if (reply === 'EVENTS') return 'office_streams'
  if (reply === 'FILE' || file || multipart || areasIn) return 'office_files'
  if (line) return 'office_plans'
  return method === 'GET' ? 'office_reads' : 'office_changes'
}

/** Returns the scope that a key needs for the operation, or null if it needs none. */
export const scopeOf = ({ permission }: Pick<KeyEndpoint, 'permission'>): KeyScope | null =>
  permission === null || permission === 'any' ? null : PERMISSIONS[permission].scope

/** Whether the operation supports dry runs (docs/spec/conventions.md#dry-runs). */
export const canDryRun = ({ method, multipart, idempotent }: KeyEndpoint): boolean =>
  !multipart && (idempotent || method === 'DELETE')

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** Input of the endpoint's handler, parsed and validated. */
export interface Input<E extends AnyEndpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** Result of a handler. */
export interface Reply<T = unknown> {
  status: 200 | 201
  data: T
  next_cursor?: string | null
}

/** Type of `data` that the endpoint's handler returns; unknown if the reply is not JSON. */
export type DataOf<E extends { reply: unknown }> = E['reply'] extends z.ZodType ? z.input<E['reply']> : unknown
