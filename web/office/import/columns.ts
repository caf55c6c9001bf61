// Rules of the columns table: one meaning for each column, and the meanings that an order needs.
import { type ColumnMapping, IMPORT_FIELDS, type ImportField } from '../../../src/domain/imports/import-columns.ts'

export const meaningOf = (mapping: ColumnMapping, column: number): ImportField | null =>
  IMPORT_FIELDS.find((field) => mapping[field] === column) ?? null

/** Sets the meaning of a column. Null removes it. Another column with this meaning loses the meaning. */
export function withMeaning(mapping: ColumnMapping, column: number, meaning: ImportField | null): ColumnMapping {
  const others = Object.entries(mapping).filter(([field, at]) => at !== column && field !== meaning)
  return Object.fromEntries(meaning ? [...others, [meaning, column]] : others)
}

export const matchedCount = (mapping: ColumnMapping): number => new Set(Object.values(mapping)).size

/** Columns in the order of the table: those with a meaning first. */
export function columnOrder(count: number, mapping: ColumnMapping): number[] {
  const used = new Set(Object.values(mapping))
  const all = Array.from({ length: count }, (_, i) => i)
  return [...all.filter((column) => used.has(column)), ...all.filter((column) => !used.has(column))]
}

export type Needed = 'address' | 'name' | 'date'

/** Returns the meanings that every order needs and that no column has. Notes may contain the date. */
export function neededMeanings(mapping: ColumnMapping, defaultDate: string): Needed[] {
  const hasOne = (...fields: ImportField[]) => fields.some((field) => mapping[field] !== undefined)
  return [
    ...(hasOne('line1', 'full_address') ? [] : (['address'] as const)),
    ...(hasOne('customer_name', 'first_name', 'last_name') ? [] : (['name'] as const)),
    ...(defaultDate || hasOne('delivery_date', 'notes', 'instructions') ? [] : (['date'] as const)),
  ]
}

export interface Correction {
  line: number
  field: ImportField
  text: string
}

/** Adds corrections. A later one for the same value replaces the earlier one. */
export const withCorrections = (all: readonly Correction[], added: readonly Correction[]): Correction[] => [
  ...all.filter(({ line, field }) => !added.some((one) => one.line === line && one.field === field)),
  ...added,
]

/**
 * Returns the corrections that replace the address of a row. A street that was joined with the unit of another column
 * replaces both.
 */
export function addressCorrections(
  mapping: ColumnMapping,
  line: number,
  text: string,
  area: { city: string | null; region: string | null; postal_code: string | null } | null = null,
): Correction[] {
  if (mapping.line1 === undefined) return [{ line, field: 'full_address', text }]
  const parts = (['city', 'region', 'postal_code'] as const).filter(
    (field) => mapping[field] !== undefined && area?.[field],
  )
  return [
    { line, field: 'line1', text },
    ...parts.map((field) => ({ line, field, text: area?.[field] ?? '' })),
    ...(mapping.unit === undefined ? [] : [{ line, field: 'unit' as const, text: '' }]),
  ]
}
