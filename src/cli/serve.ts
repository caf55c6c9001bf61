// Runs the service until it receives a signal to stop.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../app/ports/log.ts'
import { openLog } from '../adapters/observability/log.ts'
import { checkSecret } from '../app/operations/check-secret.ts'
import { driveLiveDemo } from '../app/operations/demo/live-demo.ts'
import { type Demo, loadDemo } from '../app/operations/demo/load-demo.ts'
import { newSetUpLink } from '../app/people/sign-in/set-up.ts'
import { noTracing, openTracing } from '../adapters/observability/tracing.ts'
import { compose } from '../compose.ts'
import { type Config, readConfig } from '../config.ts'
import { API_PREFIX } from '../http/server.ts'
import { VERSION } from '../version.ts'
import { type Connected, connect } from './connect.ts'
import { prepareDemoRegion } from './demo-region.ts'
import { stopSignal, waitForStop } from './stop-signal.ts'
import { buildWebIfStale } from './web-build.ts'

/**
 * Maximum milliseconds to wait at shutdown for running requests and jobs.
 * `CLOSING_MS`: maximum milliseconds to wait afterwards for the resources that they used.
 */
const GRACE_MS = 15_000
const CLOSING_MS = 3_000
/** Connections that may wait to be accepted. With Node's default of 511, a burst of new connections would be reset. */
const BACKLOG = 4_096

const STOPPED_EARLY = 'Stopped before Roundsman was running. The next start continues from here.'

/**
 * Starts the service. `demo` loads fictional sample data, and `live` drives its vans. `webRoot` is a folder of pages to
 * serve unchanged, instead of the built pages.
 */
export async function serve({
  demo,
  live = false,
  webRoot,
}: {
  demo: boolean
  live?: boolean
  webRoot?: string
}): Promise<void> {
  const stop = stopSignal()
  const config = readConfig()
  const log = openLog(config.logLevel)
  const database = await prepareService(config, log, stop, webRoot).catch(async (error: unknown) => {
    if (!(await waitForStop(stop))) throw error
    console.log(STOPPED_EARLY)
    process.exit()
  })
  const tracing = config.traces
    ? await openTracing(config.traces.endpoint, { name: config.traces.serviceName, version: VERSION })
    : noTracing
  const running = compose(config, database.connection, database.appSecret, log, { tracing })
  const server = hasPages(config) ? await running.server(webRoot) : null
  const metrics = await running.metricsServer()
  const directory = hasPages(config) ? await running.directoryServer() : null

  const shutDown = async (): Promise<void> => {
    await Promise.race([
      Promise.all([server?.close(), directory?.close(), metrics?.close(), running.stopJobs()]),
      sleep(GRACE_MS),
    ])
    await Promise.race([running.close(), sleep(CLOSING_MS)])
    await database.release()
    process.exit()
  }
  try {
    await checkSecret(running.app, { rotating: config.previousAppSecret !== null })
    if (config.role === 'all' || config.role === 'worker') await running.startJobs()
    if (config.role === 'solver') running.startSolving()
    await server?.listen({ port: config.port, host: config.host, backlog: BACKLOG })
    if (config.installations) await directory?.listen(config.installations.port, config.host)
    if (config.metrics?.port) await metrics?.listen({ port: config.metrics.port, host: config.metrics.host })
    const loaded = demo ? await loadDemo(running.app) : null
    if (demo) prepareDemoRegion(stop)
    const setUpLink = server ? await newSetUpLink(running.app) : null
    console.log(announcement(config, database.origin, setUpLink, loaded && { ...loaded, live }))
    if (loaded && live)
      driveLiveDemo(running.app, loaded.businessId, stop).catch((error: unknown) =>
        log.error({ err: error }, 'the drivers of the demo could not be started'),
      )
  } catch (error) {
    if (await waitForStop(stop)) console.log(STOPPED_EARLY)
    else {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    }
    await shutDown()
  }
  stop.addEventListener('abort', () => void shutDown())
  if (stop.aborted) await shutDown()
}

/**
 * Builds the pages and connects to the database. Rejects soon after `stop` is aborted; the next start continues from
 * there.
 */
async function prepareService(
  config: Config,
  log: Log,
  stop: AbortSignal,
  webRoot: string | undefined,
): Promise<Connected> {
  if (hasPages(config) && webRoot === undefined) await buildWebIfStale((message) => console.log(message))
  const database = await connect(
    config,
    'own',
    { info: (message) => log.info({}, message), error: (message) => log.error({}, message) },
    { stop },
  )
  if (!stop.aborted) return database
  await database.release()
  throw stop.reason
}

const hasPages = ({ role }: Config): boolean => role === 'all' || role === 'web'

function announcement(
  { role, publicUrl, allowPrivateWebhooks }: Config,
  origin: string,
  setUpLink: string | null,
  demo: (Demo & { live: boolean }) | null,
): string {
  return [
    `Roundsman is running (database: ${origin}).`,
    ...(role === 'worker' || role === 'solver'
      ? [
          role === 'worker'
            ? '  Jobs only: no port is open.'
            : '  Plans routes for the other processes: no port is open.',
        ]
      : [`  Office     ${publicUrl}/`, `  API        ${publicUrl}${API_PREFIX}`, `  Reference  ${publicUrl}/docs`]),
    ...(setUpLink ? [`  Set up     ${setUpLink} (works once: creates your business and its owner)`] : []),
    ...(demo ? demoLines(demo, publicUrl) : []),
    ...(allowPrivateWebhooks ? ['  WARNING    ALLOW_PRIVATE_WEBHOOKS=1: webhooks may reach private addresses.'] : []),
    '  Stop with Ctrl-C.',
  ].join('\n')
}

const demoLines = ({ apiKey, email, password, live }: Demo & { live: boolean }, publicUrl: string): string[] => [
  '  Demo       a fictional business with orders for today and tomorrow; its streets appear in a few seconds',
  ...(live ? ['  Live       simulates its last four weeks first, then today’s vans at 60 times real time'] : []),
  `  Sign-in    ${email}, password ${password}`,
  `  API key    ${apiKey}`,
  `  Try        curl -H 'Authorization: Bearer ${apiKey}' '${publicUrl}${API_PREFIX}/orders?limit=3'`,
]
