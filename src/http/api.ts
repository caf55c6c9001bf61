// The API by keys: each endpoint with its use case, by subject.
import { businessApi } from './api/business.ts'
import { customersApi } from './api/customers.ts'
import { fleetApi } from './api/fleet.ts'
import { ordersApi } from './api/orders.ts'
import { planningApi } from './api/planning.ts'
import { recurringOrdersApi } from './api/recurring-orders.ts'
import { routesApi } from './api/routes.ts'
import { webhooksApi } from './api/webhooks.ts'
import { zonesApi } from './api/zones.ts'
import type { KeyBinding } from './operation.ts'

export const apiBindings: readonly KeyBinding[] = [
  ...ordersApi,
  ...recurringOrdersApi,
  ...zonesApi,
  ...planningApi,
  ...routesApi,
  ...fleetApi,
  ...customersApi,
  ...webhooksApi,
  ...businessApi,
].flatMap(({ key }) => key ?? [])
