// Watches several installations, and moves businesses between them (docs/operating.md#several-installations).
import { type LoadedInstallation, type PlannedMove, planMoves } from '../../../domain/installations/plan-moves.ts'
import { installationForNew } from '../../../domain/installations/new-business.ts'
import { openDatabase } from '../../../store/database.ts'
import { openClient, withClients } from '../../../store/servers.ts'
import { type InstallationState, readInstallationState } from '../../../store/moves/installation-state.ts'
import { findObstacle } from '../../../store/moves/installation.ts'
import { createBusiness } from '../../business/create-business.ts'
import type { App } from '../../context.ts'
import type { Files } from '../../ports/files.ts'
import { forgetMoved, type Move, type Moved, moveBusiness } from '../move-business.ts'
import { recorded, type RecordLine } from './recorded.ts'

export interface Installation {
  name: string
  /** Address of the service. */
  url: string
  /** Address of the database, as the owner of the tables. */
  database: string
  /** Address of the database as the database servers of the other installations reach it. */
  reachedBy: string
  /** Stored photos and signatures. Null if all installations share one store. */
  files: Files | null
  /** Whether all businesses should leave the installation. */
  isDrained: boolean
}

export interface InstallationHealth {
  /** `unreachable` if the service or the database didn't reply in time. */
  status: 'ok' | 'degraded' | 'unreachable'
  /** Null if the service didn't reply. */
  version: string | null
  failingWork: number | null
  /** Null if the database didn't reply. */
  state: InstallationState | null
  /** Why the service or the database didn't reply. */
  faults: string[]
}

export interface UnfinishedMove {
  businessId: string
  from: string
  to: string
}

/** Effects on the outside world that the caller provides. */
export interface MoveTools {
  within: Move['within']
  /** Called with sentences about the progress. */
  progress: (sentence: string) => void
  /** Writes a line to the operator's log. It is called before and after each action. */
  record: RecordLine
}

const REPLY_WITHIN_MS = 5_000
/** Minimum connections of a database. */
const CONNECTIONS = 2

/** Returns the health of each installation, in the same order. */
export const readHealth = (installations: readonly Installation[], now: Date): Promise<InstallationHealth[]> =>
  Promise.all(installations.map((installation) => healthOf(installation, now)))

async function healthOf({ url, database }: Installation, now: Date): Promise<InstallationHealth> {
  const [service, state] = await Promise.allSettled([serviceHealth(url), stateOf(database, now)])
  const faults = [service, state].flatMap((one) =>
    one.status === 'rejected' ? [one.reason instanceof Error ? one.reason.message : String(one.reason)] : [],
  )
  const found = service.status === 'fulfilled' ? service.value : null
  return {
    status: faults.length > 0 || !found ? 'unreachable' : found.status,
    version: found?.version ?? null,
    failingWork: found?.failingWork ?? null,
    state: state.status === 'fulfilled' ? state.value : null,
    faults,
  }
}

interface HealthReply {
  data?: { status: 'ok' | 'degraded'; version: string; checks: { jobs_tick: { failing_work: number | null } } }
}

/** Health of the service, without that of its database. */
export type ServiceHealth = Pick<InstallationHealth, 'failingWork'> & { status: 'ok' | 'degraded'; version: string }

/** Requests the health of an installation's service. Throws if the service is down. */
export async function serviceHealth(url: string): Promise<ServiceHealth> {
  const health = new URL('/api/v1/health', url)
  const response = await fetch(health, { signal: AbortSignal.timeout(REPLY_WITHIN_MS) }).catch((error: unknown) => {
    throw new Error(`${health.origin} does not reply.`, { cause: error })
  })
  if (!response.ok) throw new Error(`${health.origin} replied with status ${response.status}.`)
  const reply = (await response.json().catch(() => null)) as HealthReply | null
  if (!reply?.data) throw new Error(`${health.origin} replied without its health.`)
  const { data } = reply
  return { status: data.status, version: data.version, failingWork: data.checks.jobs_tick.failing_work }
}

async function stateOf(database: string, now: Date): Promise<InstallationState> {
  const client = await openClient(database, { statement_timeout: 10 * REPLY_WITHIN_MS })
  try {
    return await readInstallationState(client, now)
  } finally {
    await client.end()
  }
}

/**
 * Returns the moves that began and have not ended, one per business. A business that moved before may have old data at
 * several installations.
 */
export function unfinishedMoves(
  installations: readonly Pick<Installation, 'name'>[],
  health: readonly { state: Pick<InstallationState, 'leaving' | 'coming'> | null }[],
): UnfinishedMove[] {
  const leaving = installations
    .flatMap(({ name: from }, i) => (health[i]?.state?.leaving ?? []).map((one) => ({ ...one, from })))
    .sort((one, other) => likelihoodOfSource(one) - likelihoodOfSource(other))
  // The map keeps the last entry of each business.
  const sources = new Map(leaving.map(({ businessId, from }) => [businessId, from]))
  return [...sources].flatMap(([businessId, from]) => {
    const to = installations.findIndex((_, at) => health[at]?.state?.coming.includes(businessId))
    return to < 0 ? [] : [{ businessId, from, to: installations[to]!.name }]
  })
}

/** A source that is GONE ends its publication when the move has ended. */
const likelihoodOfSource = ({ place, isPublished }: InstallationState['leaving'][number]): number =>
  place === 'GONE' ? Number(isPublished) : 2

export interface MovePlan {
  unfinished: UnfinishedMove[]
  moves: PlannedMove[]
}

/** Plans at most `maxMoves` moves. Throws if an installation can't be measured, because its load is then unknown. */
export function planFor(
  installations: readonly Installation[],
  health: readonly InstallationHealth[],
  maxMoves: number,
): MovePlan {
  const unfinished = unfinishedMoves(installations, health)
  const moving = new Set(unfinished.map(({ businessId }) => businessId))
  const loaded = installations.map(({ name, isDrained }, i): LoadedInstallation => {
    const { state, faults } = health[i]!
    if (!state) throw new Error(`${name} can't be measured: ${faults.join(' ')}`)
    return { name, isDrained, businesses: state.businesses.filter(({ businessId }) => !moving.has(businessId)) }
  })
  return { unfinished, moves: planMoves(loaded, Math.max(0, maxMoves - unfinished.length)) }
}

export interface MadeMove extends Moved {
  businessId: string
  from: string
  to: string
}

/**
 * Finishes the unfinished moves of the plan, then makes the others, one at a time. If a business returns to an installation that
 * still has its old data, deletes this data first. A failed move ends the run. A later run reads the state of the installations
 * again, and finishes the move.
 */
export async function makeMoves(
  installations: readonly Installation[],
  health: readonly InstallationHealth[],
  { unfinished, moves }: MovePlan,
  tools: MoveTools,
): Promise<MadeMove[]> {
  const made: MadeMove[] = []
  for (const move of [...unfinished, ...moves]) {
    const { businessId, from, to } = move
    const target = installations.findIndex(({ name }) => name === to)
    if (isGone(health[target], businessId)) await forgetOne(installations[target]!, businessId, tools.record)
    const moved = await recorded(
      tools.record,
      'move',
      { business_uuid: businessId, from, to },
      () => moveBusiness(moveOf(named(installations, from), named(installations, to), businessId, tools)),
      ({ held_ms, files }) => ({ held_ms, files }),
    )
    made.push({ businessId, from, to, ...moved })
  }
  return made
}

const moveOf = (from: Installation, to: Installation, businessId: string, tools: MoveTools): Move => ({
  businessId,
  source: from.database,
  target: to.database,
  reachedBy: from.reachedBy,
  files: from.files && to.files && { from: from.files, to: to.files },
  within: tools.within,
  progress: tools.progress,
})

/**
 * Creates a business at the installation with the most room. Installations that don't reply are left out. Throws if none is
 * left, or if the chosen one has another version than this command.
 */
export async function createWithMostRoom(
  installations: readonly Installation[],
  health: readonly InstallationHealth[],
  business: { name: string; timeZone: string },
  {
    newId,
    clock,
    version,
    record,
    progress,
  }: Pick<App, 'newId' | 'clock' | 'version'> & Pick<MoveTools, 'record' | 'progress'>,
): Promise<{ businessId: string; at: string }> {
  const measured = installations.flatMap(({ name, isDrained }, i): LoadedInstallation[] => {
    const { state, status, faults } = health[i]!
    if (state && status !== 'unreachable') return [{ name, isDrained, businesses: state.businesses }]
    progress(`${name} is left out: ${faults.join(' ')}`)
    return []
  })
  const chosen = installationForNew(measured, clock())
  if (!chosen) throw new Error('No installation can take a business.')
  const at = installations.findIndex(({ name }) => name === chosen)
  const running = health[at]?.version
  if (running !== version) throw new Error(`${chosen} has version ${running}, and this command ${version}.`)
  const create = async (): Promise<string> => {
    const db = openDatabase(installations[at]!.database, CONNECTIONS, (error) => progress(error.message))
    try {
      return (await createBusiness({ db, clock, newId }, business)).businessId
    } finally {
      await db.close()
    }
  }
  const outcome = (businessId: string) => ({ business_uuid: businessId })
  return { businessId: await recorded(record, 'create', { installation: chosen }, create, outcome), at: chosen }
}

/**
 * Deletes the data of businesses that left an installation and that another one serves. Returns their IDs. `at` is the index of the
 * installation.
 */
export async function forgetAll(
  installations: readonly Installation[],
  health: readonly InstallationHealth[],
  at: number,
  record: MoveTools['record'],
): Promise<string[]> {
  const from = installations[at]!
  const servedElsewhere = new Set(
    health.flatMap(({ state }, i) => (i === at ? [] : (state?.businesses ?? []))).map(({ businessId }) => businessId),
  )
  const gone = (health[at]?.state?.leaving ?? []).filter(
    ({ businessId, place }) => place === 'GONE' && servedElsewhere.has(businessId),
  )
  for (const { businessId } of gone) await forgetOne(from, businessId, record)
  return gone.map(({ businessId }) => businessId)
}

async function forgetOne(
  { name, database, files }: Installation,
  businessId: string,
  record: MoveTools['record'],
): Promise<void> {
  const detail = { business_uuid: businessId, installation: name }
  await recorded(record, 'forget', detail, () => forgetMoved(database, businessId, files))
}

const isGone = (health: InstallationHealth | undefined, businessId: string): boolean =>
  health?.state?.leaving.some((one) => one.businessId === businessId && one.place === 'GONE') ?? false

/** Returns why businesses can't move between the two installations, in either direction. Null if they can. */
export async function obstacleBetween(one: Installation, other: Installation): Promise<string | null> {
  return withClients(
    [openClient(one.database), openClient(other.database)],
    async ([first, second]) => (await findObstacle(first, second)) ?? findObstacle(second, first),
  )
}

function named(installations: readonly Installation[], name: string): Installation {
  const found = installations.find((one) => one.name === name)
  if (!found) throw new Error(`There is no installation "${name}".`)
  return found
}
