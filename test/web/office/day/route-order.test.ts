import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayRoute } from '../../../../src/contract/day.ts'
import { worstFirst } from '../../../../web/office/day/route-order.ts'

const route = (name: string, ...late: number[]) =>
  ({ name, stops: late.map((late_minutes) => ({ late_minutes })) }) as unknown as DayRoute
const namesOf = (routes: DayRoute[]): string => routes.map(({ name }) => name).join(' ')

test('routes with more late stops come first, then those with more late minutes, then the order by name', () => {
  const routes = [route('A', 0, 0), route('B', 40), route('C', 1, 2, 3), route('D', 50, 0), route('E')]
  assert.equal(namesOf(worstFirst(routes)), 'C D B A E')
  assert.equal(namesOf(routes), 'A B C D E', 'the given list stays')
})
