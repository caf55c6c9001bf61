// The items of an order as a form has them: a line each.
import type { OrderOut } from '../../../src/contract/orders.ts'

type Item = NonNullable<OrderOut['items']>[number]

export const lineOf = ({ quantity, name }: Pick<Item, 'quantity' | 'name'>): string => `${quantity} × ${name}`

/** Lines of "2 × Apples"; one that is as it was keeps all that its item had. */
export function itemsIn(
  text: string,
  before: readonly Item[] | null,
): (Item | Pick<Item, 'name' | 'quantity'>)[] | null {
  const left = [...(before ?? [])]
  const items = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const known = left.findIndex((item) => lineOf(item) === line)
      const [item] = known < 0 ? [] : left.splice(known, 1)
      if (item) return item
      const [, quantity, name] = /^(\d+(?:\.\d+)?)\s*[×x*]\s*(\S.*)$/i.exec(line) ?? []
      return name ? { name, quantity: Number(quantity) } : { name: line, quantity: 1 }
    })
  return items.length > 0 || before ? items : null
}
