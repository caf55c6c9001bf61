// The office: its operations under /office/api, and the paths of its page.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/context.ts'
import { watchChanges } from '../app/routes/day/changes.ts'
import { answerError } from './answer-error.ts'
import { registerOffice } from './office/entrance.ts'
import { dictionaryOf } from './office/language.ts'
import { officeBindings } from './operations/all.ts'
import { watchOperation } from './operations/routes.ts'
import { registerCompanyRoutes } from './operations/single-sign-on.ts'
import type { Web } from './web.ts'

const API = '/office/api'

/** Paths that the page's own router handles. */
const PATHS = [
  '/',
  '/sign-in',
  '/sign-in/another',
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
  '/integrations/shops',
  '/replies',
  '/reports',
  '/team',
  '/settings',
  '/settings/:part',
  '/welcome/:token',
]

/** Paths for programs, drivers and customers, which office users don't type. */
const OF_OTHERS = /^\/(?:api|office|assets|brand|d|docs|files|metrics|r|t)(?:\/|$)/

/** Whether a browser asks for an unknown page. The office's page then shows the error. */
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
      api.setErrorHandler((error, request, reply) => answerError(app, error, request, reply, dictionaryOf(request)))
      const { office } = watchOperation(changes, closing.signal)
      registerOffice(api, app, [...officeBindings, ...(office ? [office] : [])])
    },
    { prefix: API },
  )
}
