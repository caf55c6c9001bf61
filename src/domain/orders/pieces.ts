// The pieces of a delivery. Each has a code, either sent with the order or generated and printed on its label.
import type { OrderItem } from './order.ts'

export interface Piece {
  code: string
  /** Contents of the piece. Null if unknown. */
  name: string | null
}

export const LABEL_SHEETS = ['4X6', 'A4'] as const
/** 4X6: one label per page, 4 by 6 inches, for label printers. A4: eight labels per sheet, each 99.1 by 67.7 mm. */
export type LabelSheet = (typeof LABEL_SHEETS)[number]

export interface DeliveryWithPieces {
  orderId: string
  items: readonly OrderItem[] | null
  rules: { loadPieces?: number } | null
}

/**
 * Maximum number of pieces that are labeled individually. People don't label more units of a delivery one by one, so
 * each item without codes is then one piece.
 */
export const MAX_PIECES = 200

/**
 * Returns the pieces of a delivery. Each code of an item is a piece. Items without codes have one piece per unit, or a
 * single piece if the quantity isn't a whole number. If the delivery states its number of pieces without codes, or has
 * no items, it has the stated number of pieces, but at least one.
 */
export function piecesOf({ orderId, items, rules }: DeliveryWithPieces): Piece[] {
  const stated = rules?.loadPieces
  const listed = items ?? []
  const coded = listed.some(({ barcodes }) => barcodes)
  const names = coded || stated === undefined ? unitsOf(listed) : []
  const count = Math.max(1, stated === undefined ? 0 : Math.min(Math.ceil(stated), MAX_PIECES))
  const pieces = names.length > 0 ? names : Array.from({ length: count }, () => ({ name: onlyName(listed) }))
  return pieces.map(({ name, code }: { name: string | null; code?: string }, i) => ({
    code: code ?? `${codeOf(orderId)}-${i + 1}`,
    name,
  }))
}

function unitsOf(items: readonly OrderItem[]): { name: string; code?: string }[] {
  const units = (of: (item: OrderItem) => number) =>
    items.flatMap((item) =>
      item.barcodes
        ? item.barcodes.map((code) => ({ name: item.name, code }))
        : Array.from({ length: of(item) }, () => ({ name: item.name })),
    )
  const total = items.reduce((sum, item) => sum + (item.barcodes?.length ?? wholeUnits(item)), 0)
  return units(total <= MAX_PIECES ? wholeUnits : ({ quantity }) => (quantity > 0 ? 1 : 0))
}

const wholeUnits = ({ quantity }: OrderItem): number => (Number.isInteger(quantity) ? quantity : 1)

const onlyName = (items: readonly OrderItem[]): string | null => (items.length === 1 ? (items[0]?.name ?? null) : null)

/** Excludes letters that look like digits, because drivers may have to type a code. */
const FIGURES = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS = 50n

/** Returns the common prefix of a delivery's labels: 10 characters from the random bits of its ID. */
export function codeOf(orderId: string): string {
  let rest = BigInt(`0x${orderId.replaceAll('-', '').slice(-16)}`) & ((1n << BITS) - 1n)
  let code = ''
  for (let i = 0n; i < BITS / 5n; i++) {
    code = FIGURES[Number(rest & 31n)] + code
    rest >>= 5n
  }
  return code
}

/** Normalizes a code that was scanned or typed: removes surrounding spaces and converts to upper case. */
export const normalizeCode = (code: string): string => code.trim().toUpperCase()
