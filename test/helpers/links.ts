// Returns the links of a test's business, and reads pages like a browser without scripts.
import assert from 'node:assert/strict'
import { makeContext } from '../../src/app/context.ts'
import { showDriverPage } from '../../src/app/driving/share-driver-page.ts'
import { driverUrl } from '../../src/app/routes/driver-link.ts'
import type { Service } from './service.ts'

/** The token in the driver's link of a route. */
export async function driverToken(service: Pick<Service, 'app'>, businessId: string, routeId: string): Promise<string> {
  const row = await service.app.db.asBusiness(businessId, (tx) =>
    tx.selectFrom('routes').select('linkNonce').where('routeId', '=', routeId).executeTakeFirstOrThrow(),
  )
  assert.ok(row.linkNonce)
  return driverUrl(service.app, routeId, row.linkNonce).split('/d/')[1] ?? ''
}

/** The token in the link of a driver page. */
export async function driverPageToken(
  { app }: Pick<Service, 'app'>,
  businessId: string,
  driverId: string,
): Promise<string> {
  const timeZone = 'America/New_York'
  const actor = { kind: 'OPERATOR' as const, id: null }
  const ctx = makeContext(app, { businessId, timeZone, actor, requestId: null, idempotency: null })
  return (await showDriverPage(ctx, driverId)).url.split('/').at(-1) ?? ''
}

export interface Page {
  status: number
  headers: Headers
  text: string
}

export async function getPage(service: Service, path: string): Promise<Page> {
  const response = await fetch(`${service.url}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
