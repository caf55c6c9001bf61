import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installationForNew } from '../../../src/domain/installations/new-business.ts'
import type { LoadedInstallation } from '../../../src/domain/installations/plan-moves.ts'
import { firstIdAt } from '../../../src/domain/ordered-id.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const hoursAgo = (hours: number): string => firstIdAt(new Date(NOW.getTime() - hours * 3_600_000))
const installation = (name: string, loads: readonly [number, number][], isDrained = false): LoadedInstallation => ({
  name,
  isDrained,
  businesses: loads.map(([load, hours]) => ({ businessId: hoursAgo(hours), load })),
})
const chosen = (...installations: LoadedInstallation[]) => installationForNew(installations, NOW)

test('a new business goes to the installation with the lowest load that is not drained', () => {
  assert.equal(chosen(installation('a', [[9, 99]]), installation('b', [[4, 99]]), installation('c', [[5, 99]])), 'b')
  assert.equal(chosen(installation('a', [[9, 99]]), installation('b', [], true)), 'a')
  assert.equal(chosen(installation('a', [], true)), null)
})

test('equal loads are decided by the number of businesses, then by the order', () => {
  assert.equal(
    chosen(
      installation('a', [
        [4, 99],
        [4, 99],
      ]),
      installation('b', [[8, 99]]),
    ),
    'b',
  )
  assert.equal(chosen(installation('a', []), installation('b', [])), 'a')
})

test('a business of the last 24 hours counts with the mean load of the older ones', () => {
  const [a, b] = [installation('a', [[100, 99]]), installation('b', [[80, 99]])]
  assert.equal(chosen(a, b), 'b')
  const begun = installation('b', [
    [80, 99],
    [1, 23],
  ])
  assert.equal(chosen(a, begun), 'a')
  assert.equal(
    chosen(
      a,
      installation('b', [
        [80, 99],
        [1, 25],
      ]),
    ),
    'b',
    'an older business has its own load',
  )
})
