// Binds a use case to an operation at the entrances that its literal names. The compiler checks that they fit.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App, Context } from '../../app/context.ts'
import type { WorkOwner } from '../../app/work-limiter.ts'
import { endAll } from '../../app/people/sign-in/browser-sessions.ts'
import type { Entry, Session } from '../../app/people/sign-in/session.ts'
import type { Visitor } from '../../app/people/sign-in/sign-in.ts'
import {
  type AnyEndpoint,
  type At,
  keyEndpointOf,
  officeEndpointOf,
  type DataOf,
  type Entrance,
  type Input,
  type KeyEndpoint,
  type OfficeEndpoint,
  type Reply,
  type ServedInOffice,
  type ServedToKeys,
} from '../../contract/endpoint.ts'
import type { Permission } from '../../domain/users/permissions.ts'
import { leadVisit } from '../installations/visits.ts'
import { enter } from '../office/enter.ts'
import type { Exchange } from '../serve.ts'
import type { SavedFile } from '../uploads.ts'
import type { AnswerHere, Visit } from './visit.ts'

/** Context of a use case in the office, with its session. */
export type OfficeContext = Context & { session: Session }

/** Business and sender that memory- or CPU-intensive work counts against. */
export const workOwnerOf = ({ businessId, session }: OfficeContext): WorkOwner => ({
  businessId,
  sender: session.userId,
})

export interface KeyBinding {
  endpoint: KeyEndpoint
  /** `hungUp` aborts if the caller disconnects before the response. */
  run: (ctx: Context, input: Input<KeyEndpoint>, hungUp: AbortSignal) => Promise<unknown>
  present: (result: unknown) => Reply
}

export interface OfficeBinding {
  endpoint: OfficeEndpoint
  run: (ctx: OfficeContext | null, input: Input<OfficeEndpoint>, exchange: Exchange) => Promise<unknown>
  /** Present if another installation may answer. */
  answerHere?: AnswerHere
}

export interface Operation {
  key?: KeyBinding
  office?: OfficeBinding
}

/** The `data` of the reply. Handlers may return nothing instead of null. */
type Answer<E> = E extends { reply: unknown } ? DataOf<E> | (null extends DataOf<E> ? void : never) : never

type InputAt<E, N extends Entrance> = At<E, N> extends infer A extends AnyEndpoint ? Input<A> : never

type KeyRun<E, R> = (ctx: Context, input: InputAt<E, 'key'>, hungUp: AbortSignal) => Promise<R>
type Present<E, R> = (result: R) => At<E, 'key'> extends infer A extends { reply: unknown } ? Reply<DataOf<A>> : never

/** `any` is safe here, because the overloads have already checked the types. */
// oxlint-disable-next-line no-explicit-any
type Checked = any

/** Result of an office handler: the `data` of the reply, or the reply if it was already sent. */
type OfficeAnswer<E> = Promise<Answer<At<E, 'office'>> | FastifyReply>
type OfficeRun<E> = (ctx: OfficeContext, input: InputAt<E, 'office'>, exchange: Exchange) => OfficeAnswer<E>

type BothRun<E, R> = (ctx: Context, input: InputAt<E, 'key'> | InputAt<E, 'office'>) => Promise<R>

/**
 * Binds a use case at both entrances of its literal. `present` converts its result to the reply. Without `present`, the
 * result is the `data` of the reply, with the success status of the literal.
 */
export function bind<E extends ServedToKeys & ServedInOffice>(
  literal: E,
  run: BothRun<E, Answer<At<E, 'key'>> & Answer<At<E, 'office'>>>,
): Operation
export function bind<E extends ServedToKeys & ServedInOffice, R>(
  literal: E,
  run: BothRun<E, R>,
  present: Present<E, R>,
): Operation
export function bind(
  literal: ServedToKeys & ServedInOffice,
  run: Checked,
  present: Checked = presentPlainly(keyEndpointOf(literal)),
): Operation {
  const inOffice: OfficeBinding['run'] = async (ctx, input) => (present(await run(ctx, input)) as Reply).data
  return {
    key: { endpoint: keyEndpointOf(literal), run, present },
    office: { endpoint: officeEndpointOf(literal), run: inOffice },
  }
}

/** Like `bind`, but for the key entrance only. */
export function byKey<E extends ServedToKeys>(literal: E, run: KeyRun<E, Answer<At<E, 'key'>>>): Operation
export function byKey<E extends ServedToKeys, R>(literal: E, run: KeyRun<E, R>, present: Present<E, R>): Operation
export function byKey(
  literal: ServedToKeys,
  run: Checked,
  present: Checked = presentPlainly(keyEndpointOf(literal)),
): Operation {
  return { key: { endpoint: keyEndpointOf(literal), run, present } }
}

const presentPlainly =
  ({ success }: KeyEndpoint) =>
  (data: unknown): Reply => ({ status: 200 in success ? 200 : 201, data: data ?? null })

/** Binds a handler for signed-in office users. */
export const office = <E extends ServedInOffice>(
  literal: E & { permission: NonNullable<OfficeEndpoint['permission']> },
  run: OfficeRun<E>,
): Operation => ({ office: { endpoint: officeEndpointOf(literal), run: run as OfficeBinding['run'] } })

/** Like `office`, with a file that is received completely before the caller is checked and `run` starts. */
export const officeWithFile = <E extends ServedInOffice>(
  literal: E & { permission: Permission; file: true },
  run: (ctx: OfficeContext, input: InputAt<E, 'office'>, file: SavedFile) => OfficeAnswer<E>,
): Operation => ({
  office: {
    endpoint: officeEndpointOf(literal),
    run: ((ctx: OfficeContext, input: InputAt<E, 'office'>, { file }: Exchange & { file: SavedFile }) =>
      run(ctx, input, file)) as OfficeBinding['run'],
  },
})

/**
 * Binds a handler that needs no sign-in, and that the installation of the account answers. `answer` makes the `data` of
 * the reply from the result.
 */
export const forVisitors = <E extends ServedInOffice, R>(
  literal: E & { permission: null },
  visit: Visit<InputAt<E, 'office'>, R>,
  answer: (result: R, exchange: Exchange) => OfficeAnswer<E>,
): Operation => {
  const endpoint = officeEndpointOf(literal)
  return {
    office: {
      endpoint,
      answerHere: (app, input, visitor) => visit.here(app, input as InputAt<E, 'office'>, visitor),
      run: async (_ctx, input, exchange) =>
        answer(await leadVisit(exchange, endpoint, visit, input as InputAt<E, 'office'>), exchange),
    },
  }
}

const Entries = z.array(z.object({ session: z.string().nullable(), browser: z.string() }))

/** Like `forVisitors`, but for a sign-in. Every installation that accepts it opens a session. */
export const entering = <E extends ServedInOffice & { reply: z.ZodNull }>(
  literal: E & { permission: null },
  at: Visit<InputAt<E, 'office'>, Entry[]>['at'],
  here: (app: App, input: InputAt<E, 'office'>, visitor: Visitor) => Promise<Entry>,
): Operation =>
  forVisitors(
    literal,
    {
      here: async (app, input, visitor) => [await here(app, input, visitor)],
      result: Entries,
      at,
      undo: (app, entries) =>
        endAll(
          app,
          entries.flatMap(({ session }) => session ?? []),
        ),
      combine: (entries) => (entries.length > 0 ? entries.flat() : undefined),
    },
    (entries, exchange) => enter(exchange, entries) as OfficeAnswer<E>,
  )

/** Binds a handler that needs no sign-in. */
export const withoutSignIn = <E extends ServedInOffice>(
  literal: E & { permission: null },
  run: (input: InputAt<E, 'office'>, exchange: Exchange) => OfficeAnswer<E>,
): Operation => ({
  office: {
    endpoint: officeEndpointOf(literal),
    run: (_ctx, input, exchange) => run(input as InputAt<E, 'office'>, exchange),
  },
})
