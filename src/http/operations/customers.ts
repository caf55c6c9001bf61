// Handlers for receipts, replies, and the stored data of a customer.
import { erasePerson } from '../../app/customers/privacy/erase-person.ts'
import { exportPerson } from '../../app/customers/privacy/export-person.ts'
import { findPerson } from '../../app/customers/privacy/find-person.ts'
import { markSeen, readReplies } from '../../app/customers/messages/read-replies.ts'
import { listReceipts, readReceipt } from '../../app/customers/receipts/read-receipts.ts'
import * as replies from '../../contract/office/replies.ts'
import * as privacy from '../../contract/privacy.ts'
import * as receipts from '../../contract/receipts.ts'
import { pageReply } from './answers.ts'
import { bind, byKey, office } from './operation.ts'

export const customerOperations = [
  byKey(receipts.listReceipts, (ctx, { query }) => listReceipts(ctx, query), pageReply),
  byKey(receipts.readReceipt, (ctx, { params }) => readReceipt(ctx, params.receipt_uuid)),
  bind(privacy.findPerson, (ctx, { body }) => findPerson(ctx, body)),
  bind(privacy.exportPerson, (ctx, { body }) => exportPerson(ctx, body)),
  bind(privacy.erasePerson, (ctx, { body }) => erasePerson(ctx, body)),
  office(replies.readReplies, (ctx) => readReplies(ctx)),
  office(replies.seeReplies, (ctx, { body }) => markSeen(ctx, body.reply_uuids)),
]
