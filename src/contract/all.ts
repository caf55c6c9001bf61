// Every endpoint of the API, and of the pages behind links.
import * as availability from './availability.ts'
import * as buildDays from './build-days.ts'
import * as builds from './builds.ts'
import * as byHand from './by-hand.ts'
import * as driver from './driver.ts'
import * as driverHome from './driver-home.ts'
import { atKey, atLink, type Endpoint, type KeyEndpoint, type LinkEndpoint } from './endpoint.ts'
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
import * as tracking from './tracking.ts'
import * as webhooks from './webhooks.ts'

const files = [
  availability,
  buildDays,
  builds,
  byHand,
  driver,
  driverHome,
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
  tracking,
  webhooks,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value

const endpoints = files.flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))

export const apiEndpoints: readonly KeyEndpoint[] = endpoints.flatMap(({ key, ...rest }) =>
  key ? atKey({ ...rest, key }) : [],
)
export const linkEndpoints: readonly LinkEndpoint[] = endpoints.flatMap(({ link, ...rest }) =>
  link ? atLink({ ...rest, link }) : [],
)
