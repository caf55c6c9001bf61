// An order's state and goods in words.
import type { OrderOut } from '../../../src/contract/orders.ts'

export const orderStatusWords = ({ status, stop }: Pick<OrderOut, 'status' | 'stop'>): string =>
  status.toLowerCase() + (stop?.item_outcomes ? ' in part' : '')

export const itemsWords = (items: OrderOut['items']): string =>
  (items ?? []).map(({ quantity, name, sku }) => `${quantity} × ${name}${sku ? ` (${sku})` : ''}`).join(', ')
