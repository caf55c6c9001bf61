// Writes many rows with a statement whose text doesn't depend on their number. It is therefore prepared once, and no
// list is too long. The text is built here without a query builder, because every write needs it.
import { snake } from '../domain/names.ts'
import { type AnyTx, insert, sendSqlText } from './database.ts'
import type { Schema } from './tables/all.ts'

/** Values by column. JSON values are objects, not text. Binary values have the format of `bytes`. */
export type ManyRow = Readonly<Record<string, unknown>>

/** Returns bytes in the format of a row value. */
export const bytes = (of: Buffer): string => `\\x${of.toString('hex')}`

/**
 * Inserts a row, pipelined: a row that can't be written fails the transaction. The database parses separate values
 * faster than a list.
 */
export function insertOne(tx: AnyTx, table: keyof Schema, row: ManyRow): void {
  const names = Object.keys(row).map(quotedIdentifier)
  const places = names.map((_, i) => `$${i + 1}`)
  const values = Object.values(row).map((value) => (isJson(value) ? JSON.stringify(value) : value))
  insert(tx, `insert into ${quotedIdentifier(table)} (${names.join(', ')}) values (${places.join(', ')})`, values)
}

const isJson = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Buffer)

/** Like `insertOne`, but inserts any number of rows in one statement. */
export function insertMany(tx: AnyTx, table: keyof Schema, rows: readonly ManyRow[]): void {
  const [first] = rows
  if (!first) return
  if (rows.length === 1) insertOne(tx, table, first)
  else insert(tx, insertStatement(table, Object.keys(first)), [rowsParameter(rows)])
}

/**
 * Returns the insert as a part of another statement. That statement's first parameter must be the rows, in the format
 * of `rowsParameter`.
 */
export function insertStatement(table: keyof Schema, columns: readonly string[]): string {
  const names = columns.map(quotedIdentifier)
  const values = names.map((name) => `k.${name}`)
  return `insert into ${quotedIdentifier(table)} (${names.join(', ')}) select ${values.join(', ')} from ${rowsOf(table)} k`
}

/** Updates the rows with the same keys. Pipelined like `insertOne`. */
export function updateMany(tx: AnyTx, table: keyof Schema, keys: readonly string[], rows: readonly ManyRow[]): void {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).filter((column) => !keys.includes(column))
  const changes = columns.map(quotedIdentifier).map((name) => `${name} = k.${name}`)
  const same = keys.map(quotedIdentifier).map((name) => `t.${name} = k.${name}`)
  const text = `update ${quotedIdentifier(table)} t set ${changes.join(', ')} from ${rowsOf(table)} k where ${same.join(' and ')}`
  sendSqlText(tx, text, [rowsParameter(rows)])
}

/** Returns the rows as the JSON parameter of the statements above. All rows must have the same members. */
export function rowsParameter(rows: readonly ManyRow[]): string {
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])))
  return JSON.stringify(named)
}

const rowsOf = (table: keyof Schema): string => `json_populate_recordset(null::${quotedIdentifier(table)}, $1::json)`

const quotedIdentifier = (name: string): string => `"${snake(name)}"`
