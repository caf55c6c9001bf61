// Proof that a business requires before an outcome (docs/spec/routes.md#proof).
import { type PlainSentence, text } from '../../texts/text.ts'
import { conflict, type Refusal } from '../refusal.ts'
import { stateInWords } from '../state-words.ts'

export const PROOF_KINDS = ['PHOTO', 'SIGNATURE'] as const
export type ProofKind = (typeof PROOF_KINDS)[number]

/** MISSING: the file doesn't exist or is empty. CHANGED: the file's bytes differ from the recorded bytes. */
export const FILE_FAULTS = ['MISSING', 'CHANGED'] as const
export type FileFault = (typeof FILE_FAULTS)[number]

/** Item of the order that a photo shows. The photo doesn't count as proof of the delivery. */
export interface PhotographedItem {
  name: string
  sku: string | null
}

export const PROOF_RULES = ['NONE', 'PHOTO', 'SIGNATURE', 'PHOTO_OR_SIGNATURE', 'BOTH'] as const
export type ProofRule = (typeof PROOF_RULES)[number]

const isRuleSatisfied = {
  NONE: () => true,
  PHOTO: (has) => has.photo,
  SIGNATURE: (has) => has.signature,
  PHOTO_OR_SIGNATURE: (has) => has.photo || has.signature,
  BOTH: (has) => has.photo && has.signature,
} satisfies Record<ProofRule, (has: { photo: boolean; signature: boolean }) => boolean>

const requiredProofTexts = {
  NONE: 'nothing',
  PHOTO: 'a photo',
  SIGNATURE: 'a signature',
  PHOTO_OR_SIGNATURE: 'a photo or a signature',
  BOTH: 'a photo and a signature',
} satisfies Record<ProofRule, PlainSentence>

/** Returns null if the outcome may be recorded with the existing proof, else a refusal. SKIPPED never needs proof. */
export function missingProofRefusal(
  status: 'DELIVERED' | 'FAILED' | 'SKIPPED',
  business: { proofRequired: ProofRule; proofRequiredFailed: boolean },
  has: { photo: boolean; signature: boolean },
): Refusal | null {
  const rule = {
    DELIVERED: business.proofRequired,
    FAILED: business.proofRequiredFailed ? ('PHOTO' as const) : ('NONE' as const),
    SKIPPED: 'NONE' as const,
  }[status]
  if (isRuleSatisfied[rule](has)) return null
  return conflict(
    'PROOF_REQUIRED',
    text('This business requires {wanted} before a stop is recorded as {state}.', {
      wanted: text(requiredProofTexts[rule]),
      state: stateInWords(status),
    }),
  )
}
