// Tests the query of the orders' table, from the page's address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportQuery, filtersOf, queryOf, sameFilters, sortingOf } from '../../../../web/office/orders/view.ts'

test('an address gives only known filters, not the open order', () => {
  const address = new URLSearchParams('search=Elm&status=&order=1&days=week&sort=reference&evil=1')
  assert.deepEqual(filtersOf(address), { search: 'Elm', days: 'week', sort: 'reference' })
})

test('spans of days follow the calendar across the end of a month and of a year', () => {
  assert.deepEqual(queryOf({ days: 'today', status: 'OPEN' }, '12/31/2026'), {
    status: 'OPEN',
    from: '12/31/2026',
    to: '12/31/2026',
  })
  assert.deepEqual(queryOf({ days: 'tomorrow' }, '12/31/2026'), { from: '01/01/2027', to: '01/01/2027' })
  assert.deepEqual(queryOf({ days: 'week' }, '02/26/2028'), { from: '02/26/2028', to: '03/03/2028' })
  assert.deepEqual(queryOf({ days: 'past' }, '03/01/2027'), { to: '02/28/2027' })
  assert.deepEqual(queryOf({ days: 'someday' }, '03/01/2027'), {})
  assert.deepEqual(queryOf({ from: '03/01/2027' }, '03/05/2027'), { from: '03/01/2027' })
})

test('a file has the filters and its own columns, in its own order', () => {
  assert.deepEqual(exportQuery({ status: 'OPEN', sort: 'reference', direction: 'asc' }, ['ref', 'date']), {
    status: 'OPEN',
    columns: 'ref,date',
  })
  assert.deepEqual(exportQuery({ status: 'OPEN' }, []), { status: 'OPEN' })
})

test('the newest day is first, and other columns are ascending unless the address differs', () => {
  assert.deepEqual(sortingOf({}), { sort: 'date', direction: 'desc' })
  assert.deepEqual(sortingOf({ sort: 'date', direction: 'asc' }), { sort: 'date', direction: 'asc' })
  const [other] = ['reference', 'customer', 'status', 'address'].filter((sort) => sortingOf({ sort }).sort === sort)
  assert.ok(other)
  assert.deepEqual(sortingOf({ sort: other }), { sort: other, direction: 'asc' })
  assert.deepEqual(sortingOf({ sort: other, direction: 'desc' }), { sort: other, direction: 'desc' })
  assert.equal(sortingOf({ sort: 'no such column' }).sort, 'date')
})

test('two views are equal if all their filters are, whatever other members they have', () => {
  assert.ok(sameFilters({ status: 'OPEN', order: '1' }, { status: 'OPEN' }))
  assert.ok(!sameFilters({ status: 'OPEN', sort: 'reference' }, { status: 'OPEN' }))
})
