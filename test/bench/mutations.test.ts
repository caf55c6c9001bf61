// The faults of `npm run mutate` can still be put in, and the tests that must find them exist.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MUTATIONS, applyMutation, testFilesOf } from '../../bench/mutate/mutations.ts'

test('every fault can be put into its file, and names existing tests', () => {
  assert.ok(MUTATIONS.length >= 60)
  assert.equal(new Set(MUTATIONS.map(({ fault }) => fault)).size, MUTATIONS.length)
  const stale = MUTATIONS.filter(
    (mutation) =>
      applyMutation(mutation, readFileSync(mutation.file, 'utf8')) === null ||
      mutation.tests.some((name) => testFilesOf({ ...mutation, tests: [name] }).length === 0) ||
      !testFilesOf(mutation).some((file) => readFileSync(file, 'utf8').includes(mutation.only ?? '')),
  )
  assert.deepEqual(
    stale.map(({ fault, file, tests }) => `${fault}: ${file}, ${tests.join(', ')}`),
    [],
  )
})
