import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FAULTS } from '../../bench/proof/faults.ts'

test('every deliberate fault of the proofs can still be put into the sources', () => {
  for (const [name, edits] of Object.entries(FAULTS))
    for (const { file, from } of edits)
      assert.ok(readFileSync(new URL(`../..${file}`, import.meta.url), 'utf8').includes(from), `${name}: ${file}`)
})
