// What a delivery consists of, piece by piece: each carries a code that is printed on its label, or that it came with.
import type { OrderItem } from './order.ts'

export interface Piece {
  code: string
  /** What is in it; null where nobody says. */
  name: string | null
}

export const LABEL_SHEETS = ['4X6', 'A4'] as const
/** 4X6: a label a page, for label printers, 4 by 6 inches. A4: eight on a sheet, each 99.1 by 67.7 mm. */
export type LabelSheet = (typeof LABEL_SHEETS)[number]

export interface Pieced {
  orderId: string
  items: readonly OrderItem[] | null
  rules: { loadPieces?: number } | null
}

/** Beyond this many nobody sticks a label on each: then an item is one piece. */
export const MOST_PIECES = 200

/**
 * The pieces of a delivery. Codes that were sent are theirs; of an item without, each unit is a piece, or all of it where
 * it isn't counted in whole units. Without items, and where a number of pieces but no code was sent, there are as many as
 * that, and at least one.
 */
export function piecesOf({ orderId, items, rules }: Pieced): Piece[] {
  const stated = rules?.loadPieces
  const listed = items ?? []
  const coded = listed.some(({ barcodes }) => barcodes)
  const names = coded || stated === undefined ? unitsOf(listed) : []
  const count = Math.max(1, stated === undefined ? 0 : Math.min(Math.ceil(stated), MOST_PIECES))
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
  return units(total <= MOST_PIECES ? wholeUnits : ({ quantity }) => (quantity > 0 ? 1 : 0))
}

const wholeUnits = ({ quantity }: OrderItem): number => (Number.isInteger(quantity) ? quantity : 1)

const onlyName = (items: readonly OrderItem[]): string | null => (items.length === 1 ? (items[0]?.name ?? null) : null)

/** No letters that are taken for figures: a driver may have to type it. */
const FIGURES = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS = 50n

/** What all labels of a delivery begin with: 10 characters of what is random in its id. */
export function codeOf(orderId: string): string {
  let rest = BigInt(`0x${orderId.replaceAll('-', '').slice(-16)}`) & ((1n << BITS) - 1n)
  let code = ''
  for (let i = 0n; i < BITS / 5n; i++) {
    code = FIGURES[Number(rest & 31n)] + code
    rest >>= 5n
  }
  return code
}

/** As a scanner or a driver gives it: spaces around it and small letters of a label count for nothing. */
export const tidyCode = (code: string): string => code.trim().toUpperCase()
