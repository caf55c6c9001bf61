// Vocabulary of the table declarations. A declaration gives Kysely the types of a table. It also records, in one place,
// what erasure, moves, partitions and tests need. migrations/ defines the tables. test/store/tables.test.ts compares
// both.
import type { ColumnType, InsertType, JSONColumnType, SelectType, UpdateType } from 'kysely'
import type { RowKind } from '../../domain/undo/take-back.ts'

/**
 * Customer data that a text column can hold. It determines how the data is erased.
 * - `NONE`: no customer data.
 * - `ORDER`: data of one delivery, erased with it by `anonymizeOrders`.
 * - `TEXT`, `JSON`: may name any person. An erased customer is removed from the value.
 * - `ROW`: a row that names an erased customer here is deleted.
 * - `PLAN`: a row that has the ID of an erased delivery here is deleted.
 * - `ADDRESS`: an address in the format of known_doors. Its row is deleted with the customer.
 * - `CODE`: erased by specific code in privacy/, or deleted with its row.
 * - `DIGEST`: sealed, or only a digest.
 */
export type PersonalData = 'NONE' | 'ORDER' | 'TEXT' | 'JSON' | 'ROW' | 'PLAN' | 'ADDRESS' | 'CODE' | 'DIGEST'

/** PostgreSQL types that each kind of column may have. */
export const KINDS = {
  boolean: ['boolean'],
  bytes: ['bytea'],
  day: ['date'],
  instant: ['timestamp with time zone'],
  json: ['jsonb', 'json'],
  number: ['bigint', 'integer', 'smallint', 'double precision', 'real'],
  numbers: ['integer[]', 'double precision[]'],
  text: ['text'],
  texts: ['text[]', 'inet[]'],
  time: ['time without time zone'],
  uuid: ['uuid'],
  uuids: ['uuid[]'],
} as const

export interface Traits {
  kind: keyof typeof KINDS
  holds: PersonalData
  isNullable?: boolean
  /** The database gives a value if an insert gives none. */
  isDefaulted?: boolean
  /** Encrypted with the application's secret. */
  isSealed?: boolean
  /** Names a stored file. */
  isFile?: boolean
}

/** A column with its Kysely type. */
export class Column<T> {
  declare readonly type: T
  readonly traits: Traits

  constructor(traits: Traits) {
    this.traits = traits
  }

  get nullable(): Column<T | null> {
    return new Column({ ...this.traits, isNullable: true })
  }
  get defaulted(): Column<ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>> {
    return new Column({ ...this.traits, isDefaulted: true })
  }
  get sealed(): Column<T> {
    return new Column({ ...this.traits, isSealed: true })
  }
  get file(): Column<T> {
    return new Column({ ...this.traits, isFile: true })
  }
}

export const boolean = new Column<boolean>({ kind: 'boolean', holds: 'NONE' })
export const day = new Column<string>({ kind: 'day', holds: 'NONE' })
export const instant = new Column<Date>({ kind: 'instant', holds: 'NONE' })
export const number = new Column<number>({ kind: 'number', holds: 'NONE' })
export const numbers = new Column<number[]>({ kind: 'numbers', holds: 'NONE' })
export const time = new Column<string>({ kind: 'time', holds: 'NONE' })
export const uuid = new Column<string>({ kind: 'uuid', holds: 'NONE' })
export const uuids = new Column<string[]>({ kind: 'uuids', holds: 'NONE' })
export const bytes = (holds: PersonalData) => new Column<Buffer>({ kind: 'bytes', holds })
/** `Written` is the type that statements pass: JSON text, unless the driver or the database creates it. */
export const json = <T extends object, Written = string>(holds: PersonalData) =>
  new Column<JSONColumnType<T, Written, Written>>({ kind: 'json', holds })
export const text = <T = string>(holds: PersonalData) => new Column<T>({ kind: 'text', holds })
export const texts = <T = string[]>(holds: PersonalData) => new Column<T>({ kind: 'texts', holds })

/** Several columns of one kind. */
export const each = <T, Name extends string>(column: Column<T>, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, column])) as Record<Name, Column<T>>

interface Declared<Name extends string> {
  /** Primary key, after the business. */
  key: readonly Name[]
  /** Unlogged: a crash may lose the rows, and backups and moves don't include them. */
  lost?: boolean
  /**
   * Partitions by time: the days per partition, and the setting for the days that rows are kept. If the setting is
   * null, each business has its own retention period.
   */
  partitions?: { days: number; kept: 'apiCallsDays' | 'webhooksDays' | null }
  /** A trigger writes the states of the row into `history`. */
  history?: boolean
  /** Triggers record changes of the row, under this name, in the step of a user who can undo it. */
  undo?: RowKind
}

interface OfBusiness<Name extends string> extends Declared<Name> {
  /**
   * Rows that users with restricted depots see.
   * - `SHARED`: all rows of the business. They belong to no depot, or are reached only from rows that do.
   * - `OWN`: rows whose own columns name only depots of the user.
   * - Tables: rows that belong to rows that the user sees in these tables.
   */
  depots: 'SHARED' | 'OWN' | readonly string[]
  /** Columns that are unique across businesses, because they are looked up before the business is known. */
  findsBusiness?: readonly Name[]
  /** The rows don't move with their business. */
  stays?: true
}

interface OfInstallation<Name extends string> extends Declared<Name> {
  /** A business that moves takes the installation's rows of this table along. */
  moves: boolean
}

type AnyColumn = Pick<Column<unknown>, 'traits'>
type Columns<Name extends string> = Record<Name, AnyColumn> & Record<string, AnyColumn>

/** A table of businesses: each row belongs to one. */
export const ofBusiness = <const Name extends string>(duties: OfBusiness<Name>) => ({
  columns: <C extends Columns<Name>>(columns: C) => ({ ...duties, columns: { businessId: uuid, ...columns } }),
})

/** A table of the installation. Its rows belong to no business. */
export const ofInstallation = <const Name extends string>(duties: OfInstallation<Name>) => ({
  columns: <C extends Columns<Name>>(columns: C) => ({ ...duties, columns }),
})

/** Any table created by `ofBusiness` or `ofInstallation`. */
export type Table = (OfBusiness<string> | OfInstallation<string>) & { columns: Columns<string> }

/** Row type of a table for Kysely. */
export type Row<T extends Table> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Type> ? Type : never
}
