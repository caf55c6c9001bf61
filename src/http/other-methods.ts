// 405 for the methods that a path does not have.
import type { FastifyInstance } from 'fastify'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export function refuseOtherMethods(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  server.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    config: { body: null },
    // Before any body is read: whatever it holds, the method is wrong.
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
