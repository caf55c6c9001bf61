// Dividing long computations into pieces.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapInTurns } from '../../src/domain/next-turn.ts'

test('other work runs between the pieces of a long computation', async () => {
  let other = 0
  const otherBefore = mapInTurns([1, 2, 3], (item) => {
    const until = performance.now() + 6
    while (performance.now() < until);
    return [item, other] as const
  })
  setImmediate(() => other++)
  setImmediate(() => setImmediate(() => other++))
  const [first, second, third] = await otherBefore
  assert.deepEqual(first, [1, 0])
  assert.ok((second as readonly number[])[1] === 1 && (third as readonly number[])[1] === 2)
  assert.deepEqual(await mapInTurns([], String), [])
})
