// Tables of messages to customers, and their replies.
import type { MessageKind, MessageStatus } from '../../domain/messages/message.ts'
import { each, instant, number, ofBusiness, ofInstallation, text, uuid } from './table.ts'

export const messages = ofBusiness({ key: ['messageId'], depots: ['drivers', 'orders', 'routes'] }).columns({
  messageId: uuid,
  channel: text<'SMS' | 'EMAIL'>('NONE'),
  kind: text<MessageKind>('NONE'),
  ...each(text('TEXT'), 'recipient', 'body'),
  ...each(text('TEXT').nullable, 'textedTo', 'error'),
  ...each(uuid.nullable, 'orderId', 'routeId', 'driverId'),
  status: text<MessageStatus>('NONE').defaulted,
  createdAt: instant,
  sentAt: instant.nullable,
  dueAt: instant.defaulted,
  attempts: number.defaulted,
  providerId: text('ORDER').nullable,
  ...each(number.nullable, 'segments', 'price'),
  currency: text('NONE').nullable,
})

export const textReplies = ofBusiness({ key: ['replyId'], depots: ['orders'] }).columns({
  ...each(uuid, 'replyId', 'orderId'),
  body: text('TEXT'),
  providerId: text('ORDER'),
  receivedAt: instant,
  seenAt: instant.nullable,
})

export const textOptOuts = ofInstallation({ key: ['phone'], moves: true }).columns({
  phone: text('DIGEST'),
  at: instant,
})
