// An order's state in words.
import type { OrderOut } from '../../../src/contract/orders.ts'
import { words } from '../../words/locale.ts'

export const orderStatusWords = ({ status, stop }: Pick<OrderOut, 'status' | 'stop'>): string =>
  stop?.item_outcomes ? words.common.inPart(words.common.orderStatus[status]) : words.common.orderStatus[status]
