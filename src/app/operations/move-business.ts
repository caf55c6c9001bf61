// Moves a business to another installation while it is in use
// (docs/decisions/043-a-business-moves-by-logical-replication.md). Both databases record the progress, so the same
// command resumes after a crash at any step.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { timeoutLongerThan } from '../../domain/outlasting.ts'
import { type Connection, openClient } from '../../store/database.ts'
import { countRows } from '../../store/moves/comparison.ts'
import { serveAtTarget, copyKeysAndOptOuts, filesOf, findObstacle } from '../../store/moves/installation.ts'
import {
  transactionsBeforeHold,
  forgetMove,
  isOnlyMover,
  finishHeldMoves,
  setMoveStatus,
  readMoveStatus,
  serveHereAgain,
  countMovesUnderWay,
} from '../../store/moves/move-status.ts'
import {
  replicationLagBytes,
  copyRows,
  endReplication,
  faultsOf,
  isReplicating,
  isPublished,
  logEnd,
  publish,
  replicationOf,
  subscribe,
} from '../../store/moves/replication.ts'
import {
  collisions,
  deleteRows,
  advanceSequences,
  tablesWithRows,
  type TenantTable,
  tenantTables,
} from '../../store/moves/tenant-tables.ts'
import type { Files } from '../ports/files.ts'
import { MAX_POST_MS } from '../ports/webhook-post.ts'
import { type PreliminaryComparison, compareAhead, compareNow, OutOfTime, withPair } from './compare-installations.ts'

/** Part of MAX_HOLD_MS in which the move waits for transactions that began before the hold. */
const ENDING_MS = 2_000
/** Maximum time for which the writes of the business are held. */
export const MAX_HOLD_MS = timeoutLongerThan(5_000, ENDING_MS, 'the hold of a business')
/** Maximum time to wait for work that jobs have begun. They begin no new work for the business in this time. */
const DRAINED_WITHIN_MS = timeoutLongerThan(30_000, MAX_POST_MS, 'the wait for jobs')
/** Maximum amount of the transaction log that the target has not applied yet when the business is held. */
const CLOSE_BYTES = 1_000_000
/** Maximum attempts to switch over to the target. A pause follows each failed attempt. */
const HOLDS = 5
const PAUSE_MS = 3_000
const LOOK_MS = 20
const PROGRESS_INTERVAL_MS = 10_000

export interface Move {
  businessId: string
  source: Connection
  target: string
  /** Connection address by which the target's database server reaches the source's database server. */
  reachedBy: string
  /** Stores of photos and signatures of both installations. Null if both use the same store. */
  files: { from: Files; to: Files } | null
  /**
   * Calls `work` with a function that writes content to a temporary file and returns its path, from which `to` copies
   * it.
   */
  within: (work: (keep: (name: string, content: Buffer) => Promise<string>) => Promise<void>) => Promise<void>
  /** Called with sentences about the progress. */
  progress: (sentence: string) => void
}

export interface Moved {
  tables: Record<string, number>
  files: number
  held_ms: number
}

/** A move with its open connections. `ids` has the business and its test side. */
interface MoveConnections extends Move {
  ids: string[]
  name: string
  tables: TenantTable[]
  from: pg.Client
  to: pg.Client
}

/** Thrown if a hold failed for a reason that may be temporary, so that the move tries again. */
class MoveNotReady extends Error {}

/** Moves the business, or resumes a move that another run began. */
export const moveBusiness = (move: Move): Promise<Moved> =>
  withMoveConnections(move, async (under) => {
    const { from, to, businessId, name, progress } = under
    if ((await readMoveStatus(from, businessId)) === 'GONE') return finish(under)
    const fault = await findObstacle(from, to)
    if (fault) throw new Error(fault)
    const taken = await collisions(from, to, under.tables, under.ids)
    if (taken.length > 0)
      throw new Error(
        taken
          .map(({ table, index, values }) => `The target has ${values.join(', ')} already (${table}, ${index}).`)
          .join('\n'),
      )
    // If an earlier run crashed during a hold, end that hold: the source serves the business until the next one.
    await setMoveStatus(from, under.ids, 'LEAVING')
    if (!(await isReplicating(from, to, name)) || (await readMoveStatus(to, businessId)) !== 'COMING') await copy(under)
    await awaitSmallLag(under)
    let files = await copyFiles(under, new Set())
    const ahead = await compareAhead(under)
    for (let hold = 1; ; hold++)
      try {
        const heldFrom = await drain(under)
        return await switchOver(under, files, ahead, heldFrom)
      } catch (error) {
        await serveAtSourceAgain(under).catch(() => {})
        if (!(error instanceof MoveNotReady || error instanceof OutOfTime) || hold === HOLDS) throw error
        progress(`${error.message} Retrying.`)
        await sleep(PAUSE_MS)
        await awaitSmallLag(under)
        files = await copyFiles(under, files)
      }
  })

/** Cancels a move. The business stays at the source, and its copy at the target is deleted. */
export const cancelMove = (move: Move): Promise<{ cancelled: true }> =>
  withMoveConnections(move, async (under) => {
    const { from, to, ids, businessId } = under
    if ((await readMoveStatus(from, businessId)) === 'GONE')
      throw new Error('The business has moved already. Run the move again to finish it, or move it back.')
    await endReplication(from, to, under.name)
    if ((await readMoveStatus(to, businessId)) === 'COMING') {
      await deleteRows(to, under.tables, ids)
      await serveHereAgain(to, ids)
    }
    await serveHereAgain(from, ids)
    return { cancelled: true }
  })

/** Deletes a moved business from the source, with its files unless both installations use the same store. */
export async function forgetMoved(
  source: Connection,
  businessId: string,
  files: Files | null,
): Promise<{ tables: Record<string, number>; files: number }> {
  const client = await openClient(source)
  try {
    if ((await readMoveStatus(client, businessId)) !== 'GONE')
      throw new Error('This business has not moved away from here.')
    if (await isPublished(client, replicationOf(businessId)))
      throw new Error(
        'The move is not finished. Run it again first, or the target would lose the rows that are deleted here.',
      )
    const ids = await withTestSide(client, businessId)
    const tables = await tenantTables(client)
    const names = files ? await filesOf(client, ids) : []
    for (const name of names) await files?.remove(name)
    const counts: Record<string, number> = {}
    for (const table of tables) counts[table.name] = await countRows(client, table, ids)
    await deleteRows(client, tables, ids)
    await forgetMove(client, ids)
    return { tables: counts, files: names.length }
  } finally {
    await client.end()
  }
}

const withMoveConnections = <T>(move: Move, work: (under: MoveConnections) => Promise<T>): Promise<T> =>
  withPair(move, async ([from, to]) => {
    if (!(await isOnlyMover(from, move.businessId))) throw new Error('Another run is moving this business right now.')
    const tables = await tenantTables(from)
    const ids = await withTestSide(from, move.businessId)
    return work({ ...move, ids, name: replicationOf(move.businessId), tables, from, to })
  })

async function withTestSide(client: pg.Client, businessId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string; testOf: string | null }>(
    `select business_uuid as id, test_of as "testOf" from businesses where business_uuid = $1 or test_of = $1
     order by test_of is not null`,
    [businessId],
  )
  if (rows[0]?.id !== businessId) throw new Error('There is no business with that id.')
  if (rows[0].testOf)
    throw new Error(`This is the test side of ${rows[0].testOf}: move that business, which moves its test side, too.`)
  return rows.map(({ id }) => id)
}

/** Copies all rows from the beginning, after removing the remains of an earlier copy. */
async function copy(under: MoveConnections): Promise<void> {
  const { from, to, ids, name, tables, businessId } = under
  await endReplication(from, to, name)
  if ((await readMoveStatus(to, businessId)) === 'COMING') await deleteRows(to, tables, ids)
  const there = await tablesWithRows(to, tables, ids)
  if (there.length > 0)
    throw new Error(`The target has rows of this business already: ${there.join(', ')}. Delete them there first.`)
  await setMoveStatus(to, ids, 'COMING')
  await publish(from, name, tables, ids)
  await copyRows(under.source, under.target, name, tables, ids)
  await subscribe(to, name, under.reachedBy)
}

/** Waits until the target's lag is at most CLOSE_BYTES. */
async function awaitSmallLag({ from, to, name, progress }: MoveConnections): Promise<void> {
  for (let told = performance.now(); ; await sleep(LOOK_MS)) {
    const bytes = await replicationLagBytes(from, name, await logEnd(from))
    if (bytes < CLOSE_BYTES) return
    if (performance.now() - told < PROGRESS_INTERVAL_MS) continue
    told = performance.now()
    const faults = await faultsOf(to, name)
    progress(
      `The target is ${bytes} bytes of the log behind the source.${faults > 0 ? ` It could not apply a change ${faults} times. The reason is in its log.` : ''}`,
    )
  }
}

/** Copies each file once, because files never change. Returns the names of all files copied so far. */
async function copyFiles(
  { from, ids, files, within }: MoveConnections,
  carried: ReadonlySet<string>,
): Promise<Set<string>> {
  const names = await filesOf(from, ids)
  if (files)
    await within(async (keep) => {
      for (const name of names) {
        if (carried.has(name)) continue
        const content = await files.from.get(name)
        if (content) await files.to.put(name, await keep(name, content), 'application/octet-stream')
      }
    })
  return new Set([...carried, ...names])
}

/**
 * Stops jobs from beginning new work, waits for work under way, and then holds the business. Returns the time at which
 * the hold began (`performance.now()`).
 */
async function drain({ from, ids }: MoveConnections): Promise<number> {
  await setMoveStatus(from, ids, 'DRAINING', DRAINED_WITHIN_MS)
  const deadline = performance.now() + DRAINED_WITHIN_MS
  while ((await countMovesUnderWay(from, ids)) > 0 && performance.now() < deadline) await sleep(LOOK_MS)
  const heldFrom = performance.now()
  await setMoveStatus(from, ids, 'HELD', MAX_HOLD_MS)
  return heldFrom
}

async function switchOver(
  under: MoveConnections,
  files: ReadonlySet<string>,
  ahead: PreliminaryComparison,
  heldFrom: number,
): Promise<Moved> {
  const { from, to, ids, name, businessId } = under
  const left = () => MAX_HOLD_MS - (performance.now() - heldFrom)
  await awaitEarlierTransactions(under)
  const sides = await withTestSide(from, businessId)
  if (sides.length !== ids.length)
    throw new Error('A test side was created during the move. Cancel the move and start it again.')
  await awaitReplication(under, left)
  const [all, tables] = await Promise.all([copyFiles(under, files), compareNow(under, ahead, left)])
  await copyKeysAndOptOuts(from, to)
  await advanceSequences(from, to, under.tables, ids)
  if (!(await finishHeldMoves(from, ids))) throw new MoveNotReady('The business was held for too long.')
  await serveAtTarget(from, to, ids)
  const held = performance.now() - heldFrom
  await endReplication(from, to, name)
  return { tables, files: all.size, held_ms: Math.round(held) }
}

/**
 * Finishes a move that crashed while it switched over: the source has released the business, but the target may not
 * have all its rows and files yet.
 */
async function finish(under: MoveConnections): Promise<Moved> {
  const { from, to, ids, name, businessId } = under
  let tables: Record<string, number> = {}
  let files = new Set<string>()
  if ((await readMoveStatus(to, businessId)) === 'COMING') {
    // A failover of the source may have lost the replication slot. In that case, don't wait; the comparison below fails
    // if anything is missing.
    if (await isReplicating(from, to, name)) await awaitReplication(under, () => Infinity)
    files = await copyFiles(under, files)
    tables = await compareNow(under, await compareAhead(under), () => Infinity)
    await copyKeysAndOptOuts(from, to)
    await advanceSequences(from, to, under.tables, ids)
    await serveAtTarget(from, to, ids)
  }
  await endReplication(from, to, name)
  return { tables, files: files.size, held_ms: 0 }
}

/** Waits for transactions that began before the hold. */
async function awaitEarlierTransactions({ from, ids }: MoveConnections): Promise<void> {
  const deadline = performance.now() + ENDING_MS
  let before = await transactionsBeforeHold(from, ids)
  while (before.size > 0) {
    if (performance.now() > deadline) throw new MoveNotReady('A request that began before the hold has not ended.')
    await sleep(LOOK_MS)
    const now = await transactionsBeforeHold(from, ids)
    before = new Set([...before].filter((one) => now.has(one)))
  }
}

async function awaitReplication({ from, name }: MoveConnections, left: () => number): Promise<void> {
  const end = await logEnd(from)
  while ((await replicationLagBytes(from, name, end)) > 0) {
    if (left() <= 0) throw new MoveNotReady('The target did not catch up in time.')
    await sleep(LOOK_MS)
  }
}

/** Lets the source serve the business again. Replication continues. */
const serveAtSourceAgain = ({ from, ids }: MoveConnections): Promise<void> => setMoveStatus(from, ids, 'LEAVING')
