// POST /build/{build_uuid}/stop of the office: ends the search of a running build, which then writes its best plan so far.
// The request may reach another process than the build, so the build polls the database.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  deleteRunningBuild,
  insertRunningBuild,
  isBuildStopped,
  stopRunningBuild,
} from '../../../store/routes/running-builds.ts'
import type { Context } from '../../context.ts'
import { missing } from '../../errors.ts'

const POLL_MS = 250

export async function stopBuild(ctx: Context, buildId: string): Promise<null> {
  if (!(await ctx.write((tx) => stopRunningBuild(tx, buildId)))) throw missing('running build with that uuid')
  return null
}

/** Runs the search of a build. The signal aborts when a user stops the build. */
export async function runStoppable<T>(
  ctx: Pick<Context, 'db' | 'businessId' | 'log'>,
  buildId: string,
  search: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const { db, businessId } = ctx
  await db.asBusiness(businessId, (tx) => insertRunningBuild(tx, buildId))
  const [stop, ended] = [new AbortController(), new AbortController()]
  const watched = watchStop(ctx, buildId, stop, ended.signal)
  try {
    return await search(stop.signal)
  } finally {
    ended.abort()
    await watched
    await db.asBusiness(businessId, (tx) => deleteRunningBuild(tx, buildId))
  }
}

async function watchStop(
  { db, businessId, log }: Pick<Context, 'db' | 'businessId' | 'log'>,
  buildId: string,
  stop: AbortController,
  ended: AbortSignal,
): Promise<void> {
  while (!stop.signal.aborted) {
    await sleep(POLL_MS, undefined, { signal: ended }).catch(() => {})
    if (ended.aborted) return
    try {
      if (await db.asBusiness(businessId, (tx) => isBuildStopped(tx, buildId))) stop.abort()
    } catch (error) {
      log.warn({ err: error }, 'a build could not check whether it was stopped; retrying')
    }
  }
}
