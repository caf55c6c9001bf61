// Many rows in one statement that reads the same for any number of them: so it is prepared once, and no list is too long.
// Its text is put together here, without a builder: what every write has is written this way.
import { snake } from '../domain/names.ts'
import { type AnyTx, insert, pass } from './database.ts'
import type { Schema } from './tables/all.ts'

/** Members that are JSON stand as they are, not as text; bytes as `bytes` writes them. */
export type ManyRow = Readonly<Record<string, unknown>>

/** How bytes stand in a row. */
export const bytes = (of: Buffer): string => `\\x${of.toString('hex')}`

/** Pipelined: a row that can't be written fails the transaction. Value by value the database has less to read than in a list. */
export function insertOne(tx: AnyTx, table: keyof Schema, row: ManyRow): void {
  const names = Object.keys(row).map(quoted)
  const places = names.map((_, i) => `$${i + 1}`)
  const values = Object.values(row).map((value) => (isJson(value) ? JSON.stringify(value) : value))
  insert(tx, `insert into ${quoted(table)} (${names.join(', ')}) values (${places.join(', ')})`, values)
}

const isJson = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Buffer)

/** As `insertOne`, any number in one statement. */
export function insertMany(tx: AnyTx, table: keyof Schema, rows: readonly ManyRow[]): void {
  const [first] = rows
  if (!first) return
  if (rows.length === 1) insertOne(tx, table, first)
  else insert(tx, insertion(table, Object.keys(first)), [given(rows)])
}

/** The insert as a part of another statement, whose first value the rows are, as `given` writes them. */
export function insertion(table: keyof Schema, columns: readonly string[]): string {
  const names = columns.map(quoted)
  const values = names.map((name) => `k.${name}`)
  return `insert into ${quoted(table)} (${names.join(', ')}) select ${values.join(', ')} from ${rowsOf(table)} k`
}

/** Writes the rows over those with the same keys; pipelined, too. */
export function updateMany(tx: AnyTx, table: keyof Schema, keys: readonly string[], rows: readonly ManyRow[]): void {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).filter((column) => !keys.includes(column))
  const changes = columns.map(quoted).map((name) => `${name} = k.${name}`)
  const same = keys.map(quoted).map((name) => `t.${name} = k.${name}`)
  const text = `update ${quoted(table)} t set ${changes.join(', ')} from ${rowsOf(table)} k where ${same.join(' and ')}`
  pass(tx, text, [given(rows)])
}

/** All have the same members. */
export function given(rows: readonly ManyRow[]): string {
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])))
  return JSON.stringify(named)
}

const rowsOf = (table: keyof Schema): string => `json_populate_recordset(null::${quoted(table)}, $1::json)`

const quoted = (name: string): string => `"${snake(name)}"`
