// Every endpoint of the office.
import * as audit from './audit.ts'
import * as builds from './builds.ts'
import * as day from './day.ts'
import { type At, atOffice, type OfficeEndpoint, type ServedInOffice } from '../endpoint.ts'
import * as exceptions from './exceptions.ts'
import * as failedWork from './failed-work.ts'
import * as firstSteps from './first-steps.ts'
import * as fleet from './fleet.ts'
import * as imports from './imports.ts'
import * as integrations from './integrations.ts'
import * as loads from './loads.ts'
import * as orders from './orders.ts'
import * as passkeys from './passkeys.ts'
import * as places from './places.ts'
import * as playback from './playback.ts'
import * as privacy from './privacy.ts'
import * as proof from './proof.ts'
import * as recurringOrders from './recurring-orders.ts'
import * as regions from './regions.ts'
import * as replan from './replan.ts'
import * as replies from './replies.ts'
import * as reports from './reports.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as signIn from './sign-in.ts'
import * as singleSignOn from './single-sign-on.ts'
import * as taps from './taps.ts'
import * as traffic from './traffic.ts'
import * as undo from './undo.ts'
import * as users from './users.ts'
import * as zones from './zones.ts'

const files = [
  audit,
  builds,
  day,
  exceptions,
  failedWork,
  firstSteps,
  fleet,
  imports,
  integrations,
  loads,
  orders,
  passkeys,
  places,
  playback,
  privacy,
  proof,
  recurringOrders,
  regions,
  replan,
  replies,
  reports,
  sessions,
  settings,
  signIn,
  singleSignOn,
  taps,
  traffic,
  undo,
  users,
  zones,
] as const

type ExportOf<F> = F extends unknown ? F[keyof F] : never
export type AnyOfficeEndpoint = At<ExportOf<(typeof files)[number]>, 'office'>

const isServed = (value: unknown): value is ServedInOffice =>
  typeof value === 'object' && value !== null && 'path' in value && 'office' in value

export const officeEndpoints: readonly OfficeEndpoint[] = files.flatMap((file) =>
  Object.values<unknown>(file).filter(isServed).map(atOffice),
)
