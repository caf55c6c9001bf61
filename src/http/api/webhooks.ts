// Endpoints of webhooks and the events that they receive.
import { createEndpoint } from '../../app/integrations/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../../app/integrations/webhooks/delete-endpoint.ts'
import { listDeliveries } from '../../app/integrations/webhooks/list-deliveries.ts'
import { listEndpoints } from '../../app/integrations/webhooks/list-endpoints.ts'
import { listEvents } from '../../app/integrations/webhooks/list-events.ts'
import { replayDelivery } from '../../app/integrations/webhooks/replay-delivery.ts'
import { replayEvents } from '../../app/integrations/webhooks/replay-events.ts'
import { rotateSecret } from '../../app/integrations/webhooks/rotate-secret.ts'
import { testEndpoint } from '../../app/integrations/webhooks/test-endpoint.ts'
import { updateEndpoint } from '../../app/integrations/webhooks/update-endpoint.ts'
import * as eventLog from '../../contract/event-log.ts'
import * as webhooks from '../../contract/webhooks.ts'
import { byKey, type Operation } from '../operation.ts'

export const webhooksApi: readonly Operation[] = [
  byKey(webhooks.listEndpoints, listEndpoints),
  byKey(webhooks.createEndpoint, (ctx, { body }) => createEndpoint(ctx, body)),
  byKey(webhooks.updateEndpoint, (ctx, { params, body }) => updateEndpoint(ctx, params.endpoint_uuid, body)),
  byKey(webhooks.deleteEndpoint, (ctx, { params }) => deleteEndpoint(ctx, params.endpoint_uuid)),
  byKey(webhooks.rotateSecret, (ctx, { params }) => rotateSecret(ctx, params.endpoint_uuid)),
  byKey(webhooks.testEndpoint, (ctx, { params }) => testEndpoint(ctx, params.endpoint_uuid)),
  byKey(
    webhooks.listDeliveries,
    (ctx, { params, query }) => listDeliveries(ctx, params.endpoint_uuid, query),
    (page) => ({ status: 200, data: page.deliveries, next_cursor: page.nextCursor }),
  ),
  byKey(
    eventLog.listEvents,
    (ctx, { query }) => listEvents(ctx, query),
    (page) => ({ status: 200, data: page.events, next_cursor: page.nextCursor }),
  ),
  byKey(eventLog.replayEvents, (ctx, { params, body }) =>
    replayEvents(ctx, params.endpoint_uuid, { from: body.from, until: body.until ?? ctx.now }),
  ),
  byKey(webhooks.replayDelivery, (ctx, { params }) => replayDelivery(ctx, params.endpoint_uuid, params.delivery_id)),
]
