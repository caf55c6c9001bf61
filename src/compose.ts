// The only wiring: connects configuration, adapters, use cases, server and jobs.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { openAreas } from './adapters/areas/areas.ts'
import { openDocuments } from './adapters/pdf/documents.ts'
import { diskFault, hasNoRoomForLog } from './adapters/files/disk-fault.ts'
import { openErasedList } from './adapters/erased-list.ts'
import { filesInS3 } from './adapters/files/files-in-s3.ts'
import { filesOnDisk } from './adapters/files/files-on-disk.ts'
import { openImages } from './adapters/files/images.ts'
import { emailLog } from './adapters/messages/message-log.ts'
import { openTexts } from './adapters/messages/open-texts.ts'
import { mapTilesFault } from './adapters/map-tiles.ts'
import { NOT_CONFIGURED, type Probe, watchProviders } from './adapters/provider-watch.ts'
import { pathOf, watchRegions } from './adapters/regions/region-folder.ts'
import { listRegions } from './adapters/regions/region-list.ts'
import { openRegionRoads, type RegionRoads } from './adapters/regions/region-roads.ts'
import { REGION_PARTS, type RegionPart } from './app/ports/regions.ts'
import { openPeers } from './adapters/peers.ts'
import { openPush } from './adapters/web-push.ts'
import { openScratch } from './adapters/files/scratch.ts'
import { openOpenId } from './adapters/openid.ts'
import { openPasskeys } from './adapters/passkeys.ts'
import { openSecrets } from './adapters/secrets.ts'
import { measuredPost, type Metrics, openMetrics } from './adapters/observability/metrics.ts'
import { openSheets } from './adapters/sheets/sheets.ts'
import { smtp } from './adapters/messages/smtp.ts'
import { engineVersion } from './adapters/solver/engine-version.ts'
import { createSolverPool } from './adapters/solver/solver-pool.ts'
import { noTracing, statementName, tracedPost, tracedSolver } from './adapters/observability/tracing.ts'
import { openWebhookPost } from './adapters/webhooks/webhook-post.ts'
import { openCallLog } from './app/integrations/keys/call-log.ts'
import type { App } from './app/context.ts'
import { remoteSolver } from './app/planning/solver-machines/remote-solver.ts'
import { type SolverMachine, takeSolves } from './app/planning/solver-machines/run-solver-process.ts'
import { MAX_CONSECUTIVE_FAILURES } from './app/addresses/geocoding/circuit-breaker.ts'
import { createWorkLimiters } from './app/work-limiter.ts'
import { withDistanceStatistics, providerCalls } from './app/operations/health/provider-calls.ts'
import { openDirectory } from './app/operations/installations/directory.ts'
import type { Log } from './app/ports/log.ts'
import type { Tracing } from './app/ports/tracing.ts'
import { WEB_ROOT } from './cli/web-build.ts'
import { openDistances } from './compose-distances.ts'
import { geocoderProbe, openGeocoder } from './compose-geocoder.ts'
import type { Config } from './config.ts'
import { MAX_SOLVES_WAITING, MAX_SOLVES_WAITING_EACH } from './contract/limits.ts'
import type { DirectoryServer } from './http/installations/directory-server.ts'
import type { RegionMap } from './http/map.ts'
import type { JobRunner } from './jobs/runner.ts'
import { type Connection, type Database, openDatabase, type SystemTx } from './store/database.ts'
import type { ServerRole } from './store/servers.ts'
import { openReplica, type Replica, replicaFault } from './store/replica.ts'
import { failingCounts } from './store/jobs/failed-work.ts'
import { dueWork } from './store/jobs/due-work.ts'
import { longestWaitSeconds } from './store/jobs/solves.ts'
import { VERSION } from './version.ts'

export interface Running {
  app: App
  /**
   * Builds the server. The caller makes it listen. It serves the pages in `webRoot` or, by default, the pages built
   * into dist/web.
   */
  server(webRoot?: string): Promise<FastifyInstance>
  /** Server for metrics on a separate port. Null if none is configured. */
  metricsServer(): Promise<FastifyInstance | null>
  /** Server for the proxy and other installations. Null if this is the only installation. */
  directoryServer(): Promise<DirectoryServer | null>
  startJobs(): Promise<void>
  /** Starts to take over solves of processes without solver threads. */
  startSolving(): void
  /** Waits for the running jobs and releases unfinished solves. */
  stopJobs(): Promise<void>
  /** Closes the jobs first, then the resources that they use. */
  close(): Promise<void>
}

/** Composes the service. The ports in `replaced` replace the configured ports. */
export function compose(
  config: Config,
  connection: Connection,
  appSecret: string,
  log: Log,
  replaced: Partial<App> = {},
): Running {
  const tracing = replaced.tracing ?? noTracing
  const { db, replica } = openDatabases(config, connection, log, tracing)
  const clock = replaced.clock ?? (() => new Date())
  const metrics = config.metrics ? metricsOf(config, db, replica, { clock, directory: () => app.directory }) : null
  const solverThreads = config.solverThreads ?? availableParallelism()
  const solver = openSolver(solverThreads, db, metrics, log)
  const map = openProviders(config, db, replica, clock)
  const webhookPost = openWebhookPost({ allowPrivate: config.allowPrivateWebhooks })
  let jobs: JobRunner | null = null
  let machine: SolverMachine | null = null
  const stopJobs = async (): Promise<void> => {
    await Promise.all([jobs?.stop(), machine?.stop()])
  }
  const ports = portsOf(config, appSecret)
  const app: App = {
    ...ports,
    db,
    clock,
    newId: uuidv7,
    // A region may be added while the service runs.
    get geocoder() {
      return map.geocoder()
    },
    get distances() {
      return map.distances()
    },
    solver: tracedSolver(solver, tracing),
    providers: map.providers,
    regions: listRegions(config.dataDir, map.regions, clock, partsUsed(config)),
    webhookPost: tracedPost(metrics ? measuredPost(webhookPost, metrics) : webhookPost, tracing),
    // Phones supply the addresses, which are as untrusted as addresses of webhooks.
    push: openPush(tracedPost(openWebhookPost({ allowPrivate: config.allowPrivateWebhooks }), tracing)),
    log,
    tracing,
    callLog: openCallLog(db, log),
    directory: directoryOf(config, db, ports.secrets, log),
    wake: (job) => jobs?.wake(job),
    ...replaced,
  }
  return {
    app,
    ...serversOf(app, config, metrics, map),
    startJobs: async () => {
      const [{ startJobs }, { allJobs }] = await Promise.all([import('./jobs/runner.ts'), import('./jobs/all.ts')])
      jobs = startJobs(app, allJobs)
    },
    startSolving: () => {
      machine = takeSolves(app, app.solver, solverThreads)
    },
    stopJobs,
    close: async () => {
      await stopJobs()
      await Promise.all([solver.close(), map.close()])
      await app.callLog.close()
      await db.close()
      await tracing.close()
    },
  }
}

/** Like jobs, servers load their modules when they start, because commands need none of these modules. */
const serversOf = (
  app: App,
  config: Config,
  metrics: Metrics | null,
  map: ReturnType<typeof openProviders>,
): Pick<Running, 'server' | 'metricsServer' | 'directoryServer'> => ({
  server: async (webRoot = WEB_ROOT) => {
    const { buildServer } = await import('./http/server.ts')
    const tiles = config.map ?? { kind: 'regions', maps: map.regionMaps }
    return buildServer(app, { ...config, map: tiles, webRoot, metrics: metricsOnMainPort(config, metrics) })
  },
  metricsServer: async () => {
    if (!metrics || !config.metrics?.port) return null
    const { metricsServer } = await import('./http/metrics.ts')
    return metricsServer(metrics, config.metrics.token)
  },
  directoryServer: async () => {
    if (!app.directory) return null
    const { createDirectoryServer } = await import('./http/installations/directory-server.ts')
    return createDirectoryServer(app, app.directory)
  },
})

const metricsOnMainPort = ({ metrics: configured }: Config, metrics: Metrics | null) =>
  metrics && { ...metrics, token: configured?.port === null ? configured.token : null }

/** Opens the database and, if one is configured, the replica for reads. */
function openDatabases(config: Config, connection: Connection, log: Log, tracing: Tracing) {
  const { databaseDirectUrl, databaseReadUrl } = config
  const open = (to: Connection, role: ServerRole, direct: string | null, words: string) =>
    openDatabase(to, config.databasePool, (error) => log.error({ err: error }, words), {
      role,
      direct,
      onMove: (host) => log.warn({ host }, `another server is the ${role} now`),
      ...(config.databaseUrl === null && { diskIsFull: () => hasNoRoomForLog(config.dataDir) }),
      // Without tracing, no names are built, because every statement passes through here.
      ...(tracing !== noTracing && {
        around: (text, run) => tracing.inside(statementName(text), { 'db.system.name': 'postgresql' }, run),
      }),
    })
  const primary = open(connection, 'primary', databaseDirectUrl, 'a database connection was lost')
  if (databaseReadUrl === null) return { db: primary, replica: null }
  // If the database is behind a pooler, the replica is assumed to be behind one too.
  const direct = databaseDirectUrl && databaseReadUrl
  const replica = openReplica(
    open(databaseReadUrl, 'standby', direct, 'a connection to the replica was lost'),
    primary,
    { onError: (error) => log.error({ err: error }, 'the replica could not be asked how far it is') },
  )
  return { db: replica.database, replica }
}

const metricsOf = (
  { installations }: Config,
  db: Database,
  replica: Replica | null,
  { clock, directory }: { clock: () => Date; directory: () => App['directory'] },
): Metrics =>
  openMetrics({
    connections: () => db.connections(),
    replicaSecondsBehind: replica?.secondsBehind ?? null,
    directory: installations && (() => directory()?.figures() ?? null),
    queues: () => db.asSystem((tx) => dueWork(tx, clock())),
    failing: () => db.asSystem((tx) => failingCounts(tx, clock())),
  })

const directoryOf = ({ installations }: Config, db: Database, secrets: App['secrets'], log: Log): App['directory'] =>
  installations &&
  openDirectory({ name: installations.name, db, secrets, peers: openPeers(installations.peers, secrets), log })

/** Opens the solver. A process without solver threads hands its solves over to other processes. */
function openSolver(threads: number, db: Database, metrics: Metrics | null, log: Log) {
  if (threads === 0) return remoteSolver({ db, newId: uuidv7, log })
  return createSolverPool({
    maxWaiting: MAX_SOLVES_WAITING,
    maxWaitingEach: MAX_SOLVES_WAITING_EACH,
    threads,
    ...(metrics && { onRun: (...ran) => metrics.solve(...ran) }),
  })
}

/**
 * Opens the geocoder, distances and map, from a provider or from regions on the disk, and the health checks of
 * everything that may be unavailable.
 */
function openProviders(config: Config, db: Database, replica: Replica | null, clock: () => Date) {
  const geocoderCalls = providerCalls(clock, MAX_CONSECUTIVE_FAILURES)
  const distanceCalls = providerCalls(clock, 1)
  const regions = watchRegions(config.dataDir)
  const regionMaps = (): RegionMap[] =>
    regions().flatMap((region) =>
      region.map === null ? [] : [{ name: region.name, file: pathOf(config.dataDir, region, region.map) }],
    )
  const ownRoads =
    config.distances.kind === 'regions'
      ? openRegionRoads(config.dataDir, regions, { keepsHours: config.streetHours })
      : null
  const providers = watchProviders(
    {
      geocoder: geocoderProbe(config.geocoder, db, regions),
      distances: distancesProbe(config.distances, ownRoads),
      map_tiles: mapProbe(config.map, regionMaps),
      disk: () => diskFault(config.dataDir),
      solvers: config.solverThreads === 0 ? () => db.asSystem(solversFault) : null,
      replica: replica && (async () => replicaFault(replica.secondsBehind())),
    },
    {
      geocoder: geocoderCalls.fault,
      distances: distanceCalls.fault,
      disk: () => (db.lacksRoom() ? 'PostgreSQL has no room on its disk.' : null),
    },
  )
  const provider = ownRoads ?? openDistances(config)
  const noted = provider && withDistanceStatistics(provider, distanceCalls)
  const required = config.distances.kind !== 'regions' || config.distances.required
  return {
    regions,
    regionMaps,
    providers,
    geocoder: openGeocoder(config.geocoder, db, clock, geocoderCalls, regions),
    distances: () => (required || ownRoads?.isThere() ? noted : null),
    close: async () => {
      providers.stop()
      regions.close()
      await ownRoads?.close()
    },
  }
}

/** Ports that need only the configuration. */
const portsOf = (config: Config, appSecret: string) => ({
  secrets: openSecrets(appSecret, config.previousAppSecret),
  passkeys: openPasskeys(),
  openId: openOpenId({ allowPrivate: config.allowPrivateWebhooks }),
  engine: engineVersion(),
  files: config.filesS3 ? filesInS3(config.filesS3) : filesOnDisk(path.join(config.dataDir, 'files')),
  erasedList: openErasedList(config.dataDir),
  images: openImages(),
  scratch: openScratch(path.join(config.dataDir, 'scratch')),
  workLimiters: createWorkLimiters(),
  sheets: openSheets(),
  documents: openDocuments(),
  areas: openAreas(),
  sms: openTexts(config.sms),
  email: config.smtp ? smtp(config.smtp) : emailLog,
  publicUrl: config.publicUrl,
  version: VERSION,
  retentionDays: config.kept,
  rateLimitScale: config.rateLimitScale,
  buildMaxDeliveries: config.buildMaxDeliveries,
  simulatedBusinessId: null,
})

/** Returns the parts of regions that are used because nothing else is configured. */
function partsUsed({ geocoder, distances, map }: Config): RegionPart[] {
  const parts = {
    ADDRESSES: geocoder.kind === 'regions' || geocoder.kind === 'local',
    ROADS: distances.kind === 'regions',
    MAP: map === null,
  }
  return REGION_PARTS.filter((part) => parts[part])
}

/** Returns the health check of the map: whether the style responds, or whether the tile files can be drawn. */
function mapProbe(map: Config['map'], regionMaps: () => RegionMap[]): Probe {
  if (map?.kind === 'style') return map.url
  return async () => {
    const files = map ? [map.file] : regionMaps().map(({ file }) => file)
    if (files.length === 0) return NOT_CONFIGURED
    const faults = await Promise.all(files.map(mapTilesFault))
    return faults.find((fault) => fault !== null) ?? null
  }
}

/**
 * Returns the health check of the distances: a path that costs the provider nothing, or whether the regions can be
 * used. Null if there is nothing to check.
 */
function distancesProbe(distances: Config['distances'], regions: RegionRoads | null): Probe | null {
  if (regions) return async () => regions.fault()
  if (distances.kind === 'none' || distances.kind === 'regions') return null
  return `${distances.url}${distances.kind === 'valhalla' ? '/status' : '/'}`
}

/** Seconds for which a solve may wait for a process. */
const LONG_UNTAKEN_SECONDS = 30

async function solversFault(tx: SystemTx): Promise<string | null> {
  const seconds = await longestWaitSeconds(tx)
  if (seconds === null || seconds < LONG_UNTAKEN_SECONDS) return null
  return `A plan has waited ${Math.round(seconds)} seconds for a process with ROLE=solver.`
}
