// Kinds of taps on drivers' phones.
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
  'DELAY',
  'BREAK_START',
  'BREAK_END',
  'PROBLEM',
  'STREET',
  'NOTE',
  'TEXT',
  'END',
] as const

/** Kinds of recorded taps. An outcome and a proof are recorded under their own kind. */
export const RECORDED_TAP_KINDS = [...TAP_KINDS, ...OUTCOMES, ...PROOF_KINDS] as const
export type RecordedTapKind = (typeof RECORDED_TAP_KINDS)[number]
