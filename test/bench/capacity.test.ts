// Tests the calculation of `npm run bench capacity`. The costs of operations are measured (bench/capacity/costs.json).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { capacityFor, type Costs, MIX_SHARES, OPERATIONS, peakRate, predictMix } from '../../bench/capacity/model.ts'

const same = { service: 1, database: 2 }
const costs: Costs = {
  machine: 'a machine',
  measuredOn: '2026-11-25',
  connections: 16,
  reached: 0.5,
  operations: { writes: same, reads: same, feed: same, webhooks: same },
  generator: { writes: 1, reads: 1, feed: 1, webhooks: 1 },
  serviceMemory: 400,
  connectionMemory: 10,
}
const profile = { deliveries: 300 }
const amountOf = (businesses: number, what: string, of = costs): number => {
  const line = capacityFor(businesses, profile, of).lines.find((each) => each.what === what)
  assert.ok(line, what)
  return line.amount
}
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.abs(expected), `${actual}, not ${expected}`)

test('cores are the rates of the busiest hour times the cost of each operation, used to three fifths', () => {
  const rate = OPERATIONS.reduce((sum, operation) => sum + peakRate(operation, 1_000, profile), 0)
  near(amountOf(1_000, 'cores of the service'), rate / 1000 / 0.6)
  near(amountOf(1_000, 'cores of PostgreSQL'), (2 * rate) / 1000 / 0.6)
  near(amountOf(2_000, 'cores of PostgreSQL'), 2 * amountOf(1_000, 'cores of PostgreSQL'))
})

test('a small installation has one process, and a large one several, up to the number of cores that it can use', () => {
  assert.equal(amountOf(1, 'processes'), 1)
  assert.equal(amountOf(1, 'connections'), 32)
  assert.ok(amountOf(10_000, 'processes') > amountOf(10_000, 'cores of the service'))
})

test('disk space covers permanent data and data of thirty days', () => {
  near(amountOf(10, 'GB of disk more each year'), (10 * 300 * 3_400 * 365) / 1e9)
  near(amountOf(10, 'GB of disk for 30 days'), (10 * 300 * (8_500 + 2_000) * 30) / 1e9)
})

test('a full machine’s calls per second follow from all costs and the reachable share, and the median from Little’s law', () => {
  near(
    Object.values(MIX_SHARES).reduce((a, b) => a + b, 0),
    1,
  )
  const { perSecond, p50Ms } = predictMix(costs, 2, 16)
  near(perSecond, (0.5 * 2_000) / 4)
  near(p50Ms, 64)
})

test('every line names its source, including the costs measured last', () => {
  const measured = JSON.parse(
    readFileSync(new URL('../../bench/capacity/costs.json', import.meta.url), 'utf8'),
  ) as Costs
  for (const operation of OPERATIONS)
    for (const part of ['service', 'database'] as const) assert.ok(measured.operations[operation][part] > 0)
  for (const { source, amount } of capacityFor(100, profile, measured).lines) {
    assert.ok(source.length > 10)
    assert.ok(amount > 0)
  }
})
