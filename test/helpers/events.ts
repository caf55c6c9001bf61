// Returns the pending deliveries of a business's endpoint as rows, in sending order. Checks each row against the
// description of its event.
import type { EventFacts } from '../../src/domain/webhooks/event.ts'
import type { App } from '../../src/app/context.ts'
import { webhookBody } from '../../src/app/integrations/webhooks/render.ts'
import { assertFits } from './described.ts'

/** Adds an endpoint for all events. Nothing is posted, because no job runs. */
export const addEndpoint = (app: App, businessId: string): Promise<string> =>
  app.db.asBusiness(businessId, async (tx) => {
    const endpointId = app.newId()
    await tx
      .insertInto('webhookEndpoints')
      .values({
        businessId,
        endpointId,
        url: 'https://receiver.example/hook',
        events: [],
        description: null,
        secret: app.secrets.encrypt('whsec_test'),
        previousSecret: null,
        previousUntil: null,
        lastSuccessAt: null,
        failingSince: null,
      })
      .execute()
    return endpointId
  })

export const pendingEvents = (app: App, businessId: string): Promise<{ event: string; facts: EventFacts }[]> =>
  app.db.asBusiness(businessId, async (tx) => {
    const rows = await tx
      .selectFrom('webhookDeliveries')
      .select(['event', 'facts'])
      .where('businessId', '=', businessId)
      .orderBy('deliveryId')
      .execute()
    return rows.map(({ event, facts: kept }) => {
      const facts = kept as unknown as EventFacts
      const sent = webhookBody({ event, facts, firstAttemptAt: app.clock(), isTest: false }, [], app.clock(), app)
      assertFits(['webhooks', event, 'post', 'requestBody', 'content', 'application/json', 'schema'], sent)
      return { event, facts }
    })
  })
