// Builds statements on rows of the transaction's business. Only this file adds the business to such
// statements. Throws if a value is undefined.
import type {
  DeleteQueryBuilder,
  DeleteResult,
  ExpressionBuilder,
  InsertObject,
  InsertQueryBuilder,
  InsertResult,
  SelectQueryBuilder,
  SelectType,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Tx } from './database.ts'
import type { Schema } from './tables/all.ts'

type Table = keyof Schema

/** Values that columns must have. */
type Values<T extends Table> = { readonly [C in keyof Schema[T]]?: SelectType<Schema[T][C]> }

export const selectOwn = <T extends Table>(
  tx: Tx,
  table: T,
  values: Values<T> = {},
): SelectQueryBuilder<Schema, T, object> =>
  (tx.selectFrom(table) as unknown as SelectQueryBuilder<Schema, T, object>).where(rowsWith(tx, values))

export const updateOwn = <T extends Table>(
  tx: Tx,
  table: T,
  values: Values<T> = {},
): UpdateQueryBuilder<Schema, T, T, UpdateResult> =>
  (tx.updateTable(table) as unknown as UpdateQueryBuilder<Schema, T, T, UpdateResult>).where(rowsWith(tx, values))

export const deleteOwn = <T extends Table>(
  tx: Tx,
  table: T,
  values: Values<T> = {},
): DeleteQueryBuilder<Schema, T, DeleteResult> =>
  (tx.deleteFrom(table) as unknown as DeleteQueryBuilder<Schema, T, DeleteResult>).where(rowsWith(tx, values))

/** Inserts a row of the business. */
export const insertOwn = <T extends Table>(
  tx: Tx,
  table: T,
  row: Omit<InsertObject<Schema, T>, 'businessId'>,
): InsertQueryBuilder<Schema, T, InsertResult> =>
  tx.insertInto(table).values({ ...row, businessId: tx.businessId } as unknown as InsertObject<Schema, T>)

const rowsWith =
  <T extends Table>({ businessId }: Tx, values: Values<T>) =>
  (eb: ExpressionBuilder<Schema, T>) =>
    eb.and(
      Object.entries({ businessId, ...values }).map(([column, value]) => {
        if (value === undefined) throw new Error(`no value for ${column}`)
        return eb(column as never, '=', value as never)
      }),
    )
