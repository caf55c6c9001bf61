// Requests of a driver's pages. The link admits the caller.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../app/context.ts'
import { switchOffNotifications, switchOnNotifications } from '../../app/driving/notifications.ts'
import { readParcels } from '../../app/driving/read-parcels.ts'
import { readDriverRoute } from '../../app/driving/read-driver-route.ts'
import { takePosition } from '../../app/driving/take-position.ts'
import { receiveProof } from '../../app/driving/take-proof.ts'
import { applyTap } from '../../app/driving/take-tap.ts'
import { AppError } from '../../app/errors.ts'
import {
  type DriverVisit,
  followDriverLink,
  openDriverLink,
  openDriverPageLink,
  visitUnderKey,
} from '../../app/resolve-link.ts'
import { waysOfRoute } from '../../app/routes/route-geometry.ts'
import * as driver from '../../contract/driver.ts'
import * as home from '../../contract/driver-page.ts'
import { type At, linkEndpointOf, type DataOf, type Input, type ServedByLink } from '../../contract/endpoint.ts'
import { MAX_LINK_BODY_BYTES } from '../../contract/limits.ts'
import { onLinkEntrance } from '../link-entrance.ts'
import { visitOf } from '../link-pages.ts'
import { serve } from '../serve.ts'

export async function driverApi(server: FastifyInstance, app: App): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' })
  })
  const bindLink = <E extends ServedByLink>(
    literal: E,
    run: (visit: DriverVisit, input: Input<At<E, 'link'>>) => Promise<DataOf<At<E, 'link'>>>,
  ): void => {
    const endpoint = linkEndpointOf(literal)
    const open = endpoint.late ? followDriverLink : openDriverLink
    serve(server, app, endpoint, {
      maxBytes: MAX_LINK_BODY_BYTES,
      admit: async (request) => {
        const key = endpoint.late ? keyOf(request) : null
        return { visit: await open(app, visitOf(request, endpoint.limit)), key }
      },
      again: async ({ key }, request) => ({ visit: await open(app, visitOf(request, null)), key }),
      sender: ({ visit }) => ({ businessId: visit.ctx.businessId, sender: visit.routeId }),
      respond: async ({ visit, key }, { input, bodyHash }, { request }) => {
        const once = key === null ? visit : visitUnderKey(app, visit, tapIdempotency(request, visit, key, bodyHash()))
        return { status: 200, data: await run(once, input() as Input<At<E, 'link'>>) }
      },
    })
  }

  const bindHome = onLinkEntrance(server, app, openDriverPageLink)
  bindHome(home.switchOnNotifications, async ({ ctx, driverId }, { body: { endpoint, keys } }) => {
    await switchOnNotifications(ctx, driverId, { endpoint, publicKey: keys.p256dh, authSecret: keys.auth })
    return null
  })
  bindHome(home.switchOffNotifications, async ({ ctx, driverId }, { body }) => {
    await switchOffNotifications(ctx, driverId, body.endpoint)
    return null
  })
  bindLink(driver.readRun, ({ ctx, routeId }) => readDriverRoute(ctx, routeId))
  bindLink(driver.readParcels, ({ ctx, routeId }) => readParcels(ctx, routeId))
  bindLink(driver.readWays, ({ ctx, routeId }) => waysOfRoute(ctx, routeId))
  bindLink(driver.sendPosition, async ({ ctx, routeId }, { body }) => {
    await takePosition(ctx, routeId, body)
    return null
  })
  bindLink(driver.sendTap, (visit, { body }) => applyTap(visit, body))
  bindLink(driver.sendProof, (visit, { params, body }) => receiveProof(visit, params.stop_uuid, body))
}

// The scope is the route instead of the link: a phone may send a tap again with another link of the route, and the tap
// must count only once.
const tapIdempotency = (request: FastifyRequest, { routeId }: DriverVisit, key: string, bodyHash: Buffer) => ({
  scope: `${request.method} /d/${routeId}`,
  key,
  bodyHash,
  // The response is the current route, also for a duplicate request. Only the fact that the tap counted is stored.
  respond: () => ({ status: 200, data: null }),
})

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('invalid', 'IDEMPOTENCY_KEY_MISSING', 'Idempotency-Key must have 1 to 255 printable characters.', {
    fields: ['Idempotency-Key'],
  })
}
