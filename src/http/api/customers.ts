// Receipts, and what is kept of a customer.
import { erasePerson } from '../../app/customers/privacy/erase-person.ts'
import { exportPerson } from '../../app/customers/privacy/export-person.ts'
import { findPerson } from '../../app/customers/privacy/find-person.ts'
import { listReceipts, readReceipt } from '../../app/customers/receipts/read-receipts.ts'
import * as privacy from '../../contract/privacy.ts'
import * as receipts from '../../contract/receipts.ts'
import { byKey, type Operation } from '../operation.ts'
import { paged } from './answers.ts'

export const customersApi: readonly Operation[] = [
  byKey(receipts.listReceipts, (ctx, { query }) => listReceipts(ctx, query), paged),
  byKey(receipts.readReceipt, (ctx, { params }) => readReceipt(ctx, params.receipt_uuid)),
  byKey(privacy.findPerson, (ctx, { body }) => findPerson(ctx, body)),
  byKey(privacy.exportPerson, (ctx, { body }) => exportPerson(ctx, body)),
  byKey(privacy.erasePerson, (ctx, { body }) => erasePerson(ctx, body)),
]
