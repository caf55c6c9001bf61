// Identifies the caller from the headers of a request, so that the body of a rejected caller is never read.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body can arrive long after its headers. If it takes longer than this, the caller is admitted again. */
const FRESH_MS = 1_000

export interface Callers<C> {
  /** Hook for a route's options. */
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** The caller, once the body has arrived. Throws if the caller has lost the permission since. */
  of: (request: FastifyRequest) => Promise<C>
}

export function createCallers<C>(
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
