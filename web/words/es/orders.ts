import type { orders as English } from '../en/orders.ts'

export const orders: typeof English = {}
