// Tests verification of a file of receipts, with files that were signed by a misused key.
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { canonical, publicKeyOf, sha256, thumbprint } from '../../../../src/app/customers/receipts/receipt-file.ts'
import { checkFile, contradictions } from '../../../../src/app/customers/receipts/verify-receipts.ts'
import type { ReceiptContent } from '../../../../src/contract/receipts.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = publicKeyOf(publicKey.export({ format: 'jwk' }).x ?? '')
const trusted = new Map([[thumbprint(key), { kid: thumbprint(key), retired_at: null }]])
const id = (last: number) => `019ab8e4-77d0-7b1c-8e11-00000000000${last}`

const first: ReceiptContent = {
  type: 'roundsman-receipt',
  version: 1,
  issuer: 'http://roundsman.test',
  kid: thumbprint(key),
  business_uuid: id(1),
  sequence: 1,
  previous: null,
  issued_at: '2026-11-23T14:30:00.000Z',
  receipt_uuid: id(2),
  corrects: null,
  order_uuid: id(3),
  stop_uuid: id(4),
  outcome: 'DELIVERED',
  occurred_at: '2026-11-23T14:28:00.000Z',
  phone_time: null,
  received_at: null,
  settled_at: '2026-11-23T14:30:00.000Z',
  photos: [],
  signatures: [],
  digests: { order_reference: sha256('x').toString('hex') },
  test: false,
}
const digestOf = (signed: ReceiptContent): string => sha256(canonical(signed)).toString('hex')
const after = (signed: ReceiptContent, members: Partial<ReceiptContent> = {}): ReceiptContent => ({
  ...signed,
  sequence: signed.sequence + 1,
  previous: digestOf(signed),
  ...members,
})
const fileOf = (...contents: ReceiptContent[]): Buffer =>
  Buffer.from(
    contents
      .map((signed) => {
        const signature = sign(null, Buffer.from(canonical(signed)), privateKey).toString('hex')
        return canonical({ disclosed: {}, key, signature, signed })
      })
      .join('\n'),
  )
const faults = (...contents: ReceiptContent[]): string => checkFile(fileOf(...contents), trusted).faults.join()

test('a chain continues from digest to digest, and never back in time', () => {
  assert.equal(faults(first, after(first)), '')
  assert.match(
    faults(first, after(first, { issued_at: '2026-11-23T14:29:59.999Z' })),
    /before the receipt that it follows/,
  )
  assert.match(
    faults(first, after(first, { previous: digestOf(after(first)) })),
    /does not follow the receipt before it/,
  )
  assert.match(faults(first, after(first, { sequence: 3 })), /number 3 follows number 1/)
  assert.match(faults({ ...first, previous: digestOf(first) }), /only the first receipt/)
  assert.match(faults({ ...first, sequence: 2 }), /only the first receipt/)
})

test('a receipt with another key, or the ID of another key, is rejected', () => {
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
  const line = fileOf(first).toString()
  assert.match(checkFile(Buffer.from(line.replace(key.x, other)), null).faults.join(), /not the one that it names/)
  assert.match(faults({ ...first, kid: thumbprint(publicKeyOf(other)) }), /not the one that it names/)
  const renamed = canonical({
    ...JSON.parse(line),
    key: publicKeyOf(other),
    signed: { ...first, kid: thumbprint(publicKeyOf(other)) },
  })
  assert.match(checkFile(Buffer.from(renamed), null).faults.join(), /signature does not match the content/)
  assert.match(checkFile(Buffer.from(renamed), trusted).faults.join(), /not among the given keys/)
})

test('two files with different receipts at one position of a chain contradict each other', () => {
  const read = (name: string, ...contents: ReceiptContent[]) => ({ name, ...checkFile(fileOf(...contents), trusted) })
  const whole = read('chain', first, after(first))
  assert.deepEqual(contradictions([whole, read('one', after(first))]), [])
  assert.deepEqual(contradictions([whole, read('one', after(first, { outcome: 'FAILED' }))]), [
    'one and chain have different receipts with the number 2.',
  ])
  assert.deepEqual(contradictions([whole, read('one', { ...first, business_uuid: id(9) })]), [])
})
