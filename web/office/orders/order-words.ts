// An order's state in words.
import type { OrderOut } from '../../../src/contract/orders.ts'

export const orderStatusWords = ({ status, stop }: Pick<OrderOut, 'status' | 'stop'>): string =>
  status.toLowerCase() + (stop?.item_outcomes ? ' in part' : '')
