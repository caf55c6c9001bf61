// The service in this process, on its own port of loopback, for proofs that need no crash.
import type { AddressInfo } from 'node:net'
import type { App } from '../../src/app/context.ts'
import { beside } from './shops.ts'

export interface InProcess {
  app: App
  api: string
  close(): Promise<void>
}

export async function inProcess(databaseUrl: string): Promise<InProcess> {
  const running = await beside(databaseUrl)
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
