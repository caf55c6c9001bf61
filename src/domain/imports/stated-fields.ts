// Distinguishes fields that a file empties from fields for which the file has no column.
import type { ImportField } from './import-columns.ts'

const WINDOW: readonly ImportField[] = ['window', 'window_start', 'window_end']

/** Columns of the fields whose column has another name. */
const COLUMNS: Readonly<Record<string, readonly ImportField[]>> = {
  window_start: WINDOW,
  window_end: WINDOW,
  temperature_class: ['needs'],
  load_weight_lbs: ['weight'],
  items: ['item_name'],
}

/**
 * Returns the fields of an order body that its rows state: fields with a value, and empty fields with a column. An import
 * leaves the other fields of an existing order unchanged.
 */
export const statedFields = (
  body: Record<string, unknown>,
  hasColumn: (field: ImportField) => boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== null || (COLUMNS[name] ?? [name as ImportField]).some(hasColumn),
    ),
  )
