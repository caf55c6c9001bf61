// Goods, cash and checks that a driver brings back at the end of a route.
import type { OrderItem } from '../orders/order.ts'
import { type DoorChecks, exactAmount, minorDigits } from './door-checks.ts'
import type { ItemOutcome } from './item-outcomes.ts'
import { isOutcome, type StopStatus } from './stop.ts'

interface EndedStop {
  status: StopStatus
  items: readonly Pick<OrderItem, 'name' | 'quantity'>[]
  itemOutcomes: readonly ItemOutcome[] | null
}

export interface ReturnedItem {
  name: string
  quantity: number
}

/**
 * Returns the items to bring back from a stop, or null if there are none. An empty list is a whole delivery whose items
 * are unknown.
 */
export function itemsToReturn({ status, items, itemOutcomes }: EndedStop): ReturnedItem[] | null {
  if (!isOutcome(status)) return null
  if (status !== 'DELIVERED') {
    const missing = itemOutcomes?.map(({ short }) => short)
    return items
      .map(({ name, quantity }, i) => ({ name, quantity: quantity - (missing?.[i] ?? 0) }))
      .filter(({ quantity }) => quantity > 0)
  }
  const back = (itemOutcomes ?? [])
    .map(({ name, damaged, returned }) => ({ name, quantity: damaged + returned }))
    .filter(({ quantity }) => quantity > 0)
  return back.length > 0 ? back : null
}

/** Returns whether goods that come from another stop are on the vehicle. `giver` is that stop, if the route has it. */
export const isPickedUp = (giver: { status: StopStatus } | null): boolean => giver?.status === 'DELIVERED'

/** Returns the cash or check that was collected at a stop, or null. Cards are paid into the business's account. */
export function cashCollected(checks: DoorChecks | null | undefined): NonNullable<DoorChecks['collected']> | null {
  const collected = checks?.collected
  return collected?.method === 'CASH' || collected?.method === 'CHECK' ? collected : null
}

/** Returns the exact sum of amounts in one currency. */
export function sumOfAmounts(amounts: readonly string[], currency: string): string {
  const digits = minorDigits(currency)
  const units = amounts
    .map((amount) => BigInt((exactAmount(amount, currency) ?? '0').replace('.', '')))
    .reduce((sum, amount) => sum + amount, 0n)
  const text = String(units).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Goods and cash that the office received at the end of a route. */
export interface HandIn {
  /** ISO 8601. */
  at: string
  /** Cash that was expected and counted, as exact decimals. */
  expected: string
  cash: string
  currency: string
  /** Deliveries whose goods did not come back. */
  missing: { orderId: string; externalRef: string }[]
  note: string | null
}
