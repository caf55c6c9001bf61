// Tables of the report as CSV files.
import { z } from 'zod'
import { oneOf } from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { inOrder, range } from '../reports.ts'

export const REPORT_PARTS = ['days', 'drivers', 'failures', 'attempts', 'collected', 'hand_ins', 'messages'] as const
export const exportReport = endpoint({
  method: 'GET',
  path: '/report.csv',
  permission: 'readReports',
  query: inOrder(z.strictObject({ ...range, part: oneOf(REPORT_PARTS) })),
  reply: 'FILE',
  office: {},
})

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/report/customers.csv',
  permission: 'readOrders',
  query: inOrder(z.strictObject(range)),
  reply: 'FILE',
  office: {},
})
