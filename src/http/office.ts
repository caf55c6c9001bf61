// The office: its endpoints under /office/api, one line each in office/, and the paths its page answers at.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { watchChanges } from '../app/routes/day/changes.ts'
import { auditBindings } from './office/audit.ts'
import { registerOffice } from './office/bind.ts'
import { dayBindings } from './office/day.ts'
import { failedWorkBindings } from './office/failed-work.ts'
import { firstStepsBindings } from './office/first-steps.ts'
import { importBindings } from './office/imports.ts'
import { orderBindings } from './office/orders.ts'
import { fleetBindings } from './office/fleet.ts'
import { integrationBindings } from './office/integrations.ts'
import { loadBindings } from './office/loads.ts'
import { passkeyBindings } from './office/passkeys.ts'
import { privacyBindings } from './office/privacy.ts'
import { proofBindings } from './office/proof.ts'
import { registerCompanyRoutes, singleSignOnBindings } from './office/single-sign-on.ts'
import { sessionBindings } from './office/sessions.ts'
import { settingsBindings } from './office/settings.ts'
import { recurringBindings } from './office/recurring-orders.ts'
import { regionBindings } from './office/regions.ts'
import { replyBindings } from './office/replies.ts'
import { reportBindings } from './office/reports.ts'
import { signInBindings } from './office/sign-in.ts'
import { tapBindings } from './office/taps.ts'
import { trafficBindings } from './office/traffic.ts'
import { undoBindings } from './office/undo.ts'
import { userBindings } from './office/users.ts'
import { zoneBindings } from './office/zones.ts'
import type { Web } from './web.ts'

const API = '/office/api'

/** The page finds its own way at these. */
const PATHS = [
  '/',
  '/sign-in',
  '/sign-in/company',
  '/forgot-password',
  '/set-up/:token',
  '/account',
  '/account/confirmed',
  '/builds',
  '/orders',
  '/orders/recurring',
  '/import',
  '/loads',
  '/playback',
  '/fleet',
  '/zones',
  '/integrations',
  '/integrations/deliveries',
  '/integrations/requests',
  '/replies',
  '/reports',
  '/reports/audit',
  '/team',
  '/settings',
  '/settings/:part',
  '/welcome/:token',
]

/** What is for programs, drivers and customers: nobody of the office mistypes it. */
const OF_OTHERS = /^\/(?:api|office|assets|brand|d|docs|files|metrics|r|t)(?:\/|$)/

/** Someone's browser asks for a page that there isn't: the office's own says so. */
export const isMistyped = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !OF_OTHERS.test(url.split('?')[0] ?? '')

export async function registerOfficeRoutes(server: FastifyInstance, app: App, web: Web): Promise<void> {
  for (const path of PATHS) server.get(path, async (_request, reply) => web.send(reply, 'office'))
  registerCompanyRoutes(server, app)
  const changes = watchChanges(app)
  const closing = new AbortController()
  server.addHook('preClose', async () => {
    closing.abort()
    changes.close()
  })
  await server.register(
    async (api) => {
      const operations = [
        ...signInBindings,
        ...sessionBindings,
        ...passkeyBindings,
        ...singleSignOnBindings,
        ...dayBindings(changes, closing.signal),
        ...orderBindings,
        ...recurringBindings,
        ...firstStepsBindings,
        ...fleetBindings,
        ...integrationBindings,
        ...loadBindings,
        ...undoBindings,
        ...userBindings,
        ...settingsBindings,
        ...zoneBindings,
        ...importBindings,
        ...privacyBindings,
        ...proofBindings,
        ...trafficBindings,
        ...regionBindings,
        ...reportBindings,
        ...auditBindings,
        ...tapBindings,
        ...failedWorkBindings,
        ...replyBindings,
      ]
      registerOffice(
        api,
        app,
        operations.flatMap(({ office }) => office ?? []),
      )
    },
    { prefix: API },
  )
}
