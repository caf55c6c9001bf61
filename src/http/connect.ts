// Receives the webhooks of connected shops. The signature covers the bytes of the body, so it is not parsed before.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openConnector, receivePayload } from '../app/integrations/connectors/receive-payload.ts'
import type { App } from '../app/context.ts'
import { MAX_CONNECTOR_BODY_BYTES } from '../contract/limits.ts'
import { CONNECTOR_KINDS, CONNECTOR_PATHS } from '../domain/connectors/connector.ts'
import { render } from '../texts/text.ts'
import { bodyOptions } from './bodies.ts'
import { createCallers } from './callers.ts'
import { networkOf } from './network.ts'

export function shopWebhooks(server: FastifyInstance, app: App): void {
  for (const kind of CONNECTOR_KINDS) {
    const path = CONNECTOR_PATHS[kind]
    const admit = (request: FastifyRequest) =>
      openConnector(app, {
        kind: path,
        connectorId: (request.params as { id: string }).id.toLowerCase(),
        network: networkOf(request.ip),
      })
    const callers = createCallers(admit, async (connector) => connector)
    server.route({
      method: 'POST',
      url: `/connect/${path}/:id`,
      ...bodyOptions('payload', MAX_CONNECTOR_BODY_BYTES),
      onRequest: callers.onRequest,
      handler: async (request, reply) => {
        const taken = await receivePayload(app, await callers.of(request), {
          requestId: request.id,
          header: (name) => String(request.headers[name] ?? ''),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        })
        const data = taken && {
          status: taken.status,
          external_ref: taken.externalRef,
          reason: taken.reason && render(taken.reason),
        }
        return reply.send({ data, message: 'OK' })
      },
    })
  }
}
