// The demo business on a server of its own, with the demo's streets, its links pointing at it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDemo, type Demo } from '../../src/app/demo/load-demo.ts'
import { homeUrl } from '../../src/app/driver/home-link.ts'
import { driverUrl } from '../../src/app/routes/driver-link.ts'
import type { App } from '../../src/app/context.ts'
import { DEMO_EXTRACT } from '../../src/cli/demo-region.ts'
import { ownDatabase } from '../proof/own-database.ts'
import { PROOF_SECRET, serverProcess } from '../proof/server-process.ts'
import { beside } from '../proof/shops.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface DemoServer {
  url: string
  app: App
  demo: Demo
  /** The page of the driver of the first route sent. */
  driverPage(): Promise<string>
  /** A driver's own page, once the office was shown its link. */
  driverHome(): Promise<string>
  /** Calls the API as the demo business. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>
  end(): Promise<void>
}

export async function demoServer(): Promise<DemoServer> {
  const database = await ownDatabase()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-demo-'))
  const server = await serverProcess(database.url, { env: { DATA_DIR: dataDir } })
  const setUp = await beside(database.url, {}, { PUBLIC_URL: server.url, DATA_DIR: dataDir })
  execFileSync(process.execPath, [MAIN, 'add-region', '--from', DEMO_EXTRACT], {
    env: { DATABASE_URL: database.url, APP_SECRET: PROOF_SECRET, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  await server.start()
  const { app } = setUp
  const demo = await loadDemo(app)
  return {
    url: server.url,
    app,
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
      return homeUrl(app, homeId)
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
      rmSync(dataDir, { recursive: true })
    },
  }
}
