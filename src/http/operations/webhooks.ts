// Handlers for webhook endpoints, their events, and their deliveries.
import { keepEndpointOfRemovedUser } from '../../app/people/users/made-access.ts'
import { createEndpoint } from '../../app/integrations/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../../app/integrations/webhooks/delete-endpoint.ts'
import { listDeliveryLog, readDelivery, replayDeliveries } from '../../app/integrations/webhooks/delivery-log.ts'
import { listDeliveries } from '../../app/integrations/webhooks/list-deliveries.ts'
import { listEndpoints, listEndpointsWithCreators } from '../../app/integrations/webhooks/list-endpoints.ts'
import { listEvents } from '../../app/integrations/webhooks/list-events.ts'
import { replayDelivery } from '../../app/integrations/webhooks/replay-delivery.ts'
import { replayEvents } from '../../app/integrations/webhooks/replay-events.ts'
import { replayPending } from '../../app/integrations/webhooks/replay-pending.ts'
import { rotateSecret } from '../../app/integrations/webhooks/rotate-secret.ts'
import { testEndpoint } from '../../app/integrations/webhooks/test-endpoint.ts'
import { updateEndpoint } from '../../app/integrations/webhooks/update-endpoint.ts'
import * as eventLog from '../../contract/event-log.ts'
import * as screen from '../../contract/office/integrations.ts'
import * as webhooks from '../../contract/webhooks.ts'
import { bind, byKey, office } from './operation.ts'
import { pageReply } from './answers.ts'

export const webhookOperations = [
  byKey(webhooks.listEndpoints, listEndpoints),
  office(screen.readEndpointsWithCreators, (ctx) => listEndpointsWithCreators(ctx, ctx.session.homeId)),
  bind(webhooks.createEndpoint, (ctx, { body }) => createEndpoint(ctx, body)),
  bind(webhooks.updateEndpoint, (ctx, { params, body }) => updateEndpoint(ctx, params.endpoint_uuid, body)),
  bind(webhooks.deleteEndpoint, (ctx, { params }) => deleteEndpoint(ctx, params.endpoint_uuid)),
  bind(webhooks.rotateSecret, (ctx, { params }) => rotateSecret(ctx, params.endpoint_uuid)),
  bind(webhooks.testEndpoint, (ctx, { params }) => testEndpoint(ctx, params.endpoint_uuid)),
  byKey(
    webhooks.listDeliveries,
    (ctx, { params, query }) => listDeliveries(ctx, params.endpoint_uuid, query),
    pageReply,
  ),
  byKey(eventLog.listEvents, (ctx, { query }) => listEvents(ctx, query), pageReply),
  byKey(eventLog.replayEvents, (ctx, { params, body }) =>
    replayEvents(ctx, params.endpoint_uuid, { from: body.from, until: body.until ?? ctx.now }),
  ),
  byKey(webhooks.replayDelivery, (ctx, { params }) => replayDelivery(ctx, params.endpoint_uuid, params.delivery_id)),
  office(screen.keepEndpoint, (ctx, { params }) => keepEndpointOfRemovedUser(ctx, params.endpoint_uuid)),
  office(screen.listDeliveryLog, (ctx, { query }) => listDeliveryLog(ctx, query)),
  office(screen.readDelivery, (ctx, { params }) => readDelivery(ctx, params.delivery_id)),
  office(screen.replayDeliveries, (ctx, { body }) => replayDeliveries(ctx, body.delivery_ids)),
  office(screen.replayPending, (ctx, { params, body }) =>
    replayPending(ctx, { endpointId: params.endpoint_uuid, since: body.since }),
  ),
]
