// What customers answered to texts.
import { markSeen, readReplies } from '../../app/customers/messages/read-replies.ts'
import * as contract from '../../contract/office/replies.ts'
import { office } from '../operation.ts'

export const replyBindings = [
  office(contract.readReplies, (ctx) => readReplies(ctx)),
  office(contract.seeReplies, (ctx, { body }) => markSeen(ctx, body.reply_uuids)),
]
