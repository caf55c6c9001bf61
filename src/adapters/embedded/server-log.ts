// PostgreSQL's own log, DATA_DIR/postgres.log, kept small.
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'

const LIMIT_BYTES = 10 * 1024 * 1024

export const logPath = (dataDir: string) => path.join(dataDir, 'postgres.log')

/** Moves a log over the limit to postgres.log.1. The server writes on, at the end of the emptied file. */
export function limitLog(dataDir: string) {
  const log = logPath(dataDir)
  if (!existsSync(log) || statSync(log).size < LIMIT_BYTES) return
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}

/** The end of the log, for an error message. */
export function lastLines(dataDir: string): string {
  return withoutStatements(readFileSync(logPath(dataDir), 'utf8'))
    .split('\n')
    .slice(-5)
    .join('\n')
}

/** What PostgreSQL printed, without the SQL of the statements that failed: it goes on in lines that begin with a tab. */
export const withoutStatements = (printed: string): string =>
  printed.replaceAll(/^.*\bSTATEMENT: .*(\n\t.*)*\n?/gm, '').trimEnd()
