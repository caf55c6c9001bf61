// Creates partitions in advance and drops expired ones (docs/scaling.md#partitions-by-time).
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app/context.ts'
import { isLockTimeout } from '../store/database.ts'
import { analyzePartitions, deleteByAge, dropPartition, makePartition, PARTITIONED } from '../store/jobs/partitions.ts'
import type { Job } from './runner.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Time for which partitions are created in advance, so that at least one empty partition exists in addition to the one in use. */
const AHEAD_MS = 14 * DAY_MS
/** Rows that are deleted individually per run. */
const BATCH = 1_000
/**
 * Attempts to get a lock. Each waits only shortly, because writers queue behind it. If all fail, the next run retries.
 */
const TRIES = 5
const BETWEEN_TRIES_MS = 500

export const turnPartitionsJob: Job = {
  name: 'turn-partitions',
  everyMs: 10 * MINUTE_MS,
  run: async (app) => {
    const now = app.clock()
    let more = false
    for (const { table, kept } of PARTITIONED)
      more = (await rotatePartitions(app, table, kept && app.retentionDays[kept], now)) || more
    return more
  },
}

/**
 * Creates and drops the partitions of a table, and deletes old rows outside these. Returns whether there are more rows
 * to delete.
 */
async function rotatePartitions(app: App, table: string, keepDays: number | null, now: Date): Promise<boolean> {
  try {
    const span = { from: now, until: new Date(now.getTime() + AHEAD_MS) }
    let made = 0
    while (await shortly(() => app.db.asSystem((tx) => makePartition(tx, table, span)))) made++
    if (made > 0) await shortly(() => app.db.asSystem((tx) => analyzePartitions(tx, table)))
    for (;;) {
      const dropped = await shortly(() => app.db.asSystem((tx) => dropPartition(tx, table, now, keepDays)))
      if (dropped === null) break
      app.log.info({ partition: dropped }, 'a partition was dropped: its time is over')
    }
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    app.log.warn({ table }, 'a partition could not be made or dropped: something reads the table for long')
  }
  if (keepDays === null) return false
  const before = new Date(now.getTime() - keepDays * DAY_MS)
  return (await app.db.asSystem((tx) => deleteByAge(tx, table, before, BATCH))) >= BATCH
}

async function shortly<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isLockTimeout(error)) throw error
      await sleep(BETWEEN_TRIES_MS)
    }
}
