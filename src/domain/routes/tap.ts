// What drivers tap on their phones.
import { PROOF_KINDS } from './proof.ts'
import { OUTCOMES } from './stop.ts'

export const TAP_KINDS = [
  'LOAD',
  'START',
  'HEAD',
  'ARRIVE',
  'OUTCOME',
  'UNDO',
  'REMOVE_PHOTO',
  'REORDER',
  'END',
] as const

/** As a tap is recorded: an outcome and a proof by what they are. */
export const RECORDED_TAP_KINDS = [...TAP_KINDS, ...OUTCOMES, ...PROOF_KINDS] as const
export type RecordedTapKind = (typeof RECORDED_TAP_KINDS)[number]
