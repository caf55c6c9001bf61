// What a delivery asks of the driver at the door beside proof and scans: money, an age or ID, the customer's code.
import { type PlainSentence, text } from '../../texts/text.ts'
import { conflict, type Refusal } from '../refusal.ts'

/** Nothing of the document is kept. */
export const ID_CHECKS = ['AGE_18', 'AGE_21', 'ID'] as const
export type IdCheck = (typeof ID_CHECKS)[number]

export const PAY_METHODS = ['CASH', 'CARD', 'NONE'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** What the driver answered. */
export interface DoorAnswers {
  collected: { amount: string; method: PayMethod; reason: string | null } | null
  /** Whether the age or the ID was shown. */
  identified: boolean | null
  /** What the customer said, or why it was delivered without. */
  code: { entered: string | null; reason: string | null } | null
}

/** As it is recorded; only what was answered. */
export interface DoorChecks {
  collected?: { amount: string; currency: string; method: PayMethod; reason: string | null }
  identified?: boolean
  code?: { matched: boolean; reason: string | null }
}

/** What a delivery asks for. */
export interface DoorNeeds {
  collectAmount?: string | undefined
  idCheck?: IdCheck | undefined
  doorCode: boolean
}

export type DoorNeed = 'PAYMENT' | 'ID' | 'CODE'

/** The first that is not answered so that it may be delivered, in the order in which drivers are asked; null is none. */
export function nextNeed(needs: DoorNeeds, answers: DoorAnswers | null): DoorNeed | null {
  if (needs.idCheck !== undefined && answers?.identified !== true) return 'ID'
  if (needs.collectAmount !== undefined && !answers?.collected) return 'PAYMENT'
  return needs.doorCode && !answers?.code ? 'CODE' : null
}

/** Wrong codes at a stop after which no other is compared: there are only 10,000. */
export const MAX_WRONG_CODES = 5

/** A code by itself is refused then; with a reason it is as if none was given. */
export const codeRefused = (answers: DoorAnswers | null, wrong: number): Refusal | null =>
  wrong >= MAX_WRONG_CODES && answers?.code?.reason === null
    ? conflict(
        'CODE_LOCKED',
        'Too many wrong codes were entered at this stop. Call the office, or say why it is delivered without the code.',
      )
    : null

const WANTED: Record<DoorNeed, PlainSentence> = {
  PAYMENT: 'what was collected, or why nothing was',
  ID: 'that the age or ID was shown',
  CODE: 'the customer’s code, or why not',
}

/** Null when a driver may record the delivery with what was answered. */
export function answersMissing(needs: DoorNeeds, answers: DoorAnswers | null): Refusal | null {
  const need = nextNeed(needs, answers)
  return (
    need &&
    conflict(
      'CHECK_REQUIRED',
      text('This delivery asks for {wanted} before it is recorded as delivered.', { wanted: text(WANTED[need]) }),
    )
  )
}

/** `codes` are those that the customer may have been told. Null when nothing was answered. */
export function checksOf(answers: DoorAnswers | null, currency: string, codes: readonly string[]): DoorChecks | null {
  const { collected, identified = null, code } = answers ?? {}
  if (!collected && identified === null && !code) return null
  return {
    ...(collected && { collected: { ...collected, currency } }),
    ...(identified !== null && { identified }),
    ...(code && { code: { matched: code.entered !== null && codes.includes(code.entered), reason: code.reason } }),
  }
}

/** Digits after the point: 2 of dollars, none of yen. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** 12.50 of 12.5, in dollars; null where the currency has no such amount. */
export function exactAmount(amount: string, currency: string): string | null {
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(amount)) return null
  const [whole = '', part = ''] = amount.split('.')
  const digits = minorDigits(currency)
  if (/[1-9]/.test(part.slice(digits))) return null
  const units = String(BigInt(whole))
  return digits === 0 ? units : `${units}.${part.slice(0, digits).padEnd(digits, '0')}`
}

/** $24.90, as a locale writes it. */
export const money = (amount: string, currency: string, locale: string): string =>
  // As text, a decimal is formatted exactly.
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount as unknown as number)

/** Of four digits, from bytes that nobody can guess. */
export function codeFrom(bytes: readonly number[]): string {
  let value = 0
  for (const byte of bytes.slice(0, 6)) value = value * 256 + byte
  return String(value % 10_000).padStart(4, '0')
}

/** What is said of checks, and in which locale amounts are written. */
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

/** Line by line, as the office reads it. */
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
