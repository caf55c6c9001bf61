// The catalog: every operation of the API, the office and the pages behind links. Operations that only the office has
// are in office/.
import * as availability from './availability.ts'
import * as build from './build.ts'
import * as buildDays from './build-days.ts'
import * as builds from './builds.ts'
import * as byHand from './manual-planning.ts'
import * as day from './day.ts'
import * as driverHome from './driver-page.ts'
import * as driver from './driver.ts'
import * as eventLog from './event-log.ts'
import * as exceptions from './exceptions.ts'
import * as fleet from './fleet.ts'
import * as health from './health.ts'
import * as key from './key.ts'
import * as optimize from './optimize.ts'
import * as orderDeeds from './order-actions.ts'
import * as orders from './orders.ts'
import * as outcomes from './outcomes.ts'
import * as privacy from './privacy.ts'
import * as proofs from './proofs.ts'
import * as proposeBuild from './propose-build.ts'
import * as receipts from './receipts.ts'
import * as recurringOrders from './recurring-orders.ts'
import * as replan from './replan.ts'
import * as reports from './reports.ts'
import * as routes from './routes.ts'
import * as settings from './settings.ts'
import * as traffic from './traffic.ts'
import * as stopPlaces from './stop-places.ts'
import * as testDays from './test-days.ts'
import * as tracking from './tracking.ts'
import * as vehicles from './vehicles.ts'
import * as webhooks from './webhooks.ts'
import * as zones from './zones.ts'
import * as audit from './office/audit.ts'
import * as officeDay from './office/day.ts'
import * as failedWork from './office/failed-work.ts'
import * as firstSteps from './office/first-steps.ts'
import * as officeFleet from './office/fleet.ts'
import * as imports from './office/imports.ts'
import * as connectors from './office/connectors.ts'
import * as integrations from './office/integrations.ts'
import * as handIns from './office/hand-ins.ts'
import * as loads from './office/loads.ts'
import * as officeOrders from './office/orders.ts'
import * as passkeys from './office/passkeys.ts'
import * as places from './office/places.ts'
import * as playback from './office/playback.ts'
import * as proof from './office/proof.ts'
import * as officeRecurringOrders from './office/recurring-orders.ts'
import * as regions from './office/regions.ts'
import * as replies from './office/replies.ts'
import * as officeReports from './office/reports.ts'
import * as sessions from './office/sessions.ts'
import * as officeSettings from './office/settings.ts'
import * as signIn from './office/sign-in.ts'
import * as singleSignOn from './office/single-sign-on.ts'
import * as stopBuild from './office/stop-build.ts'
import * as taps from './office/taps.ts'
import * as undo from './office/undo.ts'
import * as users from './office/users.ts'
import * as officeZones from './office/zones.ts'
import {
  type At,
  keyEndpointOf,
  linkEndpointOf,
  officeEndpointOf,
  type Endpoint,
  type KeyEndpoint,
  type LinkEndpoint,
  type OfficeEndpoint,
} from './endpoint.ts'

const modules = [
  availability,
  build,
  buildDays,
  builds,
  byHand,
  day,
  driverHome,
  driver,
  eventLog,
  exceptions,
  fleet,
  health,
  key,
  optimize,
  orderDeeds,
  orders,
  outcomes,
  privacy,
  proofs,
  proposeBuild,
  receipts,
  recurringOrders,
  replan,
  reports,
  routes,
  settings,
  traffic,
  stopPlaces,
  testDays,
  tracking,
  vehicles,
  webhooks,
  zones,
  audit,
  officeDay,
  failedWork,
  firstSteps,
  officeFleet,
  imports,
  connectors,
  integrations,
  handIns,
  loads,
  officeOrders,
  passkeys,
  places,
  playback,
  proof,
  officeRecurringOrders,
  regions,
  replies,
  officeReports,
  sessions,
  officeSettings,
  signIn,
  singleSignOn,
  stopBuild,
  taps,
  undo,
  users,
  officeZones,
] as const

type ExportOf<M> = M extends unknown ? M[keyof M] : never
export type AnyOfficeEndpoint = At<ExportOf<(typeof modules)[number]>, 'office'>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value

export const endpoints: readonly Endpoint[] = modules.flatMap((module) =>
  Object.values<unknown>(module).filter(isEndpoint),
)

export const apiEndpoints: readonly KeyEndpoint[] = endpoints.flatMap(({ key, ...rest }) =>
  key ? keyEndpointOf({ ...rest, key }) : [],
)
export const officeEndpoints: readonly OfficeEndpoint[] = endpoints.flatMap(({ office, ...rest }) =>
  office ? officeEndpointOf({ ...rest, office }) : [],
)
export const linkEndpoints: readonly LinkEndpoint[] = endpoints.flatMap(({ link, ...rest }) =>
  link ? linkEndpointOf({ ...rest, link }) : [],
)
