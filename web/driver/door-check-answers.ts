// Checks that a delivery requires at the door, and the driver's answers so far. The phone stores the answers until they are
// sent, and then keeps them so that an undo can show them again.
import type { DriverRoute, RunStop, TapInput } from '../../src/contract/driver.ts'
import type { DriverWords } from '../../src/domain/driver-words/words.ts'
import {
  type DoorAnswers,
  type DoorCheckKind,
  type RequiredDoorChecks,
  MAX_WRONG_CODES,
  money,
  nextRequiredCheck,
} from '../../src/domain/routes/door-checks.ts'
import { readStored, writeStored } from '../ui/browser-storage.ts'

const NO_ANSWERS: DoorAnswers = { collected: null, identified: null, code: null }

const answersKey = ({ stop_uuid }: RunStop): string => `asked ${stop_uuid}`

export function answersAt(stop: RunStop): DoorAnswers {
  const kept = readStored('tab', answersKey(stop))
  return kept === null ? NO_ANSWERS : (JSON.parse(kept) as DoorAnswers)
}

export const storeAnswers = (stop: RunStop, answers: Partial<DoorAnswers>): void =>
  writeStored('tab', answersKey(stop), JSON.stringify({ ...answersAt(stop), ...answers }))

const doorNeedsOf = ({ collect_amount, id_check, code_digests }: RunStop): RequiredDoorChecks => ({
  collectAmount: collect_amount,
  idCheck: id_check,
  doorCode: code_digests !== undefined,
})

/** Next check at the stop, or null. */
export const nextDoorCheck = (stop: RunStop): DoorCheckKind | null =>
  nextRequiredCheck(doorNeedsOf(stop), answersAt(stop))

/** All checks of the stop, each with its state. */
export function doorChecksAt(stop: RunStop): { need: DoorCheckKind; isAnswered: boolean }[] {
  const { idCheck, collectAmount, doorCode } = doorNeedsOf(stop)
  const { identified, collected, code } = answersAt(stop)
  return [
    ...(idCheck ? [{ need: 'ID' as const, isAnswered: identified === true }] : []),
    ...(collectAmount === undefined ? [] : [{ need: 'PAYMENT' as const, isAnswered: collected !== null }]),
    ...(doorCode ? [{ need: 'CODE' as const, isAnswered: code !== null }] : []),
  ]
}

/** Label of the check's button. */
export function doorCheckText(
  { asked, locale }: DriverWords,
  { business }: DriverRoute,
  stop: RunStop,
  need: DoorCheckKind,
): string {
  if (need === 'ID') return asked.checkId[stop.id_check ?? 'ID']
  if (need === 'CODE') return asked.askCode
  return asked.collect(money(stop.collect_amount ?? '0', business.currency, locale))
}

/**
 * The driver's answers as a member of the tap. Without answers, `checks` is absent, because an older server, which may receive
 * the tap during an update, doesn't accept this member.
 */
export function doorChecksPayload(stop: RunStop, outcome: 'DELIVERED' | 'FAILED'): Pick<TapInput, 'checks'> {
  const { collected, identified, code } = answersAt(stop)
  if (outcome === 'FAILED') return identified === null ? {} : { checks: { identified } }
  return doorChecksAt(stop).length > 0 ? { checks: { collected, identified, code } } : {}
}

const wrongCodesKey = ({ stop_uuid }: RunStop): string => `wrong codes ${stop_uuid}`

const wrongCodeCount = (stop: RunStop): number => Number(readStored('browser', wrongCodesKey(stop)))

export const isCodeLocked = (stop: RunStop): boolean => wrongCodeCount(stop) >= MAX_WRONG_CODES

export const addWrongCode = (stop: RunStop): void =>
  writeStored('browser', wrongCodesKey(stop), String(wrongCodeCount(stop) + 1))

/** Returns true if the code matches the customer's code, as far as the phone can tell. */
export async function isCorrectCode({ order_uuid, code_digests = [] }: RunStop, entered: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${order_uuid}:${entered}`))
  const digest = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return code_digests.includes(digest)
}
