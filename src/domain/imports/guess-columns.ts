// Guesses the meaning of each column of a file from its header and its cells.
import { CELLS_OF_FIELD, isEmail, isWholeAddress, mostAre } from './cell-kinds.ts'
import { type ColumnMapping, IMPORT_FIELDS, type ImportField } from './import-columns.ts'
import { FIRST_NAME_OR_NAME, IMPORT_HEADERS, plainHeader, SURNAME_OR_NAME, VAGUE_HEADERS } from './import-headers.ts'

/** Headers that name a delivery in some way. Their cells decide between date and window. */
const OF_DELIVERY = /deliver|fulfil|entrega|reparto|livraison|liefer|zustell/

/** Guesses the field of each column. Uses every column at most once. `cells` are some cells of each column. */
export function guessMapping(headers: readonly string[], cells: readonly (readonly string[])[]): ColumnMapping {
  const names = headers.map(plainHeader)
  const taken = new Set<number>()
  const mapping: ColumnMapping = {}
  const take = (field: ImportField, column: number): void => {
    if (column < 0 || mapping[field] !== undefined) return
    mapping[field] = column
    taken.add(column)
  }
  const free = (test: (name: string, column: number) => boolean): number =>
    names.findIndex((name, i) => !taken.has(i) && test(name, i))
  const looksLike = (field: ImportField, column: number, empty: boolean): boolean => {
    const test = CELLS_OF_FIELD[field]
    return !test || mostAre(cells[column] ?? [], test, empty)
  }
  for (const field of IMPORT_FIELDS)
    for (const header of acceptedHeaders(field, names)) {
      const vague = VAGUE_HEADERS.has(header)
      take(
        field,
        free((name, i) => name === header && (!vague || looksLike(field, i, true))),
      )
    }
  chooseName(mapping, names)
  takeWholeAddress(mapping, cells, take, free)
  take(
    'customer_email',
    free((_, i) => mostAre(cells[i] ?? [], isEmail, false)),
  )
  for (const field of ['delivery_date', 'window'] as const)
    take(
      field,
      free((name, i) => OF_DELIVERY.test(name) && looksLike(field, i, false)),
    )
  return mapping
}

/** Words of columns about the person who gets the goods. */
const OF_RECIPIENT = /ship|deliver|envio|entrega|livraison|liefer|versand|recipient|destinat|empfang/

/** Keeps the recipient's name if there are columns for a whole name and for a first name. */
function chooseName(mapping: ColumnMapping, names: readonly string[]): void {
  const { customer_name: whole, first_name: first } = mapping
  if (whole === undefined || first === undefined) return
  if (OF_RECIPIENT.test(names[whole] ?? '') && !OF_RECIPIENT.test(names[first] ?? '')) {
    delete mapping.first_name
    delete mapping.last_name
  } else delete mapping.customer_name
}

/** The column with whole addresses, by its cells. A file with towns or postal codes of their own has none. */
function takeWholeAddress(
  mapping: ColumnMapping,
  cells: readonly (readonly string[])[],
  take: (field: ImportField, column: number) => void,
  free: (test: (name: string, column: number) => boolean) => number,
): void {
  if (mapping.city !== undefined || mapping.postal_code !== undefined || mapping.full_address !== undefined) return
  const isWhole = (column: number): boolean => mostAre(cells[column] ?? [], isWholeAddress, false)
  if (mapping.line1 === undefined) {
    take(
      'full_address',
      free((_, i) => isWhole(i)),
    )
  } else if (isWhole(mapping.line1)) {
    take('full_address', mapping.line1)
    delete mapping.line1
  }
}

const includesAny = (names: readonly string[], headers: readonly string[]): boolean =>
  headers.some((header) => names.includes(header))

function acceptedHeaders(field: ImportField, names: readonly string[]): readonly string[] {
  const headers = IMPORT_HEADERS[field]
  const hasGivenNames = names.some((name) => /\b(?:prenom|vorname)\b/.test(name))
  const hasSurnames = names.some((name) => /\bapellidos?\b/.test(name))
  // Shopify's "Name" is that of the order. The customer's name is under shipping and billing.
  if (field === 'external_ref') return names.includes('lineitem name') ? ['name', ...headers] : headers
  // Square's and PrestaShop's "Date" is that of the sale. It comes with a time zone, or with the date of the row.
  if (field === 'delivery_date')
    return includesAny(names, ['time zone', 'date add']) ? headers.filter((name) => name !== 'date') : headers
  if (field === 'customer_name')
    return headers.filter(
      (name) =>
        !(hasGivenNames && SURNAME_OR_NAME.includes(name)) && !(hasSurnames && FIRST_NAME_OR_NAME.includes(name)),
    )
  if (field === 'first_name' && hasSurnames) return [...headers, ...FIRST_NAME_OR_NAME]
  if (field === 'last_name' && hasGivenNames) return [...headers, ...SURNAME_OR_NAME]
  return headers
}
