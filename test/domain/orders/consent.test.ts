import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChannels } from '../../../src/domain/orders/consent.ts'

const CUSTOMER = { customerPhone: '+12065550123', customerEmail: 'kim@example.com' }
const open = (smsConsent: boolean | null, emailConsent: boolean | null, byDefault: boolean) =>
  openChannels({ ...CUSTOMER, smsConsent, emailConsent }, byDefault).map(({ channel }) => channel)

test('the customer’s own answer counts, or else the business’s default', () => {
  assert.deepEqual(open(false, null, true), ['EMAIL'])
  assert.deepEqual(open(null, false, true), ['SMS'])
  assert.deepEqual(open(true, null, false), ['SMS'])
  assert.deepEqual(open(null, true, false), ['EMAIL'])
  assert.deepEqual(open(null, null, false), [])
})

test('a channel without an address is closed', () => {
  const contact = { customerPhone: null, customerEmail: null, smsConsent: true, emailConsent: true }
  assert.deepEqual(openChannels(contact, true), [])
})
