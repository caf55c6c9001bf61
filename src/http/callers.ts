// Who calls, found out from the head of a request: the body of a refused caller is not read.
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Callers<C> {
  /** For a route's options. */
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** For its handler. */
  of: (request: FastifyRequest) => C
}

export function callersBy<C>(identify: (request: FastifyRequest, reply: FastifyReply) => Promise<C>): Callers<C> {
  const known = new WeakMap<FastifyRequest, { caller: C }>()
  return {
    onRequest: async (request, reply) => void known.set(request, { caller: await identify(request, reply) }),
    of: (request) => {
      const found = known.get(request)
      if (!found) throw new Error('the request was not asked who sent it')
      return found.caller
    },
  }
}
