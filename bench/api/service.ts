// Runs the service in its own process, as an operator does.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'

const REPOSITORY_ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface BenchedBusiness {
  api: string
  businessId: string
  apiKey: string
}

export interface BenchedService {
  newBusiness(): Promise<BenchedBusiness>
  pid: number
  stop(): Promise<void>
}

/** Starts the service of a checkout (default: this one) with this environment and waits until it responds. */
export async function startService(
  environment: Record<string, string>,
  checkout = REPOSITORY_ROOT,
): Promise<BenchedService> {
  const main = path.join(checkout, 'src', 'main.ts')
  const port = String(await freePort())
  const env = {
    ...process.env,
    RATE_LIMIT_SCALE: '100000',
    BUILD_MAX_DELIVERIES: '5000',
    ALLOW_PRIVATE_WEBHOOKS: '1',
    LOG_LEVEL: 'error',
    PORT: port,
    ...environment,
  }
  const server = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const api = `http://127.0.0.1:${port}/api/v1`
  await waitForResponse(api, server)
  const command = async <T>(...args: string[]): Promise<T> =>
    JSON.parse((await promisify(execFile)(process.execPath, [main, ...args, '--json'], { env })).stdout) as T
  const newBusiness = async (): Promise<BenchedBusiness> => {
    const about = ['--name', 'Benchmark', '--time-zone', 'America/New_York']
    const { business_uuid: businessId } = await command<{ business_uuid: string }>('create-business', ...about)
    const key = ['--business', businessId, '--name', 'benchmark']
    const { api_key: apiKey } = await command<{ api_key: string }>('create-key', ...key)
    return { api, businessId, apiKey }
  }
  return {
    newBusiness,
    pid: server.pid as number,
    stop: async () => {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
    },
  }
}

async function waitForResponse(api: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${api}/openapi.json`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('the service did not start')
}
