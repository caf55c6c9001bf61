// An operation with what answers it: one line binds its use case at the entrances that its literal names, and the compiler
// checks that they fit.
import type { FastifyReply } from 'fastify'
import type { Context } from '../../app/context.ts'
import type { Holder } from '../../app/places.ts'
import type { Session } from '../../app/people/sign-in/session.ts'
import {
  type AnyEndpoint,
  type At,
  atKey,
  atOffice,
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
import type { Exchange } from '../serve.ts'
import type { SavedFile } from '../uploads.ts'

/** A use case's context, and whose session it is. */
export type OfficeContext = Context & { session: Session }

/** Who takes a place for what takes much memory. */
export const holderOf = ({ businessId, session }: OfficeContext): Holder => ({ businessId, sender: session.userId })

export interface KeyBinding {
  endpoint: KeyEndpoint
  /** `hungUp` aborts when the caller goes away before the response. */
  run: (ctx: Context, input: Input<KeyEndpoint>, hungUp: AbortSignal) => Promise<unknown>
  present: (result: unknown) => Reply
}

export interface OfficeBinding {
  endpoint: OfficeEndpoint
  run: (ctx: OfficeContext | null, input: Input<OfficeEndpoint>, exchange: Exchange) => Promise<unknown>
}

export interface Operation {
  key?: KeyBinding
  office?: OfficeBinding
}

/** The `data` of the reply; nothing for null. */
type Answer<E> = E extends { reply: unknown } ? DataOf<E> | (null extends DataOf<E> ? void : never) : never

type InputAt<E, N extends Entrance> = At<E, N> extends infer A extends AnyEndpoint ? Input<A> : never

type KeyRun<E, R> = (ctx: Context, input: InputAt<E, 'key'>, hungUp: AbortSignal) => Promise<R>
type Present<E, R> = (result: R) => At<E, 'key'> extends infer A extends { reply: unknown } ? Reply<DataOf<A>> : never

/** What the overloads have checked. */
// oxlint-disable-next-line no-explicit-any
type Checked = any

/** What answers the office: the `data` of the answer, or the reply once sent. */
type OfficeAnswer<E> = Promise<Answer<At<E, 'office'>> | FastifyReply>
type OfficeRun<E> = (ctx: OfficeContext, input: InputAt<E, 'office'>, exchange: Exchange) => OfficeAnswer<E>

type BothRun<E, R> = (ctx: Context, input: InputAt<E, 'key'> | InputAt<E, 'office'>) => Promise<R>

/**
 * Binds a use case at both entrances of its literal. `present` makes the reply of what the use case returns; without it,
 * that is the `data` of the reply, with the one status of success.
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
  present: Checked = presentPlainly(atKey(literal)),
): Operation {
  const inOffice: OfficeBinding['run'] = async (ctx, input) => (present(await run(ctx, input)) as Reply).data
  return { key: { endpoint: atKey(literal), run, present }, office: { endpoint: atOffice(literal), run: inOffice } }
}

/** Binds a use case for keys alone, as `bind` does. */
export function byKey<E extends ServedToKeys>(literal: E, run: KeyRun<E, Answer<At<E, 'key'>>>): Operation
export function byKey<E extends ServedToKeys, R>(literal: E, run: KeyRun<E, R>, present: Present<E, R>): Operation
export function byKey(
  literal: ServedToKeys,
  run: Checked,
  present: Checked = presentPlainly(atKey(literal)),
): Operation {
  return { key: { endpoint: atKey(literal), run, present } }
}

const presentPlainly =
  ({ success }: KeyEndpoint) =>
  (data: unknown): Reply => ({ status: 200 in success ? 200 : 201, data: data ?? null })

/** Binds what answers those signed in to the office. */
export const office = <E extends ServedInOffice>(
  literal: E & { permission: NonNullable<OfficeEndpoint['permission']> },
  run: OfficeRun<E>,
): Operation => ({ office: { endpoint: atOffice(literal), run: run as OfficeBinding['run'] } })

/** Like `office`, with a file that is received whole before the caller is checked and `run` begins. */
export const ofFile = <E extends ServedInOffice>(
  literal: E & { permission: Permission; file: true },
  run: (ctx: OfficeContext, input: InputAt<E, 'office'>, file: SavedFile) => OfficeAnswer<E>,
): Operation => ({
  office: {
    endpoint: atOffice(literal),
    run: ((ctx: OfficeContext, input: InputAt<E, 'office'>, { file }: Exchange & { file: SavedFile }) =>
      run(ctx, input, file)) as OfficeBinding['run'],
  },
})

/** Binds what answers anybody. */
export const outside = <E extends ServedInOffice>(
  literal: E & { permission: null },
  run: (input: InputAt<E, 'office'>, exchange: Exchange) => OfficeAnswer<E>,
): Operation => ({
  office: {
    endpoint: atOffice(literal),
    run: (_ctx, input, exchange) => run(input as InputAt<E, 'office'>, exchange),
  },
})
