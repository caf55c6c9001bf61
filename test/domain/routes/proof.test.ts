import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROOF_RULES, missingProofRefusal } from '../../../src/domain/routes/proof.ts'

const NONE = { photo: false, signature: false }
const PHOTO = { photo: true, signature: false }
const SIGNATURE = { photo: false, signature: true }
const BOTH = { photo: true, signature: true }

test('a delivery needs the proof that the business requires', () => {
  const met = PROOF_RULES.map((proofRequired) =>
    [NONE, PHOTO, SIGNATURE, BOTH].map(
      (has) => missingProofRefusal('DELIVERED', { proofRequired, proofRequiredFailed: false }, has) === null,
    ),
  )
  assert.deepEqual(Object.fromEntries(PROOF_RULES.map((rule, i) => [rule, met[i]])), {
    NONE: [true, true, true, true],
    PHOTO: [false, true, false, true],
    SIGNATURE: [false, false, true, true],
    PHOTO_OR_SIGNATURE: [false, true, true, true],
    BOTH: [false, false, false, true],
  })
})

test('a failed stop needs a photo if the business requires one, and a skipped stop needs nothing', () => {
  const asks = { proofRequired: 'BOTH', proofRequiredFailed: true } as const
  assert.equal(missingProofRefusal('FAILED', asks, SIGNATURE)?.code, 'PROOF_REQUIRED')
  assert.equal(missingProofRefusal('FAILED', asks, PHOTO), null)
  assert.equal(missingProofRefusal('FAILED', { ...asks, proofRequiredFailed: false }, NONE), null)
  assert.equal(missingProofRefusal('SKIPPED', asks, NONE), null)
})
