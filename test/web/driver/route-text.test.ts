import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute, RunStop } from '../../../src/contract/driver.ts'
import { PROOF_RULES, missingProofRefusal } from '../../../src/domain/routes/proof.ts'
import { missingProof } from '../../../web/driver/route-text.ts'

test('the page asks for a proof exactly if the rule refuses the outcome without it', () => {
  for (const rule of PROOF_RULES)
    for (const photos of [0, 1])
      for (const signed of [false, true])
        for (const failed of [false, true])
          for (const outcome of ['DELIVERED', 'FAILED'] as const) {
            const run = { business: { proof_required: rule, proof_required_failed: failed } } as DriverRoute
            const asked = missingProof(run, { photos, signed } as RunStop, outcome)
            const has = { photo: photos > 0, signature: signed }
            const refused = missingProofRefusal(outcome, { proofRequired: rule, proofRequiredFailed: failed }, has)
            assert.equal(asked === null, refused === null, JSON.stringify([rule, photos, signed, failed, outcome]))
          }
})
