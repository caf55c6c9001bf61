// Checks at the door in addition to proof and scans: payment, age or ID, and the customer's code.
import { type PlainSentence, text } from '../../texts/text.ts'
import { conflict, type Refusal } from '../refusal.ts'

/** No data of the document is stored. */
export const ID_CHECKS = ['AGE_18', 'AGE_21', 'ID'] as const
export type IdCheck = (typeof ID_CHECKS)[number]

export const PAY_METHODS = ['CASH', 'CHECK', 'CARD', 'NONE'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** The driver's answers. Null: not answered. */
export interface DoorAnswers {
  collected: { amount: string; method: PayMethod; reason: string | null } | null
  /** Whether the customer proved their age or identity. */
  identified: boolean | null
  /** Code that the driver entered, or the reason for delivering without the code. */
  code: { entered: string | null; reason: string | null } | null
}

/** The answers as stored. Only answered checks are present. */
export interface DoorChecks {
  collected?: { amount: string; currency: string; method: PayMethod; reason: string | null }
  identified?: boolean
  code?: { matched: boolean; reason: string | null }
}

/** Checks that a delivery requires. */
export interface RequiredDoorChecks {
  collectAmount?: string | undefined
  idCheck?: IdCheck | undefined
  doorCode: boolean
}

export type DoorCheckKind = 'PAYMENT' | 'ID' | 'CODE'

/**
 * Returns the first check without an answer that allows delivery, in the order in which drivers are asked. Null if
 * there is none.
 */
export function nextRequiredCheck(needs: RequiredDoorChecks, answers: DoorAnswers | null): DoorCheckKind | null {
  if (needs.idCheck !== undefined && answers?.identified !== true) return 'ID'
  if (needs.collectAmount !== undefined && !answers?.collected) return 'PAYMENT'
  return needs.doorCode && !answers?.code ? 'CODE' : null
}

/** Number of wrong codes at a stop after which no other code is compared, because there are only 10,000 codes. */
export const MAX_WRONG_CODES = 5

/**
 * Refuses a code without a reason after too many wrong codes. With a reason, the answer counts as delivered without a
 * code.
 */
export const codeRefusal = (answers: DoorAnswers | null, wrong: number): Refusal | null =>
  wrong >= MAX_WRONG_CODES && answers?.code?.reason === null
    ? conflict(
        'CODE_LOCKED',
        'Too many wrong codes were entered at this stop. Call the office, or say why it is delivered without the code.',
      )
    : null

const WANTED: Record<DoorCheckKind, PlainSentence> = {
  PAYMENT: 'what was collected, or why nothing was',
  ID: 'that the age or ID was shown',
  CODE: 'the customer’s code, or why not',
}

/** Returns null if the answers allow the driver to record the delivery, else a refusal that names the missing check. */
export function missingAnswersRefusal(needs: RequiredDoorChecks, answers: DoorAnswers | null): Refusal | null {
  const need = nextRequiredCheck(needs, answers)
  return (
    need &&
    conflict(
      'CHECK_REQUIRED',
      text('This delivery asks for {wanted} before it is recorded as delivered.', { wanted: text(WANTED[need]) }),
    )
  )
}

/**
 * Returns the answers as stored, or null if there are none. `codes` are the codes that the customer may have received.
 */
export function checksOf(answers: DoorAnswers | null, currency: string, codes: readonly string[]): DoorChecks | null {
  const { collected, identified = null, code } = answers ?? {}
  if (!collected && identified === null && !code) return null
  return {
    ...(collected && { collected: { ...collected, currency } }),
    ...(identified !== null && { identified }),
    ...(code && { code: { matched: code.entered !== null && codes.includes(code.entered), reason: code.reason } }),
  }
}

/** Returns the number of decimal digits of a currency: 2 for dollars, 0 for yen. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/**
 * Returns the amount with all decimal digits of the currency: 12.50 for 12.5 dollars. Null if the amount is malformed
 * or the currency has no such amount.
 */
export function exactAmount(amount: string, currency: string): string | null {
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(amount)) return null
  const [whole = '', part = ''] = amount.split('.')
  const digits = minorDigits(currency)
  if (/[1-9]/.test(part.slice(digits))) return null
  const units = String(BigInt(whole))
  return digits === 0 ? units : `${units}.${part.slice(0, digits).padEnd(digits, '0')}`
}

/** Returns an amount in the format of the locale, for example $24.90. */
export const money = (amount: string, currency: string, locale: string): string =>
  // If the decimal is passed as a string, Intl formats it exactly.
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount as unknown as number)

/** Returns a code of four digits. `bytes` are at least six unpredictable bytes. */
export function doorCodeFromBytes(bytes: readonly number[]): string {
  let value = 0
  for (const byte of bytes.slice(0, 6)) value = value * 256 + byte
  return String(value % 10_000).padStart(4, '0')
}

/** Labels for the checks, and the locale for amounts. */
export interface CheckWords {
  locale: string
  atDoor: {
    collected: string
    paid: Record<Exclude<PayMethod, 'NONE'>, (amount: string) => string>
    notPaid: string
    ageOrId: string
    shown: string
    notShown: string
    code: string
    matched: string
    notMatched: string
    notGiven: string
  }
}

/** Returns the checks as label and value pairs for the office. */
export function checksInWords(
  { collected, identified, code }: DoorChecks,
  { locale, atDoor }: CheckWords,
): [name: string, value: string][] {
  const because = (reason: string | null) => (reason ? `: ${reason}` : '')
  const lines: [name: string, value: string][] = []
  if (collected) {
    const { amount, currency, method, reason } = collected
    const paid = method === 'NONE' ? atDoor.notPaid : atDoor.paid[method](money(amount, currency, locale))
    lines.push([atDoor.collected, paid + because(reason)])
  }
  if (identified !== undefined) lines.push([atDoor.ageOrId, identified ? atDoor.shown : atDoor.notShown])
  if (code) {
    const said = code.matched ? atDoor.matched : code.reason ? atDoor.notGiven : atDoor.notMatched
    lines.push([atDoor.code, said + because(code.reason)])
  }
  return lines
}
