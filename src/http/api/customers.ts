// Receipts, and what is kept of a customer.
import { erasePerson } from '../../app/customers/privacy/erase-person.ts'
import { exportPerson } from '../../app/customers/privacy/export-person.ts'
import { findPerson } from '../../app/customers/privacy/find-person.ts'
import { listReceipts, readReceipt } from '../../app/customers/receipts/read-receipts.ts'
import * as privacy from '../../contract/privacy.ts'
import * as receipts from '../../contract/receipts.ts'
import { type Binding, bind } from '../bind.ts'
import { paged } from './answers.ts'

export const customersApi: readonly Binding[] = [
  bind(receipts.listReceipts, (ctx, { query }) => listReceipts(ctx, query), paged),
  bind(receipts.readReceipt, (ctx, { params }) => readReceipt(ctx, params.receipt_uuid)),
  bind(privacy.findPerson, (ctx, { body }) => findPerson(ctx, body)),
  bind(privacy.exportPerson, (ctx, { body }) => exportPerson(ctx, body)),
  bind(privacy.erasePerson, (ctx, { body }) => erasePerson(ctx, body)),
]
