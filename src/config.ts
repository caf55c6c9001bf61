// The only code that reads the environment. All settings, with their defaults and meaning, are in
// docs/configuration.md.
import { isIP } from 'node:net'
import { z } from 'zod'
import { DELIVERIES_PER_BUILD_BY_KEY, MAX_DELIVERIES_PER_BUILD } from './contract/limits.ts'
import { INSTALLATION_NAME } from './domain/installations.ts'
import { textBodyFault } from './domain/messages/text-body.ts'

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((v) => v === '1')

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

const positive = () => z.coerce.number({ error: 'must be a number above 0' }).positive('must be a number above 0')

const oneOf = <const T extends readonly string[]>(options: T) =>
  z.enum(options, { error: `must be one of ${options.join(', ')}` })

const webAddress = () =>
  z.url({
    protocol: /^https?$/,
    error: 'must be a URL that begins with http:// or https://, such as https://example.com',
  })

/**
 * The wanted server role follows from the purpose of the address. The URL may state the same role in libpq's format,
 * but no other role.
 */
const databaseAddress = (...sessions: string[]) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a URL such as postgres://user:password@host:5432/database')
    .refine(
      (url) => {
        const [, wanted] = /[?&]target_session_attrs=([^&]*)/.exec(url) ?? []
        return wanted === undefined || sessions.includes(wanted)
      },
      `must have no target_session_attrs but ${sessions.join(' or ')}`,
    )

const primaryAddress = () => databaseAddress('read-write', 'primary')

const Environment = z.object({
  PORT: wholeNumber(0, 65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress().optional(),
  DATABASE_URL: primaryAddress().optional(),
  DATABASE_DIRECT_URL: primaryAddress().optional(),
  DATABASE_OWNER_URL: primaryAddress().optional(),
  DATABASE_READ_URL: databaseAddress('standby', 'prefer-standby', 'read-only', 'any').optional(),
  DATA_DIR: z.string().default('./data'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z.string().default('loopback'),
  GEOCODER: oneOf(['none', 'local', 'nominatim', 'photon', 'pelias', 'google']).optional(),
  GEOCODER_URL: webAddress().optional(),
  GEOCODER_KEY: z.string().optional(),
  GEOCODER_PER_SECOND: positive().max(1_000, 'must be at most 1000').optional(),
  DISTANCES: oneOf(['none', 'local', 'osrm', 'valhalla', 'google']).optional(),
  DISTANCES_URL: webAddress().optional(),
  DISTANCES_KEY: z.string().optional(),
  DISTANCES_TRUCK_URL: webAddress().optional(),
  STREET_HOURS: flag.default(true),
  SMS: oneOf(['log', 'twilio', 'vonage', 'sns', 'whatsapp', 'http']).default('log'),
  SMS_URL: webAddress().optional(),
  SMS_FROM: z.string().optional(),
  SMS_ACCOUNT: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_REGION: z.string().optional(),
  SMS_TEMPLATE: z.string().optional(),
  SMS_TEMPLATE_LANGUAGE: z.string().default('en_US'),
  SMS_BODY: z.string().optional(),
  SMS_BODY_TYPE: oneOf(['json', 'form']).default('json'),
  SMS_PRIVATE: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be a URL such as smtp://user:password@host:587' }).optional(),
  EMAIL_FROM: z.string().optional(),
  FILES_S3_URL: webAddress().optional(),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_KEY: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  MAP_STYLE_URL: webAddress().optional(),
  MAP_ORIGINS: z.string().optional(),
  MAP_PMTILES: z.string().optional(),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  RATE_LIMIT_SCALE: positive().default(1),
  BUILD_MAX_DELIVERIES: wholeNumber(1, MAX_DELIVERIES_PER_BUILD).default(DELIVERIES_PER_BUILD_BY_KEY),
  KEEP_WEBHOOKS_DAYS: wholeNumber(30, 3_650).default(30),
  KEEP_API_CALLS_DAYS: wholeNumber(1, 3_650).default(7),
  ROLE: oneOf(['all', 'web', 'worker', 'solver']).default('all'),
  DATABASE_POOL: wholeNumber(2, 200).default(16),
  SOLVER_THREADS: wholeNumber(0, 64).optional(),
  INSTALLATION: z.string().optional(),
  INSTALLATIONS: z.string().optional(),
  DIRECTORY_PORT: wholeNumber(1, 65535).optional(),
  METRICS_PORT: wholeNumber(1, 65535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress().optional(),
  OTEL_SERVICE_NAME: z.string().default('roundsman'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type GeocoderConfig =
  | { kind: 'none' }
  /** Like `local` after a region has been added, and like `none` before. */
  | { kind: 'regions' }
  | { kind: 'local' }
  | { kind: 'nominatim' | 'photon' | 'pelias'; url: string; key: string | null; perSecond: number | null }
  | { kind: 'google'; url: string; key: string; perSecond: number | null }

export type DistancesConfig =
  | { kind: 'none' }
  /** The added regions. Without any region, distances are estimated, whether or not they are `required`. */
  | { kind: 'regions'; required: boolean }
  | { kind: 'osrm'; url: string; truckUrl: string }
  | { kind: 'valhalla'; url: string }
  | { kind: 'google'; url: string; key: string }

export type TextsConfig =
  | null
  | { kind: 'twilio' | 'vonage'; url: string; account: string; token: string; from: string }
  | { kind: 'sns'; url: string; account: string; token: string; from: string; region: string }
  | { kind: 'whatsapp'; url: string; account: string; token: string; from: string; template: string; language: string }
  /** Any gateway. `token` is the value of its Authorization header. */
  | {
      kind: 'http'
      url: string
      token: string | null
      from: string
      body: string
      bodyType: 'json' | 'form'
      allowPrivate: boolean
    }

export type MapConfig = { kind: 'style'; url: string; origins: string[] } | { kind: 'tiles'; file: string } | null

export interface Config {
  port: number
  host: string
  publicUrl: string
  databaseUrl: string | null
  /** Address that bypasses the pooler in `databaseUrl`. Null if there is no pooler. */
  databaseDirectUrl: string | null
  /** Address with the owner of the tables. Null if `databaseUrl` has the owner. */
  databaseOwnerUrl: string | null
  /** Address of a replica, for reads that may be some seconds old. */
  databaseReadUrl: string | null
  /** Whether plans keep the hours of streets. */
  streetHours: boolean
  dataDir: string
  appSecret: string | null
  /** The previous secret, during a rotation. */
  previousAppSecret: string | null
  /** Proxies that are trusted to report the sender's address. */
  trustProxy: string[]
  geocoder: GeocoderConfig
  distances: DistancesConfig
  /** Null: messages are only logged. */
  sms: TextsConfig
  smtp: { url: string; from: string } | null
  /** Null: files are stored on disk, in the data directory. */
  filesS3: { url: string; bucket: string; key: string; secret: string } | null
  /** Base map. Null: the maps of added regions, or a plain background if there are none. */
  map: MapConfig
  allowPrivateWebhooks: boolean
  rateLimitScale: number
  /** Deliveries per build with an API key. The office may use MAX_DELIVERIES_PER_BUILD. */
  buildMaxDeliveries: number
  kept: { webhooksDays: number; apiCallsDays: number }
  role: 'all' | 'web' | 'worker' | 'solver'
  databasePool: number
  /** Null: one thread per core. 0: processes with the role `solver` solve. */
  solverThreads: number | null
  /**
   * The name and the port of this installation, if several share a host name. Otherwise null. `peers` has the internal address
   * of each other installation, by name.
   */
  installations: { name: string; port: number; peers: ReadonlyMap<string, string> } | null
  /**
   * Endpoint of the metrics: on a separate port, or with a token on the main port. Null: nowhere. On a separate port,
   * `host` is the address to listen on, which is loopback unless a token is set.
   */
  metrics: { port: number; host: string; token: string | null } | { port: null; token: string } | null
  /** Destination of tracing spans. Null: no tracing. */
  traces: { endpoint: string; serviceName: string } | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

/** Settings whose values must not be shown, because they are secrets or may contain a password. */
const SECRET_SETTING = /SECRET|KEY|TOKEN|^DATABASE_|^SMTP_URL/

/** Reads the configuration. Throws an error that lists every invalid variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(present)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [name], message }) => {
      const given = SECRET_SETTING.test(String(name)) ? '' : `, not "${present[String(name)]}"`
      return `${String(name)}: ${message}${given}`
    })
    throw new Error(`The configuration is invalid:\n  ${faults.join('\n  ')}`)
  }
  const e = parsed.data
  if (e.DATABASE_URL && !e.APP_SECRET)
    throw new Error('APP_SECRET is required with DATABASE_URL (at least 32 characters, the same for every process).')
  if (e.ROLE === 'solver' && e.SOLVER_THREADS === 0)
    throw new Error('SOLVER_THREADS: must be at least 1 with ROLE=solver.')
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: withoutSlash(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`),
    databaseUrl: e.DATABASE_URL ?? null,
    databaseDirectUrl: e.DATABASE_DIRECT_URL ?? null,
    databaseOwnerUrl: e.DATABASE_OWNER_URL ?? null,
    databaseReadUrl: e.DATABASE_READ_URL ?? null,
    streetHours: e.STREET_HOURS,
    dataDir: e.DATA_DIR,
    appSecret: e.APP_SECRET ?? null,
    previousAppSecret: e.APP_SECRET_PREVIOUS ?? null,
    trustProxy: proxiesOf(e.TRUST_PROXY),
    geocoder: geocoderOf(e),
    distances: distancesOf(e),
    sms: textsOf(e),
    smtp: e.SMTP_URL ? { url: e.SMTP_URL, from: requiredSetting('EMAIL_FROM', e.EMAIL_FROM) } : null,
    filesS3: e.FILES_S3_URL
      ? {
          url: withoutSlash(e.FILES_S3_URL),
          bucket: requiredSetting('FILES_S3_BUCKET', e.FILES_S3_BUCKET),
          key: requiredSetting('FILES_S3_KEY', e.FILES_S3_KEY),
          secret: requiredSetting('FILES_S3_SECRET', e.FILES_S3_SECRET),
        }
      : null,
    map: mapOf(e),
    allowPrivateWebhooks: e.ALLOW_PRIVATE_WEBHOOKS,
    rateLimitScale: e.RATE_LIMIT_SCALE,
    buildMaxDeliveries: e.BUILD_MAX_DELIVERIES,
    kept: { webhooksDays: e.KEEP_WEBHOOKS_DAYS, apiCallsDays: e.KEEP_API_CALLS_DAYS },
    role: e.ROLE,
    databasePool: e.DATABASE_POOL,
    solverThreads: e.SOLVER_THREADS ?? null,
    installations: installationsOf(e),
    metrics: metricsOf(e.METRICS_PORT ?? null, e.METRICS_TOKEN ?? null, e.HOST),
    traces: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: withoutSlash(e.OTEL_EXPORTER_OTLP_ENDPOINT), serviceName: e.OTEL_SERVICE_NAME }
      : null,
    logLevel: e.LOG_LEVEL,
  }
}

function proxiesOf(list: string): string[] {
  const proxies = list.split(',').map((each) => each.trim())
  for (const each of proxies)
    if (!['loopback', 'linklocal', 'uniquelocal'].includes(each) && !isIP(each.replace(/\/\d{1,3}$/, '')))
      throw new Error(
        `TRUST_PROXY: ${each} is neither an address, a network, nor one of loopback, linklocal, uniquelocal.`,
      )
  return proxies
}

function metricsOf(port: number | null, token: string | null, host: string): Config['metrics'] {
  if (port !== null) return { port, host: token === null ? '127.0.0.1' : host, token }
  return token === null ? null : { port, token }
}

const MAX_INSTALLATIONS = 64

function installationsOf(e: z.output<typeof Environment>): Config['installations'] {
  const { INSTALLATION: name, INSTALLATIONS: list, DIRECTORY_PORT: port } = e
  if (!name && !list && !port) return null
  if (!name || !list || !port) throw new Error('INSTALLATION, INSTALLATIONS and DIRECTORY_PORT must be set together.')
  const urls = new Map<string, string>()
  for (const each of list.split(',').map((one) => one.trim())) {
    const [, named = '', url = ''] = /^([^=]*)=(.*)$/.exec(each) ?? []
    if (!INSTALLATION_NAME.test(named) || !/^https?:$/.test(URL.parse(url)?.protocol ?? '') || urls.has(named))
      throw new Error(
        `INSTALLATIONS: ${each} must be a name that occurs once, such as a, and an address: a=http://10.0.0.1:8090.`,
      )
    urls.set(named, withoutSlash(url))
  }
  if (!urls.delete(name)) throw new Error(`INSTALLATIONS: must include this installation, ${name}.`)
  if (urls.size >= MAX_INSTALLATIONS) throw new Error(`INSTALLATIONS: must have at most ${MAX_INSTALLATIONS}.`)
  return { name, port, peers: urls }
}

const GOOGLE_GEOCODER_URL = 'https://maps.googleapis.com'
/**
 * The usage policy of the public server allows one request per second
 * (https://operations.osmfoundation.org/policies/nominatim).
 */
const PUBLIC_NOMINATIM = /^https:\/\/nominatim\.openstreetmap\.org/

function geocoderOf(e: z.output<typeof Environment>): GeocoderConfig {
  const perSecond = e.GEOCODER_PER_SECOND ?? null
  if (e.GEOCODER === undefined) return { kind: 'regions' }
  if (e.GEOCODER === 'none' || e.GEOCODER === 'local') return { kind: e.GEOCODER }
  if (e.GEOCODER === 'google') {
    const url = withoutSlash(e.GEOCODER_URL ?? GOOGLE_GEOCODER_URL)
    return { kind: e.GEOCODER, url, key: requiredSetting('GEOCODER_KEY', e.GEOCODER_KEY), perSecond }
  }
  const url = withoutSlash(requiredSetting('GEOCODER_URL', e.GEOCODER_URL))
  return {
    kind: e.GEOCODER,
    url,
    key: e.GEOCODER_KEY ?? null,
    perSecond: perSecond ?? (PUBLIC_NOMINATIM.test(url) ? 1 : null),
  }
}

const GOOGLE_ROUTES_URL = 'https://routes.googleapis.com'

function distancesOf(e: z.output<typeof Environment>): DistancesConfig {
  if (e.DISTANCES === undefined) return { kind: 'regions', required: false }
  if (e.DISTANCES === 'none') return { kind: e.DISTANCES }
  if (e.DISTANCES === 'local') return { kind: 'regions', required: true }
  if (e.DISTANCES === 'google') {
    const url = withoutSlash(e.DISTANCES_URL ?? GOOGLE_ROUTES_URL)
    return { kind: e.DISTANCES, url, key: requiredSetting('DISTANCES_KEY', e.DISTANCES_KEY) }
  }
  const url = withoutSlash(requiredSetting('DISTANCES_URL', e.DISTANCES_URL))
  if (e.DISTANCES === 'valhalla') return { kind: e.DISTANCES, url }
  return { kind: e.DISTANCES, url, truckUrl: withoutSlash(e.DISTANCES_TRUCK_URL ?? url) }
}

const TEXT_URLS = {
  twilio: 'https://api.twilio.com',
  vonage: 'https://rest.nexmo.com',
  whatsapp: 'https://graph.facebook.com/v23.0',
}

function textsOf(e: z.output<typeof Environment>): TextsConfig {
  if (e.SMS === 'log') return null
  const from = requiredSetting('SMS_FROM', e.SMS_FROM)
  if (e.SMS === 'http') {
    const body = requiredSetting('SMS_BODY', e.SMS_BODY)
    const fault = textBodyFault(body, e.SMS_BODY_TYPE)
    if (fault) throw new Error(`SMS_BODY: ${fault}.`)
    const url = requiredSetting('SMS_URL', e.SMS_URL)
    return {
      kind: e.SMS,
      url,
      token: e.SMS_TOKEN ?? null,
      from,
      body,
      bodyType: e.SMS_BODY_TYPE,
      allowPrivate: e.SMS_PRIVATE,
    }
  }
  const account = {
    account: requiredSetting('SMS_ACCOUNT', e.SMS_ACCOUNT),
    token: requiredSetting('SMS_TOKEN', e.SMS_TOKEN),
    from,
  }
  if (e.SMS === 'sns') {
    const region = requiredSetting('SMS_REGION', e.SMS_REGION)
    return { kind: e.SMS, url: withoutSlash(e.SMS_URL ?? `https://sns.${region}.amazonaws.com`), region, ...account }
  }
  const url = withoutSlash(e.SMS_URL ?? TEXT_URLS[e.SMS])
  if (e.SMS !== 'whatsapp') return { kind: e.SMS, url, ...account }
  const template = requiredSetting('SMS_TEMPLATE', e.SMS_TEMPLATE)
  return { kind: e.SMS, url, template, language: e.SMS_TEMPLATE_LANGUAGE, ...account }
}

/** Reads the address and the API key for a command that calls the API of an installation. */
export function readCaller(env: NodeJS.ProcessEnv = process.env): { url: string; key: string | undefined } {
  return { url: env.ROUNDSMAN_URL ?? 'http://localhost:8080', key: env.ROUNDSMAN_KEY }
}

function mapOf(e: z.output<typeof Environment>): MapConfig {
  if (e.MAP_PMTILES && e.MAP_STYLE_URL) throw new Error('MAP_STYLE_URL and MAP_PMTILES: set only one of them.')
  if (e.MAP_PMTILES) return { kind: 'tiles', file: e.MAP_PMTILES }
  if (!e.MAP_STYLE_URL) return null
  return { kind: 'style', url: e.MAP_STYLE_URL, origins: originsOf(e.MAP_ORIGINS ?? '') }
}

function originsOf(list: string): string[] {
  return list
    .split(',')
    .filter((each) => each.trim() !== '')
    .map((each) => {
      const url = URL.parse(each.trim())
      if (!url || !/^https?:$/.test(url.protocol))
        throw new Error(`MAP_ORIGINS: ${each.trim()} is not the address of a server.`)
      return url.origin
    })
}

function requiredSetting(name: string, value: string | undefined): string {
  if (!value) throw new Error(`${name} is required with this provider.`)
  return value
}

const withoutSlash = (url: string): string => (url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url)

/** Returns the value of an environment variable that the operator named in a file. */
export const namedVariable = (name: string): string | undefined => process.env[name]
