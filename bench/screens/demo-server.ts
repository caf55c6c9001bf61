// Starts the demo business on its own server, with the demo's streets. Its links point to this server.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadDemo } from '../../src/app/operations/demo/load-demo.ts'
import type { App } from '../../src/app/context.ts'
import { DEMO_EXTRACT } from '../../src/cli/demo-region.ts'
import { startOwnDatabase } from '../proof/own-database.ts'
import { PROOF_SECRET, prepareServerProcess } from '../proof/server-process.ts'
import { openAppBeside } from '../proof/shops.ts'
import { type DemoPages, demoPages } from './demo-pages.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export interface DemoServer extends DemoPages {
  app: App
  businessId: string
  end(): Promise<void>
}

export async function demoServer(): Promise<DemoServer> {
  const database = await startOwnDatabase()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-demo-'))
  const server = await prepareServerProcess(database.url, { env: { DATA_DIR: dataDir } })
  const setUp = await openAppBeside(database.url, {}, { PUBLIC_URL: server.url, DATA_DIR: dataDir })
  execFileSync(process.execPath, [MAIN, 'add-region', '--from', DEMO_EXTRACT], {
    env: { DATABASE_URL: database.url, APP_SECRET: PROOF_SECRET, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  await server.start()
  const { app } = setUp
  const demo = await loadDemo(app)
  return {
    ...demoPages(server.url, app, demo),
    app,
    businessId: demo.businessId,
    end: async () => {
      await server.stop('SIGTERM')
      await setUp.close()
      await database.end()
      rmSync(dataDir, { recursive: true })
    },
  }
}
