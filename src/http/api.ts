// The API: one line an endpoint.
import { getAvailability } from '../app/availability/get-availability.ts'
import { getHealth } from '../app/health/get-health.ts'
import { optimize } from '../app/optimize/optimize.ts'
import { cancelOrder } from '../app/orders/cancel-order.ts'
import { getOrder } from '../app/orders/get-order.ts'
import { listOrders } from '../app/orders/list-orders.ts'
import { putOrder } from '../app/orders/put-order.ts'
import { addProof } from '../app/proofs/add-proof.ts'
import { buildRoutes } from '../app/routes/build/build-routes.ts'
import { cancelRoute } from '../app/routes/cancel-route.ts'
import { dispatchRoute } from '../app/routes/dispatch-route.ts'
import { getRoute } from '../app/routes/get-route.ts'
import { listRoutes } from '../app/routes/list-routes.ts'
import { recordOutcome } from '../app/routes/record-outcome.ts'
import { undoOutcome } from '../app/routes/undo-outcome.ts'
import { createEndpoint } from '../app/webhooks/create-endpoint.ts'
import { deleteEndpoint } from '../app/webhooks/delete-endpoint.ts'
import { listDeliveries } from '../app/webhooks/list-deliveries.ts'
import { listEndpoints } from '../app/webhooks/list-endpoints.ts'
import { replayDelivery } from '../app/webhooks/replay-delivery.ts'
import { rotateSecret } from '../app/webhooks/rotate-secret.ts'
import { testEndpoint } from '../app/webhooks/test-endpoint.ts'
import { updateEndpoint } from '../app/webhooks/update-endpoint.ts'
import * as availability from '../contract/availability.ts'
import * as health from '../contract/health.ts'
import * as engine from '../contract/optimize.ts'
import * as orders from '../contract/orders.ts'
import * as proofs from '../contract/proofs.ts'
import * as routes from '../contract/routes.ts'
import * as webhooks from '../contract/webhooks.ts'
import { type Binding, bind } from './bind.ts'

export const apiBindings: readonly Binding[] = [
  bind(orders.putOrder, putOrder),
  bind(orders.getOrder, getOrder),
  bind(orders.listOrders, listOrders),
  bind(orders.cancelOrder, cancelOrder),
  bind(availability.getAvailability, getAvailability),
  bind(engine.optimize, optimize),
  bind(health.getHealth, getHealth),
  bind(routes.listRoutes, listRoutes),
  bind(routes.buildRoutes, buildRoutes),
  bind(routes.getRoute, getRoute),
  bind(routes.dispatchRoute, dispatchRoute),
  bind(routes.cancelRoute, cancelRoute),
  bind(routes.recordOutcome, recordOutcome),
  bind(routes.undoOutcome, undoOutcome),
  bind(proofs.addProof, addProof),
  bind(webhooks.listEndpoints, listEndpoints),
  bind(webhooks.createEndpoint, createEndpoint),
  bind(webhooks.updateEndpoint, updateEndpoint),
  bind(webhooks.deleteEndpoint, deleteEndpoint),
  bind(webhooks.rotateSecret, rotateSecret),
  bind(webhooks.testEndpoint, testEndpoint),
  bind(webhooks.listDeliveries, listDeliveries),
  bind(webhooks.replayDelivery, replayDelivery),
]
