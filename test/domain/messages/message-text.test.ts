import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../../src/domain/customer-words/en.ts'
import {
  fillPlaceholders,
  messageTextFault,
  orderValues,
  placeholdersOf,
  subjectFault,
} from '../../../src/domain/messages/message-text.ts'
import { render, type Text } from '../../../src/texts/text.ts'

test('a value that looks like a placeholder stays unchanged, and so does a placeholder without a value', () => {
  assert.equal(
    fillPlaceholders('{items} for {order}, {later}', { items: '{order}', order: 'A-1' }),
    '{order} for A-1, {later}',
  )
  assert.equal(fillPlaceholders('{constructor}', {}), '{constructor}')
})

test('an order’s values are its first items, its date, and a window even if nothing else is known', () => {
  const bare = { externalRef: 'A-1', items: null, day: '2026-11-23', windowStart: null, windowEnd: null }
  assert.deepEqual(orderValues(bare, null, en), {
    order: 'A-1',
    items: 'your order',
    date: 'Monday, November 23',
    window: 'during the day',
    eta: 'during the day',
  })
  const items = ['Tea', 'Milk', 'Bread', 'Eggs', 'Salt'].map((name, i) => ({ name, quantity: i + 1 }))
  const full = orderValues({ ...bare, items, windowEnd: '12:00' }, 'between 9:00 AM and 9:30 AM', en)
  assert.equal(full.items, 'Tea, 2 × Milk, 3 × Bread, 2 more')
  assert.equal(orderValues({ ...bare, items: items.slice(0, 3) }, null, en).items, 'Tea, 2 × Milk, 3 × Bread')
  assert.deepEqual([full.window, full.eta], ['by 12:00 PM', 'between 9:00 AM and 9:30 AM'])
  const two = {
    ...bare,
    windowStart: '08:00',
    windowEnd: '10:00',
    rules: { moreWindows: [{ start: '16:00', end: '18:00' }] },
  }
  assert.equal(orderValues(two, null, en).eta, 'between 8:00 AM and 10:00 AM or between 4:00 PM and 6:00 PM')
})

test('only known parameters may be in braces: no links in a subject, and no order parameters to a driver', () => {
  const said = (fault: Text | null): string => (fault ? render(fault) : 'no fault')
  assert.equal(messageTextFault('DELIVERED', '{items}: {photo_link}'), null)
  assert.match(said(messageTextFault('DRIVER_ROUTE', '{driver_link} {items}')), /unknown placeholder \{items\}/)
  assert.match(said(subjectFault('{tracking_link}')), /unknown placeholder \{tracking_link\}/)
  assert.equal(subjectFault('{order} on {date}'), null)
  assert.equal(
    said(subjectFault('{a')),
    'has an unmatched brace; placeholders are {business}, {order}, {date}, {window}, {eta}',
  )
  for (const content of ['}', '{{order}', '{order}}'])
    assert.match(said(subjectFault(content)), /unmatched brace/, content)
  for (const content of ['{}', '{orders}', '{ order }']) assert.match(said(subjectFault(content)), /unknown/, content)
  assert.match(said(messageTextFault('DRIVER_ROUTE', 'Hello')), /^must contain \{driver_link\}/)
  assert.match(said(messageTextFault('DRIVER_HOME', '{business}')), /^must contain \{home_link\}/)
  assert.equal(messageTextFault('DRIVER_HOME', '{home_link}'), null)
  assert.equal(messageTextFault('DELIVERED', 'Thank you'), null, 'a customer needs no link')
  assert.deepEqual(placeholdersOf('DRIVER_HOME'), ['business', 'home_link'])
  assert.ok(placeholdersOf('DELIVERED').includes('tracking_link'))
})
