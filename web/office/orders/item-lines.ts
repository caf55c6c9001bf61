// Converts the items of an order to text lines of a form and back.
import type { OrderOut } from '../../../src/contract/order.ts'

type Item = NonNullable<OrderOut['items']>[number]

export const lineOf = ({ quantity, name }: Pick<Item, 'quantity' | 'name'>): string => `${quantity} × ${name}`

/** An item of the request body. Has no barcodes if the line was edited, because the stored ones belong to the old pieces. */
type Sent = Pick<Item, 'name' | 'quantity'> & Partial<Item>

/** Parses lines such as "2 × Apples". A line that matches a stored item keeps its other data. */
export function itemsIn(text: string, before: readonly Item[] | null): Sent[] | null {
  const left = [...(before ?? [])]
  const take = (fits: (item: Item) => boolean): Item | undefined => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const kept = lines.map((line) => take((item) => lineOf(item) === line))
  const items = lines.map((line, i): Sent => {
    const whole = kept[i]
    if (whole) return whole
    const [, figure, rest] = /^(\d+(?:\.\d+)?)\s*[×x*]\s*(\S.*)$/i.exec(line) ?? []
    const typed = rest ? { name: rest, quantity: Number(figure) } : { name: line, quantity: 1 }
    const { barcodes: _codes, ...known } = take(({ name }) => name === typed.name) ?? {}
    return { ...known, ...typed }
  })
  return items.length > 0 || before ? items : null
}
