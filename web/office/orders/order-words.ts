// Texts for order status and table columns.
import type { ExportColumn } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { words } from '../../words/locale.ts'

export const orderStatusWords = ({ status, stop }: Pick<OrderOut, 'status' | 'stop'>): string =>
  stop?.item_outcomes ? words.common.inPart(words.common.orderStatus[status]) : words.common.orderStatus[status]

export const columnName = (column: ExportColumn | 'reference'): string =>
  column === 'notes' ? words.common.instructions : words.common[column]
