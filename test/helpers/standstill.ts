// Notices that this machine or its database stood still while tests ran.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const PAUSE_MS = 1_000

/**
 * Sends a query every second. `stop` ends this and returns the milliseconds by which the latest response was late. On a busy
 * machine, a response is late by less than a second.
 */
export function watchForStandstill(databaseUrl: string): { stop(): number } {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  pool.on('error', () => {})
  let began = Date.now()
  let longestMs = 0
  let isOver = false
  const lateMs = () => Math.max(longestMs, Date.now() - began - PAUSE_MS)
  const watch = async () => {
    while (!isOver) {
      began = Date.now()
      await sleep(PAUSE_MS)
      // The tests report a database that refuses queries.
      await pool.query('select 1').catch(() => {})
      longestMs = lateMs()
    }
    await pool.end()
  }
  void watch()
  return {
    stop: () => {
      isOver = true
      return lateMs()
    },
  }
}
