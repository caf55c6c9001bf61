// All tables. A new table is a literal in the file of its subject, beside its migration (CONTRIBUTING.md#adding-a-table).
import { snake } from '../../domain/names.ts'
import * as TABLES from './index.ts'
import type { Row, Table, Traits } from './table.ts'

/** The tables as Kysely sees them. */
export type Schema = { [Name in keyof typeof TABLES]: Row<(typeof TABLES)[Name]> }

/** A table under its names in the database. */
export interface StoredTable {
  name: string
  isOfBusiness: boolean
  /** Primary key, with the business. */
  key: readonly string[]
  columns: ReadonlyMap<string, Traits>
  declared: Table
}

export const storedTable = (name: string, declared: Table): StoredTable => ({
  name: snake(name),
  isOfBusiness: 'depots' in declared,
  key: ['depots' in declared ? ['businessId'] : [], declared.key].flat().map(snake),
  columns: new Map(Object.entries(declared.columns).map(([column, { traits }]) => [snake(column), traits])),
  declared,
})

export const STORED = Object.fromEntries(
  Object.entries<Table>(TABLES).map(([name, table]) => [name, storedTable(name, table)]),
) as Record<keyof typeof TABLES, StoredTable>

export const ALL: readonly StoredTable[] = Object.values(STORED)

/** Returns the tables that have such columns, with the names of these columns. */
export const columnsThat = (are: (traits: Traits) => boolean | undefined): [StoredTable, string[]][] =>
  ALL.flatMap((table) => {
    const columns = [...table.columns].flatMap(([name, traits]) => (are(traits) ? [name] : []))
    return columns.length > 0 ? [[table, columns]] : []
  })
