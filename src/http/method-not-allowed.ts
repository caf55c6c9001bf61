// Responds with 405 to methods that a path doesn't have.
import type { FastifyInstance } from 'fastify'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export function refuseOtherMethods(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  server.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    config: { body: null },
    // Runs before the body is read, because the method is wrong for every body.
    onRequest: async (request, reply) =>
      reply
        .code(405)
        .header('Allow', allowed.join(', '))
        .send({
          statusCode: 405,
          message: `${request.method} is not possible here; use ${allowed.join(' or ')}.`,
          details: { code: 'METHOD_NOT_ALLOWED' },
        }),
    handler: async () => {},
  })
}
