// Tables of signed receipts.
import type { Disclosed } from '../../domain/receipts/receipt.ts'
import { bytes, each, instant, json, number, ofBusiness, ofInstallation, text, uuid } from './table.ts'

export const receipts = ofBusiness({
  key: ['receiptId'],
  depots: ['orders'],
  findsBusiness: ['receiptId', 'linkHash', 'previousLinkHash'],
}).columns({
  ...each(uuid, 'receiptId', 'orderId', 'stopId'),
  content: text('DIGEST'),
  disclosed: json<Disclosed>('ORDER').nullable,
  settledAt: instant,
  linkHash: bytes('NONE'),
  ...each(bytes('NONE').nullable, 'previousLinkHash', 'digest', 'signature'),
  sequence: number.nullable,
  kid: text('NONE').nullable,
})

export const receiptChains = ofBusiness({ key: [], depots: 'SHARED' }).columns({
  sequence: number.defaulted,
  digest: bytes('NONE').nullable,
  issuedAt: instant.nullable,
})

export const receiptKeys = ofInstallation({ key: ['kid'], moves: true }).columns({
  ...each(text('NONE'), 'kid', 'publicKey'),
  privateKey: bytes('NONE').sealed.nullable,
  madeAt: instant,
  retiredAt: instant.nullable,
})
