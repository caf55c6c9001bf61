// Refusal by a rule, as a value with a code and a message.

import { asText, type Said, type Text } from '../texts/text.ts'

export type RefusalKind = 'invalid' | 'missing' | 'conflict'

/** Codes of the rules' refusals. The tables of src/contract must explain all of them. */
export type RefusalCode =
  | 'CHECK_REQUIRED'
  | 'CODE_LOCKED'
  | 'DRIVE_WINDOW_PASSED'
  | 'NOTHING_TO_CORRECT'
  | 'NOTHING_TO_UNDO'
  | 'NO_RELOAD'
  | 'NOT_FAILED'
  | 'ORDER_FINAL'
  | 'ORDER_MOVED_ON'
  | 'ORDER_NOT_OPEN'
  | 'ORDER_ON_DISPATCHED_ROUTE'
  | 'ORDER_REPEATED'
  | 'OTHER_DAY'
  | 'OUTCOME_HELD'
  | 'OUT_FOR_DELIVERY'
  | 'PROOF_REQUIRED'
  | 'ROUTE_EMPTY'
  | 'SCAN_REQUIRED'
  | 'ROUTE_NOT_CANCELLABLE'
  | 'ROUTE_NOT_DISPATCHABLE'
  | 'ROUTE_NOT_RUNNING'
  | 'ROUTE_OVER'
  | 'ROUTE_RUNNING'
  | 'ROUTE_UNKNOWN'
  | 'STOP_FINISHED'
  | 'STOP_GONE'
  | 'STOP_LOCKED'
  | 'TEMPERATURE'
  | 'UNPLACED'

export interface Refusal {
  refused: RefusalKind
  code: RefusalCode
  message: Text
  fields?: string[]
  details?: Record<string, unknown>
}

export const conflict = (code: RefusalCode, said: Said, fields?: string[]): Refusal => ({
  refused: 'conflict',
  code,
  message: asText(said),
  ...(fields && { fields }),
})

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
