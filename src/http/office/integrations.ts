// The integrations screen: keys, webhook endpoints and what they were sent, and the API's calls.
import { listDeliveryLog, readDelivery, replayDeliveries } from '../../app/integrations/webhooks/delivery-log.ts'
import {
  changeKey,
  type KeyChange,
  listKeys,
  makeKey,
  revokeOwnKey,
  rollOverKey,
} from '../../app/integrations/keys/manage-keys.ts'
import { listRequests } from '../../app/integrations/keys/request-log.ts'
import { keepEndpoint, keepKey } from '../../app/people/users/made-access.ts'
import { createEndpoint } from '../../app/integrations/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../../app/integrations/webhooks/delete-endpoint.ts'
import { listEndpointsWithMakers } from '../../app/integrations/webhooks/list-endpoints.ts'
import { replayPending } from '../../app/integrations/webhooks/replay-pending.ts'
import { rotateSecret } from '../../app/integrations/webhooks/rotate-secret.ts'
import { testEndpoint } from '../../app/integrations/webhooks/test-endpoint.ts'
import { updateEndpoint } from '../../app/integrations/webhooks/update-endpoint.ts'
import * as integrations from '../../contract/office/integrations.ts'
import type { Input } from '../../contract/endpoint.ts'
import { NO_LIMITS } from '../../domain/users/key.ts'
import { office } from '../operation.ts'

export const integrationBindings = [
  office(integrations.listKeys, (ctx) => listKeys(ctx, ctx.session.homeId)),
  office(integrations.keepKey, (ctx, { params }) => keepKey(ctx, params.key_uuid)),
  office(integrations.createKey, (ctx, { body }) => makeKey(ctx, keyOf(body))),
  office(integrations.changeKey, (ctx, { params, body }) => changeKey(ctx, params.key_uuid, keyChange(body))),
  office(integrations.rollOverKey, (ctx, { params, body }) => rollOverKey(ctx, params.key_uuid, body.overlap_hours)),
  office(integrations.revokeKey, (ctx, { params }) => revokeOwnKey(ctx, params.key_uuid)),
  office(integrations.listEndpoints, (ctx) => listEndpointsWithMakers(ctx, ctx.session.homeId)),
  office(integrations.keepEndpoint, (ctx, { params }) => keepEndpoint(ctx, params.endpoint_uuid)),
  office(integrations.createEndpoint, (ctx, { body }) => createEndpoint(ctx, body)),
  office(integrations.updateEndpoint, (ctx, { params, body }) => updateEndpoint(ctx, params.endpoint_uuid, body)),
  office(integrations.deleteEndpoint, (ctx, { params }) => deleteEndpoint(ctx, params.endpoint_uuid)),
  office(integrations.rotateSecret, (ctx, { params }) => rotateSecret(ctx, params.endpoint_uuid)),
  office(integrations.testEndpoint, (ctx, { params }) => testEndpoint(ctx, params.endpoint_uuid)),
  office(integrations.listDeliveryLog, (ctx, { query }) => listDeliveryLog(ctx, query)),
  office(integrations.readDelivery, (ctx, { params }) => readDelivery(ctx, params.delivery_id)),
  office(integrations.replayDeliveries, (ctx, { body }) => replayDeliveries(ctx, body.delivery_ids)),
  office(integrations.replayPending, (ctx, { params, body }) =>
    replayPending(ctx, { endpointId: params.endpoint_uuid, since: body.since }),
  ),
  office(integrations.listRequests, (ctx, { query }) => listRequests(ctx, query)),
]

type KeyBody = Input<typeof integrations.changeKey>['body']

/** What was named; what is null is no limit. */
function keyChange({ name, scopes, allowed_addresses, expires_at }: KeyBody): KeyChange {
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    ...(allowed_addresses !== undefined && { allowedAddresses: allowed_addresses }),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
  }
}

const keyOf = ({ name, ...body }: Input<typeof integrations.createKey>['body']) => ({
  name,
  limits: { ...NO_LIMITS, ...keyChange(body) },
})
