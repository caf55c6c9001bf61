// Who calls, found out from the head of a request: the body of a refused caller is not read.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body can arrive long after its head. If it takes longer than this, the caller is admitted once more. */
const FRESH_MS = 1_000

export interface Callers<C> {
  /** For a route's options. */
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The caller, once the body is here. Throws if the caller has lost the right since. */
  of: (request: FastifyRequest) => Promise<C>
}

export function callersBy<C>(
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<C>,
  again: (caller: C, request: FastifyRequest) => Promise<C>,
): Callers<C> {
  const known = new WeakMap<FastifyRequest, { caller: C; at: number }>()
  return {
    onRequest: async (request, reply) => {
      const at = performance.now()
      known.set(request, { caller: await identify(request, reply), at })
    },
    of: async (request) => {
      const found = known.get(request)
      if (!found) throw new Error('the request was not asked who sent it')
      return performance.now() - found.at < FRESH_MS ? found.caller : again(found.caller, request)
    },
  }
}
