// Runs the service in this process, on its own loopback port, for proofs that need no crash.
import type { AddressInfo } from 'node:net'
import type { App } from '../../src/app/context.ts'
import { openAppBeside } from './shops.ts'

export interface InProcess {
  app: App
  api: string
  close(): Promise<void>
}

/** Starts the service. `replaced` has members of the app that the proof replaces, such as the clock or an adapter. */
export async function inProcess(
  databaseUrl: string,
  replaced: Partial<App> = {},
  env: Record<string, string> = {},
): Promise<InProcess> {
  const running = await openAppBeside(databaseUrl, replaced, env)
  const server = await running.server()
  await server.listen({ port: 0, host: '127.0.0.1' })
  return {
    app: running.app,
    api: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/v1`,
    close: async () => {
      await server.close()
      await running.close()
    },
  }
}
