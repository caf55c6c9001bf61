// The links of a test's business as their holders have them, and pages as a browser without scripts gets them.
import assert from 'node:assert/strict'
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

export interface Page {
  status: number
  headers: Headers
  text: string
}

export async function getPage(service: Service, path: string): Promise<Page> {
  const response = await fetch(`${service.url}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
