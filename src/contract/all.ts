// Every endpoint of the API; http/api/ has the use case of each.
import * as availability from './availability.ts'
import * as buildDays from './build-days.ts'
import * as builds from './builds.ts'
import * as byHand from './by-hand.ts'
import type { Endpoint } from './endpoint.ts'
import * as eventLog from './event-log.ts'
import * as fleet from './fleet.ts'
import * as health from './health.ts'
import * as key from './key.ts'
import * as optimize from './optimize.ts'
import * as orderDeeds from './order-deeds.ts'
import * as orders from './orders.ts'
import * as privacy from './privacy.ts'
import * as proofs from './proofs.ts'
import * as receipts from './receipts.ts'
import * as recurringOrders from './recurring-orders.ts'
import * as replan from './replan.ts'
import * as routes from './routes.ts'
import * as setUp from './set-up.ts'
import * as stopPlaces from './stop-places.ts'
import * as testDays from './test-days.ts'
import * as webhooks from './webhooks.ts'

const files = [
  availability,
  buildDays,
  builds,
  byHand,
  eventLog,
  fleet,
  health,
  key,
  optimize,
  orderDeeds,
  orders,
  privacy,
  proofs,
  receipts,
  recurringOrders,
  replan,
  routes,
  setUp,
  stopPlaces,
  testDays,
  webhooks,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'operation' in value

export const apiEndpoints: readonly Endpoint[] = files.flatMap((file) =>
  Object.values<unknown>(file).filter(isEndpoint),
)
