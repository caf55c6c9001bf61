// Many rows in one statement that reads the same for any number of them: so it is prepared once, and no list is too long.
import { type RawBuilder, sql } from 'kysely'
import { snake } from '../domain/names.ts'
import { type AnyTx, pipelined } from './database.ts'
import type { Schema } from './schema.ts'

/** Members that are JSON stand as they are, not as text; bytes as `bytes` writes them. */
export type ManyRow = Readonly<Record<string, unknown>>

/** How bytes stand in a row. */
export const bytes = (of: Buffer): string => `\\x${of.toString('hex')}`

/** Pipelined: rows that can't be written fail the transaction. */
export function insertMany(tx: AnyTx, table: keyof Schema, rows: readonly ManyRow[]): void {
  if (rows.length > 0) pass(tx, insertion(table, rows))
}

/** The insert as a part of another statement. There are rows, and all have the same columns. */
export function insertion(table: keyof Schema, rows: readonly ManyRow[]): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {})
  const into = sql.join(columns.map((column) => sql.ref(column)))
  const from = sql.join(columns.map((column) => sql.ref(`k.${column}`)))
  return sql`insert into ${sql.table(table)} (${into}) select ${from} from ${given(table, rows)} k`
}

/** Writes the rows over those with the same keys; pipelined, too. */
export function updateMany(tx: AnyTx, table: keyof Schema, keys: readonly string[], rows: readonly ManyRow[]): void {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).filter((column) => !keys.includes(column))
  const changes = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`k.${column}`)}`))
  const same = sql.join(
    keys.map((key) => sql`t.${sql.ref(key)} = ${sql.ref(`k.${key}`)}`),
    sql` and `,
  )
  pass(tx, sql`update ${sql.table(table)} t set ${changes} from ${given(table, rows)} k where ${same}`)
}

function given(table: keyof Schema, rows: readonly ManyRow[]): RawBuilder<unknown> {
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])))
  return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::json)`
}

const pass = (tx: AnyTx, statement: RawBuilder<unknown>): void =>
  pipelined(tx, { compile: () => statement.compile(tx) })
