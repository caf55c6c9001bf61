// An operation as one literal: what it takes and replies, what it needs, and at which entrances it is served. http/ binds it,
// the OpenAPI description, the reference and the types of the pages' client are made from it, and tests check every reply
// against it.
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

/** What is said of a request at every entrance. */
export interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the base URL of the entrance, parameters in braces: `/orders/{external_ref}`. */
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

/** An operation as it is served to keys. */
export interface KeyEndpoint extends AnyEndpoint {
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

/** An operation as it is served to sessions of the office. */
export interface OfficeEndpoint extends AnyEndpoint {
  /** What someone needs for it; 'any': to be signed in; null: not even that. */
  permission: Permission | 'any' | null
  /** What its session is limited by or, where it needs none, its network. */
  limit: OfficeLimit
  /** It is of the people of the business, who are the same on its test side: always of the live one. */
  ofPeople?: true
  /** What it changes is all depots': nobody may call it who works for some of them only. */
  wholeBusiness?: true
  /** Only a person who confirmed lately who they are may call it; with names, if the body has one of them. */
  confirms?: true | readonly string[]
  /**
   * What `data` holds; null for nothing. FILE: the reply is a file or a page. EVENTS: it is a stream of server-sent
   * events, `change` each.
   */
  reply: z.ZodType | 'FILE' | 'EVENTS'
  /** The reply is sent as lines of JSON. Each line but the last is like this; the last has `data` or `error`. */
  line?: z.ZodType
  /** The actions that a change writes to the audit log; empty for a change that the log leaves out. */
  audit?: readonly AuditAction[]
  /** All that it changes is one step of this kind, which the person can undo. */
  step?: UndoKind
}

/** An operation as it is served behind a link: the token in its path is the key. */
export interface LinkEndpoint extends AnyEndpoint {
  /** What the link is limited by. */
  limit: LinkLimit
  /** What `data` holds. PAGE: the reply is a page. */
  reply: z.ZodType | 'PAGE'
  /** Counts once under its Idempotency-Key, also by a link that has ended: what is sent late is stored for the office. */
  late?: boolean
}

type Described = 'operation' | 'tag' | 'summary' | 'description' | 'examples'

/**
 * An operation with a part for each entrance that serves it. A part has what only its entrance knows, and takes the place of a
 * common member where the entrance differs, such as its path.
 */
export interface Endpoint extends AnyEndpoint {
  permission?: OfficeEndpoint['permission']
  audit?: readonly AuditAction[]
  reply: z.ZodType | 'FILE' | 'EVENTS' | 'PAGE'
  /** A key answers 200 and counts as a read or as another write, unless it says otherwise. */
  key?: Pick<KeyEndpoint, Described> & Partial<Omit<KeyEndpoint, 'permission'>>
  /** A session counts as by what the operation does, unless the part names another limit. */
  office?: Partial<Omit<OfficeEndpoint, 'permission' | 'audit'>>
  link?: Pick<LinkEndpoint, 'limit'> & Partial<LinkEndpoint>
}

export type Entrance = 'key' | 'office' | 'link'

/** The literal of an operation as it is at one of its entrances. */
export type At<E, N extends Entrance> =
  E extends Record<N, infer Part extends object> ? Omit<E, Entrance | keyof Part> & Part : never

type Served<N extends Entrance> = Endpoint & Required<Pick<Endpoint, N>>
export type ServedToKeys = Served<'key'>
export type ServedInOffice = Served<'office'>
export type ServedByLink = Served<'link'>

/** A call of the office that changes something says what it writes to the audit log. */
type Audited =
  | { method: 'GET'; audit?: undefined }
  | { method: 'POST' | 'PATCH' | 'DELETE'; audit: readonly AuditAction[] }

type Literal = Endpoint &
  ({ key?: undefined } | { permission: KeyEndpoint['permission'] }) &
  ({ office?: undefined } | ({ permission: OfficeEndpoint['permission'] } & Audited))

/** Members that nothing reads, such as a misspelled `confirms`, are an error. */
type NoOthers<E> = { [Other in Exclude<keyof E, keyof Endpoint>]: never } & {
  [N in Entrance & keyof E]: { [Other in Exclude<keyof E[N], keyof NonNullable<Endpoint[N]>>]: never }
}

/** Keeps the literal's own types while checking that it is an operation. A page's script has only those literals that it uses. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <const E extends Literal>(literal: E & NoOthers<E>): E => literal

export function atKey({ key, office: _office, link: _link, ...common }: ServedToKeys): KeyEndpoint {
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

export function atOffice({ key: _key, office, link: _link, ...common }: ServedInOffice): OfficeEndpoint {
  const served = { ...(common as Omit<OfficeEndpoint, 'limit'>), ...office }
  return { ...served, limit: office.limit ?? usualLimit(served) }
}

export const atLink = ({ key: _key, office: _office, link, ...common }: ServedByLink): LinkEndpoint => ({
  ...(common as Pick<LinkEndpoint, 'method' | 'path' | 'reply'>),
  ...link,
})

function usualLimit({
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

/** The scope that a key needs for it; null: none. */
export const scopeOf = ({ permission }: Pick<KeyEndpoint, 'permission'>): KeyScope | null =>
  permission === null || permission === 'any' ? null : PERMISSIONS[permission].scope

/** Whether the operation says on request what it would do (docs/spec/conventions.md#dry-runs). */
export const canRehearse = ({ method, multipart, idempotent }: KeyEndpoint): boolean =>
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
