// Serves an endpoint at any entrance: identifies the caller, reads and parses the body, and wraps the reply.
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import type { WorkOwner } from '../app/work-limiter.ts'
import type { AnyEndpoint, Input, Reply } from '../contract/endpoint.ts'
import { MAX_PROOF_FORM_BYTES } from '../contract/limits.ts'
import { bodyWithAreas } from './areas-body.ts'
import { type BodyType, bodyOptions } from './bodies.ts'
import { createCallers } from './callers.ts'
import { formIdentity, readForm } from './form.ts'
import { parse } from './parse.ts'
import { withUploadSlot, type SavedFile, saveBody } from './uploads.ts'

export interface Exchange {
  app: App
  request: FastifyRequest
  reply: FastifyReply
  /** Body of an endpoint that takes a file. Null if the endpoint takes none. */
  file: SavedFile | null
}

export interface Received<E extends AnyEndpoint> {
  /** Parses the input with the endpoint's schemas. Throws an error that names what is invalid. */
  input: () => Input<E>
  /** Distinguishes bodies under the same Idempotency-Key. */
  bodyHash: () => Buffer
}

/** An entrance: how callers are admitted, and how they get a response. */
export interface Entrance<E extends AnyEndpoint, C> {
  /** Default maximum body size in bytes. */
  maxBytes: number
  /** Admits the caller by the request's headers. If this throws, the body is not read. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<C>
  /**
   * Admits the caller again if the body arrived late. Counts against no limit. Throws if the caller has lost the
   * permission since.
   */
  again: (caller: C, request: FastifyRequest) => Promise<C>
  /** Business and sender that expensive requests of this caller count against. */
  sender?: (caller: C) => WorkOwner | null
  /** Returns the response, or null if it was already sent. */
  respond: (caller: C, received: Received<E>, exchange: Exchange) => Promise<Reply | null>
}

export function serve<E extends AnyEndpoint, C>(
  server: FastifyInstance,
  app: App,
  endpoint: E,
  { maxBytes, admit, again, sender, respond }: Entrance<E, C>,
): void {
  const callers = createCallers(admit, again)
  const most = endpoint.multipart ? MAX_PROOF_FORM_BYTES : (endpoint.maxBytes ?? maxBytes)
  const { bodyLimit, config } = bodyOptions(bodyTypeOf(endpoint), most)
  server.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    bodyLimit,
    config: { ...config, compresses: endpoint.compresses === true },
    onRequest: callers.onRequest,
    handler: async (request, reply) => {
      const answer = async (body: unknown, identity: unknown, file: SavedFile | null = null) => {
        const caller = await callers.of(request)
        const received: Received<E> = {
          input: () => parse(endpoint, request, body),
          bodyHash: () =>
            createHash('sha256')
              .update(canonicalize(identity) ?? 'null')
              .digest(),
        }
        const response = await respond(caller, received, { app, request, reply, file })
        return response ? sendEnvelope(reply, response) : reply
      }
      const holder = sender?.(await callers.of(request)) ?? null
      if (endpoint.multipart && holder)
        return withUploadSlot(app, holder, async (folder) => {
          const form = await readForm(request, folder)
          return answer(form, formIdentity(form))
        })
      if (endpoint.file && holder)
        return withUploadSlot(app, holder, async (folder) => answer(undefined, null, await saveBody(request, folder)))
      const { areasIn } = endpoint
      const body = areasIn && holder ? await bodyWithAreas(app, holder, request.body, areasIn) : request.body
      return answer(body, body ?? null)
    },
  })
}

export const urlOf = ({ path }: Pick<AnyEndpoint, 'path'>): string => path.replace(/\{(\w+)\}/g, ':$1')

const bodyTypeOf = ({ multipart, form, file, areasIn }: AnyEndpoint): BodyType =>
  multipart ? 'multipart' : form ? 'form' : file ? 'file' : areasIn ? 'unreadJson' : 'json'

const sendEnvelope = (reply: FastifyReply, { status, ...body }: Reply): FastifyReply =>
  reply.code(status).send({ ...body, message: 'OK' })
