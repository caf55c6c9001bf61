// Creates the orders of recurring orders, a number of days before their dates.
import { makeDueOrders } from '../app/orders/recurring/make-due.ts'
import type { Job } from './runner.ts'

export const makeRecurringOrdersJob: Job = { name: 'make-recurring-orders', everyMs: 60_000, run: makeDueOrders }
