// What builds even out, in words.
import type { Balance } from '../../../src/domain/planning/balance.ts'

export const BALANCE_NAMES: Record<Balance, string> = {
  NONE: 'Least driving',
  FAIR: 'Fair days',
  TIME: 'Even days',
  STOPS: 'Even stops',
}
