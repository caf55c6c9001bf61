// The demo business on a server of its own, its links pointing at it.
import { loadDemo, type Demo } from '../../src/app/demo/load-demo.ts'
import { driverUrl } from '../../src/app/routes/driver-link.ts'
import type { App } from '../../src/app/context.ts'
import { ownDatabase } from '../proof/own-database.ts'
import { serverProcess } from '../proof/server-process.ts'
import { beside } from '../proof/shops.ts'

export interface DemoServer {
  url: string
  app: App
  demo: Demo
  /** The page of the driver of the first route sent. */
  driverPage(): Promise<string>
  /** Calls the API as the demo business. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>
  end(): Promise<void>
}

export async function demoServer(): Promise<DemoServer> {
  const database = await ownDatabase()
  const server = await serverProcess(database.url)
  const setUp = await beside(database.url, {}, { PUBLIC_URL: server.url })
  await server.start()
  const { app } = setUp
  const demo = await loadDemo(app)
  return {
    url: server.url,
    app,
    demo,
    driverPage: async () => {
      const { route_uuid, link_nonce } = await app.db.asBusiness(demo.businessId, (tx) =>
        tx
          .selectFrom('routes')
          .select(['route_uuid', 'link_nonce'])
          .where('link_nonce', 'is not', null)
          .orderBy('name')
          .executeTakeFirstOrThrow(),
      )
      return driverUrl(app, route_uuid, link_nonce ?? '')
    },
    api: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await fetch(`${server.url}/api/v1${path}`, {
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
    end: async () => {
      await server.stop('SIGTERM')
      await setUp.close()
      await database.end()
    },
  }
}
