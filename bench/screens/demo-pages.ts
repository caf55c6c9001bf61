// Functions that the walk over the screens needs, for each program that starts a server with the demo business.
import type { App } from '../../src/app/context.ts'
import type { Demo } from '../../src/app/operations/demo/load-demo.ts'
import { driverPageUrl } from '../../src/app/driving/driver-page-link.ts'
import { driverUrl } from '../../src/app/routes/driver-link.ts'

export interface DemoPages {
  url: string
  demo: Demo
  /** Returns the page of the driver of the first route that was sent. */
  driverPage(): Promise<string>
  /** Returns a driver page, once the office has shown its link. */
  driverHome(): Promise<string>
  /** Calls the API as the demo business. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>
}

export const demoPages = (url: string, app: App, demo: Demo): DemoPages => ({
  url,
  demo,
  driverPage: async () => {
    const { routeId, linkNonce } = await app.db.asBusiness(demo.businessId, (tx) =>
      tx
        .selectFrom('routes')
        .select(['routeId', 'linkNonce'])
        .where('linkNonce', 'is not', null)
        .orderBy('name')
        .executeTakeFirstOrThrow(),
    )
    return driverUrl(app, routeId, linkNonce ?? '')
  },
  driverHome: async () => {
    const { homeId } = await app.db.asBusiness(demo.businessId, (tx) =>
      tx.selectFrom('driverHomes').select('homeId').executeTakeFirstOrThrow(),
    )
    return driverPageUrl(app, homeId)
  },
  api: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { data, message } = (await answer.json()) as { data: T; message: string }
    if (!answer.ok) throw new Error(`${path}: ${message}`)
    return data
  },
})
