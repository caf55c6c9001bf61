// Runs the service until it is told to stop.
import { openLog } from '../adapters/log.ts'
import { type Demo, loadDemo } from '../app/setup/load-demo.ts'
import { compose } from '../compose.ts'
import { readConfig } from '../config.ts'
import { API_PREFIX } from '../http/server.ts'
import { connect } from './connect.ts'
import { buildWebIfStale } from './web-build.ts'

/** Longest wait for requests under way when stopping. */
const GRACE_MS = 15_000

export async function serve({ demo }: { demo: boolean }): Promise<void> {
  const config = readConfig()
  const log = openLog(config.logLevel)
  if (config.role !== 'worker') await buildWebIfStale((message) => console.log(message))
  const database = await connect(config, 'own', {
    info: (message) => log.info({}, message),
    error: (message) => log.error({}, message),
  })
  const running = compose(config, database.connection, database.appSecret, log)
  const server = config.role === 'worker' ? null : await running.server()
  if (config.role !== 'web') running.startJobs()
  await server?.listen({ port: config.port, host: config.host })

  const { publicUrl } = config
  console.log(
    [
      `Roundsman is running (database: ${database.origin}).`,
      ...(server
        ? [`  API        ${publicUrl}${API_PREFIX}`, `  Reference  ${publicUrl}/docs`]
        : ['  Jobs only: no port is open.']),
      ...(demo ? demoLines(await loadDemo(running.app), publicUrl) : []),
      ...(config.allowPrivateWebhooks
        ? ['  WARNING    ALLOW_PRIVATE_WEBHOOKS=1: webhooks may reach private addresses.']
        : []),
      '  Stop with Ctrl-C.',
    ].join('\n'),
  )

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    const deadline = setTimeout(() => process.exit(1), GRACE_MS + 5_000)
    await Promise.race([server?.close(), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())])
    await running.close()
    await database.release()
    clearTimeout(deadline)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

const demoLines = ({ apiKey, email, password }: Demo, publicUrl: string): string[] => [
  '  Demo       an invented business, with orders for today and tomorrow',
  `  Sign-in    ${email}, password ${password}`,
  `  API key    ${apiKey}`,
  `  Try        curl -H 'Authorization: Bearer ${apiKey}' '${publicUrl}${API_PREFIX}/orders?limit=3'`,
]
