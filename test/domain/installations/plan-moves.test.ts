import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type LoadedInstallation, type PlannedMove, planMoves } from '../../../src/domain/installations/plan-moves.ts'

const installation = (name: string, loads: readonly number[], isDrained = false): LoadedInstallation => ({
  name,
  isDrained,
  businesses: loads.map((load, i) => ({ businessId: `${name}${i}`, load })),
})
const short = ({ businessId, from, to }: PlannedMove): string => `${businessId} ${from}→${to}`

/** Returns the loads after the moves, by name. */
function loadsAfter(installations: readonly LoadedInstallation[], moves: readonly PlannedMove[]): Map<string, number> {
  const loads = new Map(
    installations.map(({ name, businesses }) => [name, businesses.reduce((sum, { load }) => sum + load, 0)]),
  )
  for (const { from, to, load } of moves) {
    loads.set(from, loads.get(from)! - load)
    loads.set(to, loads.get(to)! + load)
  }
  return loads
}

test('the largest suitable business of the busiest installation moves to the one with the most room', () => {
  const moves = planMoves([installation('a', [50, 30, 20, 10]), installation('b', [40]), installation('c', [])], 10)
  assert.deepEqual(moves.map(short), ['a0 a→c', 'a3 a→b'])
})

test('nothing moves if all loads are within 10 % of the mean, or if no move makes them more similar', () => {
  assert.deepEqual(planMoves([installation('a', [60, 45]), installation('b', [50, 45])], 10), [])
  assert.deepEqual(planMoves([installation('a', [100]), installation('b', [])], 10), [])
  assert.deepEqual(planMoves([installation('a', [0, 0]), installation('b', [])], 10), [])
})

test('all businesses leave a drained installation, also those without load, before others move', () => {
  const moves = planMoves([installation('a', [5, 0], true), installation('b', [1]), installation('c', [9, 8, 7])], 10)
  assert.deepEqual(moves.map(short), ['a0 a→b', 'a1 a→b', 'c0 c→b'])
  assert.deepEqual(planMoves([installation('a', [5], true)], 10), [], 'there is nowhere to go')
})

test('the largest business of all drained installations leaves first', () => {
  const drained = [installation('d', [1], true), installation('e', [100], true)]
  const moves = planMoves([...drained, installation('x', []), installation('y', [1.5])], 10)
  assert.deepEqual(moves.map(short), ['e0 e→x', 'd0 d→y'])
})

test('a business that moves stays at its new installation', () => {
  const open = [installation('a', []), installation('b', [5]), installation('c', [8, 6, 3, 2])]
  const moves = planMoves([...open, installation('d', [2, 1], true)], 10)
  assert.deepEqual(moves.map(short), ['d0 d→a', 'd1 d→a', 'c0 c→a'])
})

test('moves are limited, are of different businesses, fill no drained installation, begin where the business is, and never raise the highest load', () => {
  const installations = fc
    .array(fc.tuple(fc.array(fc.nat(1_000), { maxLength: 20 }), fc.boolean()), { minLength: 1, maxLength: 5 })
    .map((all) => all.map(([loads, isDrained], i) => installation(`i${i}`, loads, isDrained)))
  fc.assert(
    fc.property(installations, fc.nat(30), (all, limit) => {
      const moves = planMoves(all, limit)
      assert.ok(moves.length <= limit)
      const at = new Map(all.flatMap(({ name, businesses }) => businesses.map(({ businessId }) => [businessId, name])))
      for (const { businessId, from, to } of moves) {
        assert.equal(at.get(businessId), from)
        assert.equal(all.find(({ name }) => name === to)?.isDrained, false)
        at.delete(businessId)
      }
      const drained = all
        .filter(({ isDrained }) => isDrained)
        .reduce((sum, { businesses }) => sum + businesses.length, 0)
      if (drained > 0) return
      const most = (loads: Map<string, number>) => Math.max(...loads.values())
      assert.ok(most(loadsAfter(all, moves)) <= most(loadsAfter(all, [])))
    }),
  )
})
