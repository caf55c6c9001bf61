// Outcomes of the items of a delivery that was not completed in full.
import { type Text, text } from '../../texts/text.ts'
import type { OrderItem } from '../orders/order.ts'

type Item = Pick<OrderItem, 'name' | 'sku' | 'quantity'>

/** Reported difference between an ordered and a delivered item, as quantities. */
export interface ItemDifference {
  name: string
  /** Null: any item with this name. */
  sku: string | null
  /** Quantity that was missing from the goods. */
  short: number
  damaged: number
  /** Quantity that the customer didn't take. It goes back. */
  returned: number
  reason: string | null
}

/** An item with its ordered quantity at the time when the outcome was recorded. */
export interface ItemOutcome extends ItemDifference {
  quantity: number
  /** Quantity delivered as ordered. */
  delivered: number
}

const NOTHING = { short: 0, damaged: 0, returned: 0, reason: null }

/**
 * Returns the outcome of every item, or null if all items were delivered as ordered. Differences that match no item of
 * the order come last.
 */
export function itemOutcomes(items: readonly Item[], differences: readonly ItemDifference[]): ItemOutcome[] | null {
  const told = differences.filter((difference) => undeliveredQuantity(difference) > 0)
  if (told.length === 0) return null
  const { matched, others } = matchDifferences(items, told)
  return [
    ...items.map(({ name, sku, quantity }, i): ItemOutcome => {
      const difference = matched.get(i)
      if (!difference) return { name, sku, quantity, delivered: quantity, ...NOTHING }
      return {
        ...difference,
        name,
        sku,
        quantity,
        delivered: Math.max(0, withoutNoise(quantity - undeliveredQuantity(difference))),
      }
    }),
    ...others.map(
      (difference): ItemOutcome => ({ ...difference, quantity: undeliveredQuantity(difference), delivered: 0 }),
    ),
  ]
}

/** Returns the problem with the first difference that doesn't fit the items, or null if all fit. */
export function differenceFault(
  items: readonly Item[],
  differences: readonly ItemDifference[],
): { index: number; field: 'name' | 'short'; message: Text } | null {
  const { matched, others } = matchDifferences(items, differences)
  const [unknown] = others
  if (unknown)
    return { index: differences.indexOf(unknown), field: 'name', message: text('is not an item of this delivery') }
  for (const [i, difference] of matched) {
    const { quantity } = items[i] ?? { quantity: 0 }
    if (undeliveredQuantity(difference) > quantity)
      return {
        index: differences.indexOf(difference),
        field: 'short',
        message: text('damaged and returned together are more than the {quantity} of the order', { quantity }),
      }
  }
  return null
}

/**
 * Returns whether an item was not delivered in full. Doesn't compare quantities: an item whose quantity became zero
 * while the driver was at the door may also be returned.
 */
export const isPartial = (outcome: ItemOutcome): boolean => undeliveredQuantity(outcome) > 0

const undeliveredQuantity = ({
  short,
  damaged,
  returned,
}: Pick<ItemDifference, 'short' | 'damaged' | 'returned'>): number => withoutNoise(short + damaged + returned)

/** Removes floating-point noise from sums of weights. */
const withoutNoise = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * Matches each difference to an unmatched item with its name. Exact SKUs are matched first, then differences with a
 * null SKU. Among several items, the first with a sufficient quantity is chosen, else the first.
 */
function matchDifferences(items: readonly Item[], differences: readonly ItemDifference[]) {
  const matched = new Map<number, ItemDifference>()
  const take = (difference: ItemDifference, fits: (item: Item) => boolean): boolean => {
    const free = [...items.keys()].filter((at) => {
      const item = items[at]
      return item?.name === difference.name && fits(item) && !matched.has(at)
    })
    const i = free.find((at) => undeliveredQuantity(difference) <= (items[at]?.quantity ?? 0)) ?? free[0]
    if (i !== undefined) matched.set(i, difference)
    return i !== undefined
  }
  const unsure = differences.filter((difference) => !take(difference, ({ sku }) => sku === difference.sku))
  const others = unsure.filter((difference) => difference.sku !== null || !take(difference, () => true))
  return { matched, others }
}

/** In English, for the office: "2 of 3 × Apples, 1 damaged: box was wet". */
export const partialInWords = ({ name, quantity, delivered, short, damaged, returned, reason }: ItemOutcome): string =>
  [
    `${delivered} of ${quantity} × ${name}`,
    ...(short > 0 ? [`${short} short`] : []),
    ...(damaged > 0 ? [`${damaged} damaged`] : []),
    ...(returned > 0 ? [`${returned} returned`] : []),
  ].join(', ') + (reason ? `: ${reason}` : '')

/** Describes each item that was not delivered as ordered, in English unless `inWords` is given. */
export const partialsInWords = (
  outcomes: readonly ItemOutcome[] | null | undefined,
  inWords = partialInWords,
): string[] => (outcomes ?? []).filter(isPartial).map(inWords)
