// Solves as due work: one process waits for each solve, and another process leases it. Leases use the database's clock,
// because the clocks of machines differ.
import { sql } from 'kysely'
import type { SystemTx, Tx } from '../database.ts'
import { updateOwn } from '../own.ts'

export interface SolveKey {
  businessId: string
  solveId: string
}

/** A leased solve. */
export interface StoppableSolve extends SolveKey {
  /** Whether its search has to end with the best plan so far. */
  stopped: boolean
}

export interface RequestedSolve {
  solveId: string
  /** Expected search time in seconds. */
  seconds: number
  problem: Buffer
}

/** Duration of a lease in seconds. */
type Lease = number

const inSeconds = (seconds: Lease) => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`
const leased = sql`leased_until > clock_timestamp()`

/** Adds a solve. Returns false if `most` solves of the business are already waiting. */
export async function requestSolve(
  tx: Tx,
  { solveId, seconds, problem }: RequestedSolve,
  wanted: Lease,
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into solves (business_uuid, solve_uuid, seconds, problem, wanted_until)
    select ${tx.businessId}::uuid, ${solveId}::uuid, ${seconds}::real, ${problem}::bytea, ${inSeconds(wanted)}
    where (select count(*) from solves where business_uuid = ${tx.businessId}::uuid and answer is null
      and wanted_until > clock_timestamp() and (leased_until is null or not ${leased})) < ${most}`.execute(tx)
  return Number(numAffectedRows ?? 0) === 1
}

export interface WaitingSolve extends SolveKey {
  progress: unknown
  answered: boolean
  /** Whether a process is solving it. */
  taken: boolean
}

/** Returns the status of solves. Deleted solves are missing. */
export async function waitingSolves(tx: SystemTx, keys: readonly SolveKey[]): Promise<WaitingSolve[]> {
  const { rows } = await sql<WaitingSolve>`
    select business_uuid, solve_uuid, progress, answer is not null as answered,
      coalesce(${leased}, false) as taken
    from solves where ${isOneOfSolves(keys)}`.execute(tx)
  return rows
}

/** Renews the time until which the solves are wanted. */
export async function renewSolveRequests(tx: SystemTx, keys: readonly SolveKey[], wanted: Lease): Promise<void> {
  await sql`update solves set wanted_until = ${inSeconds(wanted)} where ${isOneOfSolves(keys)}`.execute(tx)
}

/** Deletes a solve and returns its result. Null if there is none. Also ends a solve that is no longer wanted. */
export async function dropSolve(tx: Tx, solveId: string): Promise<Buffer | null> {
  const { rows } = await sql<{ answer: Buffer | null }>`
    delete from solves where business_uuid = ${tx.businessId}::uuid and solve_uuid = ${solveId}::uuid
    returning answer`.execute(tx)
  return rows[0]?.answer ?? null
}

/** Asks the process that has the solve to end its search with the best plan so far. */
export async function stopSolve(tx: Tx, solveId: string): Promise<void> {
  await updateOwn(tx, 'solves', { solveId }).set({ stopped: true }).execute()
}

export interface TakenSolve extends StoppableSolve {
  problem: Buffer
  /** How often it has been leased, including this time. */
  takes: number
}

/**
 * Leases the next solve. Solves that a dead process had come first, then solves expected to search for at most
 * `atMostSeconds`. Among these, the business with the fewest running solves comes first, then short and long-waiting
 * solves. Returns null if there is none.
 */
export async function takeSolve(
  tx: SystemTx,
  solver: string,
  lease: Lease,
  atMostSeconds: number,
): Promise<TakenSolve | null> {
  const { rows } = await sql<TakenSolve>`
    with next as (
      select w.business_uuid, w.solve_uuid from solves w
      where w.answer is null and w.wanted_until > clock_timestamp() and (w.seconds <= ${atMostSeconds}::float8 or w.takes > 0)
        and (w.leased_until is null or w.leased_until <= clock_timestamp())
      order by w.takes = 0, (select count(*) from solves r where r.business_uuid = w.business_uuid and r.answer is null
          and r.leased_until > clock_timestamp()),
        w.asked_at + make_interval(secs => w.seconds)
      limit 1 for update skip locked
    )
    update solves s set solver = ${solver}::uuid, leased_until = ${inSeconds(lease)}, takes = takes + 1
    from next where s.business_uuid = next.business_uuid and s.solve_uuid = next.solve_uuid
    returning s.business_uuid, s.solve_uuid, s.problem, s.takes, s.stopped`.execute(tx)
  return rows[0] ?? null
}

/**
 * Extends the leases of this solver's solves that are still wanted, and returns them. The missing ones were deleted,
 * are no longer wanted, or are leased by another solver.
 */
export async function extendLeases(tx: SystemTx, solver: string, lease: Lease): Promise<StoppableSolve[]> {
  const { rows } = await sql<StoppableSolve>`
    update solves set leased_until = ${inSeconds(lease)}
    where solver = ${solver}::uuid and answer is null and wanted_until > clock_timestamp()
    returning business_uuid, solve_uuid, stopped`.execute(tx)
  return rows
}

/** Stores the progress for the waiting process. */
export async function reportProgress(tx: SystemTx, solver: string, of: SolveKey, progress: unknown): Promise<void> {
  await sql`
    update solves set progress = ${JSON.stringify(progress)}::jsonb
    where ${isOneOfSolves([of])} and solver = ${solver}::uuid and answer is null`.execute(tx)
}

/** Stores the result. Returns false if the solver no longer holds the lease, and stores nothing. */
export async function answerSolve(tx: SystemTx, solver: string, of: SolveKey, answer: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update solves set answer = ${answer}::bytea, leased_until = null
    where ${isOneOfSolves([of])} and solver = ${solver}::uuid and answer is null`.execute(tx)
  return Number(numAffectedRows ?? 0) === 1
}

/**
 * Releases solves so that another process may lease them at once. The release also takes back the count of the lease.
 */
export async function releaseSolves(tx: SystemTx, solver: string, keys: readonly SolveKey[]): Promise<void> {
  await sql`
    update solves set leased_until = null, solver = null, takes = takes - 1
    where ${isOneOfSolves(keys)} and solver = ${solver}::uuid and answer is null`.execute(tx)
}

/** Deletes solves whose waiting process has been gone for a minute. */
export async function deleteUnwantedSolves(tx: SystemTx): Promise<void> {
  await sql`delete from solves where wanted_until < clock_timestamp() - interval '1 minute'`.execute(tx)
}

/** Returns the seconds that the oldest solve has waited for a process. Null if no solve waits. */
export async function longestWaitSeconds(tx: SystemTx): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from clock_timestamp() - min(asked_at))::float8 as seconds from solves
    where answer is null and wanted_until > clock_timestamp() and (leased_until is null or not ${leased})`.execute(tx)
  return rows[0]?.seconds ?? null
}

const isOneOfSolves = (keys: readonly SolveKey[]) => sql`(business_uuid, solve_uuid) in (
  select * from unnest(${keys.map(({ businessId }) => businessId)}::uuid[], ${keys.map(({ solveId }) => solveId)}::uuid[]))`
