// PostgreSQL's own log, DATA_DIR/postgres.log, which is kept small.
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'

const LIMIT_BYTES = 10 * 1024 * 1024

export const logPath = (dataDir: string) => path.join(dataDir, 'postgres.log')

/** Copies a log above the limit to postgres.log.1. The server continues to write at the end of the emptied file. */
export function limitLog(dataDir: string) {
  const log = logPath(dataDir)
  if (!existsSync(log) || statSync(log).size < LIMIT_BYTES) return
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}

/** Returns the end of the log for an error message. */
export function lastLines(dataDir: string): string {
  return withoutStatements(readFileSync(logPath(dataDir), 'utf8'))
    .split('\n')
    .slice(-5)
    .join('\n')
}

/**
 * Removes the SQL of failed statements from PostgreSQL's output. A statement continues in lines that begin with a tab.
 */
export const withoutStatements = (printed: string): string =>
  printed.replaceAll(/^.*\bSTATEMENT: .*(\n\t.*)*\n?/gm, '').trimEnd()
