// What became of the items of a delivery that was not made in full.
import { type Text, text } from '../../texts/text.ts'
import type { OrderItem } from '../orders/order.ts'

type Item = Pick<OrderItem, 'name' | 'sku' | 'quantity'>

/** What was not delivered as ordered of an item, as it is told. */
export interface ItemDifference {
  name: string
  /** Null is any of the name. */
  sku: string | null
  /** Not there to be handed over. */
  short: number
  damaged: number
  /** Not taken; it goes back. */
  returned: number
  reason: string | null
}

/** An item as it was when the outcome was recorded. */
export interface ItemOutcome extends ItemDifference {
  quantity: number
  /** As ordered. */
  delivered: number
}

const NOTHING = { short: 0, damaged: 0, returned: 0, reason: null }

/** Every item with what became of it; null where all was delivered as ordered. What was no item of the order is named last. */
export function itemOutcomes(items: readonly Item[], differences: readonly ItemDifference[]): ItemOutcome[] | null {
  const told = differences.filter((difference) => missingOf(difference) > 0)
  if (told.length === 0) return null
  const { matched, others } = match(items, told)
  return [
    ...items.map(({ name, sku, quantity }, i): ItemOutcome => {
      const difference = matched.get(i)
      if (!difference) return { name, sku, quantity, delivered: quantity, ...NOTHING }
      return { ...difference, name, sku, quantity, delivered: Math.max(0, rounded(quantity - missingOf(difference))) }
    }),
    ...others.map((difference): ItemOutcome => ({ ...difference, quantity: missingOf(difference), delivered: 0 })),
  ]
}

/** What is wrong with the first difference that does not fit the items; null when all do. */
export function differenceFault(
  items: readonly Item[],
  differences: readonly ItemDifference[],
): { index: number; field: 'name' | 'short'; message: Text } | null {
  const { matched, others } = match(items, differences)
  const [unknown] = others
  if (unknown)
    return { index: differences.indexOf(unknown), field: 'name', message: text('is not an item of this delivery') }
  for (const [i, difference] of matched) {
    const { quantity } = items[i] ?? { quantity: 0 }
    if (missingOf(difference) > quantity)
      return {
        index: differences.indexOf(difference),
        field: 'short',
        message: text('damaged and returned together are more than the {quantity} of the order', { quantity }),
      }
  }
  return null
}

/** An item that was changed to none while the driver was at the door may come back, too. */
export const isPartial = (outcome: ItemOutcome): boolean => missingOf(outcome) > 0

const missingOf = ({ short, damaged, returned }: Pick<ItemDifference, 'short' | 'damaged' | 'returned'>): number =>
  rounded(short + damaged + returned)

/** Of sums of weights: no more figures than were given. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

/**
 * Each difference with an item of its name that no other took: of its very sku before any that it may mean, of several lines
 * of the same the first that is as many, else the first.
 */
function match(items: readonly Item[], differences: readonly ItemDifference[]) {
  const matched = new Map<number, ItemDifference>()
  const take = (difference: ItemDifference, fits: (item: Item) => boolean): boolean => {
    const free = [...items.keys()].filter((at) => {
      const item = items[at]
      return item?.name === difference.name && fits(item) && !matched.has(at)
    })
    const i = free.find((at) => missingOf(difference) <= (items[at]?.quantity ?? 0)) ?? free[0]
    if (i !== undefined) matched.set(i, difference)
    return i !== undefined
  }
  const unsure = differences.filter((difference) => !take(difference, ({ sku }) => sku === difference.sku))
  const others = unsure.filter((difference) => difference.sku !== null || !take(difference, () => true))
  return { matched, others }
}

/** In English, as the office reads it: "2 of 3 × Apples, 1 damaged: box was wet". */
export const partialInWords = ({ name, quantity, delivered, short, damaged, returned, reason }: ItemOutcome): string =>
  [
    `${delivered} of ${quantity} × ${name}`,
    ...(short > 0 ? [`${short} short`] : []),
    ...(damaged > 0 ? [`${damaged} damaged`] : []),
    ...(returned > 0 ? [`${returned} returned`] : []),
  ].join(', ') + (reason ? `: ${reason}` : '')

/** Of each item that was not delivered as ordered; in English unless other words are given. */
export const partialsInWords = (
  outcomes: readonly ItemOutcome[] | null | undefined,
  inWords = partialInWords,
): string[] => (outcomes ?? []).filter(isPartial).map(inWords)
