import { type App, type Context, makeContext } from '../../src/app/context.ts'
import type { Client } from './service.ts'

/** Returns the context of a driver of the business. */
export const driverOf = (app: App, { businessId }: Pick<Client, 'businessId'>): Context =>
  makeContext(app, {
    businessId,
    timeZone: 'America/New_York',
    actor: { kind: 'DRIVER', id: null },
    requestId: null,
    idempotency: null,
  })
