import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undecidedEstimates } from '../../../src/domain/addresses/matching/decide-match.ts'
import type { ScoredReading } from '../../../src/domain/addresses/matching/score-reading.ts'

type Basis = ScoredReading['location']['basis']

const reading = (cost: number, basis: Basis, errorMeters = Infinity, hasNumber = true): ScoredReading =>
  ({ cost, location: { basis, errorMeters }, numberCandidate: hasNumber ? {} : null }) as ScoredReading

const costs = (readings: readonly ScoredReading[]): number[] => undecidedEstimates(readings).map(({ cost }) => cost)

test('only estimates that can become the best location or its rivals are undecided, likely ones first', () => {
  const estimates = [reading(0.42, 'UNSURE'), reading(0.41, 'BETWEEN', 70), reading(0.3, 'STREET')]
  assert.deepEqual(costs([reading(0, 'HOUSE'), ...estimates]), [0.3, 0.41])
  assert.deepEqual(costs([reading(0.05, 'HOUSE'), ...estimates]), [0.3, 0.41, 0.42])
})

test('known houses and streets without a number are decided, and so are addresses that fit nowhere', () => {
  assert.deepEqual(
    costs([reading(0.1, 'HOUSE', 0), reading(0.14, 'BETWEEN', 0), reading(0.2, 'STREET', 90, false)]),
    [],
  )
  assert.deepEqual(costs([reading(1.02, 'UNSURE'), reading(1.03, 'UNSURE')]), [1.02])
})
