// roundsman fleet: watches several installations, moves businesses between them, and writes their proxy's configuration
// (docs/operating.md#several-installations).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { openScratch } from '../adapters/files/scratch.ts'
import {
  createWithMostRoom,
  forgetAll,
  type InstallationHealth,
  makeMoves,
  type MoveTools,
  obstacleBetween,
  planFor,
  readHealth,
  unfinishedMoves,
} from '../app/operations/installations/balance.ts'
import { recorded } from '../app/operations/installations/recorded.ts'
import { otherVersions, upgradeAll } from '../app/operations/installations/upgrade.ts'
import { VERSION } from '../version.ts'
import {
  checkedEntry,
  installationOf,
  type InstallationEntry,
  readInstallations,
  recordIn,
  writeInstallations,
} from './installations-file.ts'
import { proxyFile } from './proxy/proxy-file.ts'

export const FLEET_USAGE = `fleet status
  fleet balance [--go] [--most 10]
  fleet drain --name NAME [--go] [--most 10]
  fleet add --name NAME --url URL --database ADDRESS --files FOLDER|shared [--reached-by ADDRESS]
    [--web ADDRESSES] [--directory ADDRESSES]
  fleet forget --name NAME
  fleet upgrade --to VERSION [--go]
  fleet create-business --name NAME --time-zone ZONE
  fleet proxy --for nginx|haproxy|caddy --host HOST [--certificate FILE] [--key FILE] [--out FILE]
  (each with [--file installations.json] [--json])`

const DEFAULT_FILE = 'installations.json'
const DEFAULT_MOST = 10

const OPTIONS = {
  file: { type: 'string', default: DEFAULT_FILE },
  json: { type: 'boolean', default: false },
  go: { type: 'boolean', default: false },
  most: { type: 'string', default: String(DEFAULT_MOST) },
  name: { type: 'string' },
  url: { type: 'string' },
  database: { type: 'string' },
  files: { type: 'string' },
  'reached-by': { type: 'string' },
  web: { type: 'string' },
  directory: { type: 'string' },
  to: { type: 'string' },
  'time-zone': { type: 'string' },
  for: { type: 'string' },
  host: { type: 'string' },
  certificate: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values']

const COMMANDS: Record<string, (options: Options) => Promise<unknown>> = {
  status,
  balance,
  drain,
  add,
  forget,
  upgrade,
  'create-business': createNewBusiness,
  proxy,
}

export async function fleet(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const [command = '', ...more] = positionals
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (values.help) return console.log(FLEET_USAGE)
  if (!run || more.length > 0) throw new Error(`Usage: ${FLEET_USAGE}`)
  const result = await run(values)
  if (result !== undefined) console.log(JSON.stringify(result, null, values.json ? 0 : 2))
}

async function status({ file, json }: Options): Promise<unknown> {
  const entries = await readInstallations(file)
  const health = await readHealth(entries.map(installationOf), new Date())
  if (health.some((one) => one.status === 'unreachable')) process.exitCode = 1
  const all = entries.map((entry, i) => statusOf(entry, health[i]!))
  const unfinished = unfinishedMoves(entries, health)
  if (json) return { installations: all, unfinished_moves: unfinished.map(moveToWire) }
  console.table(
    Object.fromEntries(
      all.map(({ name, faults: _faults, moved_away: _moved, ...columns }) => [
        name,
        {
          ...columns,
          database_bytes: gigabytes(columns.database_bytes),
          kept_log_bytes: gigabytes(columns.kept_log_bytes),
        },
      ]),
    ),
  )
  for (const { name, faults } of all) for (const fault of faults) console.log(`${name}: ${fault}`)
  for (const { businessId, from, to } of unfinished) console.log(`Unfinished move: ${businessId} from ${from} to ${to}`)
  return undefined
}

function statusOf({ name, drained = false }: InstallationEntry, health: InstallationHealth) {
  const { status: word, version, failingWork, state, faults } = health
  return {
    name,
    status: word,
    version,
    drained,
    businesses: state?.businesses.length ?? null,
    writes_of_24_hours: state?.businesses.reduce((sum, { load }) => sum + load, 0) ?? null,
    moved_away: state?.leaving.filter(({ place }) => place === 'GONE').length ?? null,
    database_bytes: state?.databaseBytes ?? null,
    standby_lag_seconds: state?.standbyLagSeconds ?? null,
    kept_log_bytes: state?.keptLogBytes ?? null,
    log_archived_at: state?.archivedAt?.toISOString() ?? null,
    failing_work: failingWork,
    faults,
  }
}

const gigabytes = (bytes: number | null): string | null => (bytes === null ? null : `${(bytes / 1e9).toFixed(1)} GB`)

async function balance(options: Options): Promise<unknown> {
  return moveAsPlanned(options, await readInstallations(options.file))
}

/** Plans the moves of all businesses away from an installation. With --go, it also gets no other businesses later. */
async function drain(options: Options): Promise<unknown> {
  const entries = await readInstallations(options.file)
  const { name } = entryNamed(entries, options.name)
  const drained = entries.map((entry) => (entry.name === name ? { ...entry, drained: true } : entry))
  if (drained.every((entry) => entry.drained)) throw new Error('No other installation can take the businesses.')
  if (options.go)
    await recorded(recordIn(options.file), 'drain', { name }, () => writeInstallations(options.file, drained))
  return moveAsPlanned(options, drained)
}

async function moveAsPlanned({ file, go, most }: Options, entries: readonly InstallationEntry[]): Promise<unknown> {
  const limit = Number(most)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) throw new Error('--most must be from 1 to 1,000.')
  const installations = entries.map(installationOf)
  const health = await readHealth(installations, new Date())
  const plan = planFor(installations, health, limit)
  if (!go)
    return { unfinished_moves: plan.unfinished.map(moveToWire), planned_moves: plan.moves.map(moveToWire), moved: null }
  const moved = await makeMoves(installations, health, plan, toolsFor(file))
  return { moved: moved.map(({ held_ms, ...move }) => ({ ...moveToWire(move), held_ms })) }
}

const moveToWire = ({
  businessId,
  from,
  to,
  load,
}: {
  businessId: string
  from: string
  to: string
  load?: number
}) => ({
  business_uuid: businessId,
  from,
  to,
  ...(load !== undefined && { writes_of_24_hours: load }),
})

function toolsFor(file: string): MoveTools {
  const scratch = openScratch(path.join(os.tmpdir(), `roundsman-fleet-${os.userInfo().username}`))
  return {
    within: (work) =>
      scratch.within((folder) =>
        work(async (name, content) => {
          const kept = path.join(folder, name)
          await writeFile(kept, content)
          return kept
        }),
      ),
    progress: (sentence) => console.error(sentence),
    record: recordIn(file),
  }
}

/** Adds an installation to the file, if businesses can move between it and all others. */
async function add(options: Options): Promise<unknown> {
  const { file, name, url, database, files, 'reached-by': reachedBy, web, directory } = options
  if (!name || !url || !database || !files) throw new Error(`Usage: ${FLEET_USAGE}`)
  const entries = await readInstallations(file)
  const added = {
    name,
    url,
    database,
    files,
    reached_by: reachedBy,
    web: web?.split(','),
    directory: directory?.split(','),
  }
  const entry = checkedEntry(added, entries)
  const [health] = await readHealth([installationOf(entry)], new Date())
  if (!health || health.status === 'unreachable') throw new Error(`${name}: ${health?.faults.join(' ')}`)
  for (const other of entries) {
    const obstacle = await obstacleBetween(installationOf(entry), installationOf(other))
    if (obstacle) throw new Error(`${name} and ${other.name}: ${obstacle}`)
  }
  await recorded(recordIn(file), 'add', { name, url }, () => writeInstallations(file, [...entries, entry]))
  return statusOf(entry, health)
}

/** Deletes the data of businesses that moved away from an installation, and that another one serves. */
async function forget({ file, name }: Options): Promise<unknown> {
  const entries = await readInstallations(file)
  const installations = entries.map(installationOf)
  const health = await readHealth(installations, new Date())
  const at = entries.indexOf(entryNamed(entries, name))
  const forgotten = await forgetAll(installations, health, at, recordIn(file))
  return { forgotten }
}

/** Upgrades the installations in the order of the file, and stops at the first fault. */
async function upgrade({ file, go, to }: Options): Promise<unknown> {
  if (!to) throw new Error(`Usage: ${FLEET_USAGE}`)
  const entries = await readInstallations(file)
  const without = entries.filter((entry) => !entry.upgrade).map(({ name }) => name)
  if (without.length > 0) throw new Error(`${file} has no command "upgrade" for: ${without.join(', ')}`)
  const installations = entries.map(({ name, url, upgrade: shellCommand = '' }) => ({
    name,
    url,
    upgrade: () => runInShell(shellCommand),
  }))
  if (!go) return { to, planned: (await otherVersions(installations, to)).map(({ name }) => name), upgraded: null }
  const { record, progress } = toolsFor(file)
  return { to, upgraded: await upgradeAll(installations, to, { record, progress }) }
}

/** Creates a business at the installation with the most room. */
async function createNewBusiness({ file, name, 'time-zone': timeZone }: Options): Promise<unknown> {
  if (!name || !timeZone) throw new Error(`Usage: ${FLEET_USAGE}`)
  const installations = (await readInstallations(file)).map(installationOf)
  const health = await readHealth(installations, new Date())
  const tools = { ...toolsFor(file), newId: uuidv7, clock: () => new Date(), version: VERSION }
  const { businessId, at } = await createWithMostRoom(installations, health, { name, timeZone }, tools)
  return { business_uuid: businessId, installation: at }
}

/** Prints or writes the configuration of a proxy in front of all installations. */
async function proxy({ file, out, for: name, host, certificate, key }: Options): Promise<unknown> {
  const entries = await readInstallations(file)
  const content = proxyFile(entries, { for: name, host, certificate, key })
  if (out === undefined) {
    process.stdout.write(content)
    return undefined
  }
  if (path.resolve(out) === path.resolve(file)) throw new Error('--out must be another file than --file.')
  await writeFile(out, content)
  return { file: out, installations: entries.map((entry) => entry.name) }
}

/** Runs the operator's command. Its output goes to standard error, so that standard output has only the result. */
async function runInShell(shellCommand: string): Promise<void> {
  const child = spawn(shellCommand, { shell: true, stdio: ['ignore', process.stderr, process.stderr] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0) throw new Error(`The upgrade command ended with ${signal ?? `exit code ${code}`}.`)
}

function entryNamed(entries: readonly InstallationEntry[], name: string | undefined): InstallationEntry {
  const found = entries.find((entry) => entry.name === name)
  if (!found) throw new Error(`--name must be one of: ${entries.map((entry) => entry.name).join(', ')}`)
  return found
}
