import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../../../src/domain/document-words/en.ts'
import { render } from '../../../src/texts/text.ts'
import {
  missingAnswersRefusal,
  checksInWords,
  checksOf,
  doorCodeFromBytes,
  codeRefusal,
  type DoorAnswers,
  exactAmount,
  MAX_WRONG_CODES,
  minorDigits,
  money,
  nextRequiredCheck,
} from '../../../src/domain/routes/door-checks.ts'

const NOTHING: DoorAnswers = { collected: null, identified: null, code: null }
const collected = { amount: '12.50', method: 'CASH' as const, reason: null }
const entered = { entered: '0417', reason: null }
const ALL = { collectAmount: '12.50', idCheck: 'AGE_21' as const, doorCode: true }

test('a delivery needs the ID, then the payment, then the code', () => {
  assert.equal(nextRequiredCheck(ALL, null), 'ID')
  assert.equal(nextRequiredCheck(ALL, { ...NOTHING, identified: false }), 'ID')
  assert.equal(nextRequiredCheck(ALL, { ...NOTHING, identified: true }), 'PAYMENT')
  assert.equal(nextRequiredCheck(ALL, { ...NOTHING, identified: true, collected }), 'CODE')
  assert.equal(nextRequiredCheck(ALL, { identified: true, collected, code: entered }), null)
})

test('a delivery needs answers only if it has checks', () => {
  assert.equal(nextRequiredCheck({ doorCode: false }, null), null)
  assert.equal(missingAnswersRefusal({ doorCode: false }, null), null)
  assert.equal(missingAnswersRefusal({ doorCode: true }, NOTHING)?.code, 'CHECK_REQUIRED')
})

test('a code without a reason is refused after the maximum of wrong ones', () => {
  const answers = { ...NOTHING, code: entered }
  assert.equal(codeRefusal(answers, MAX_WRONG_CODES - 1), null)
  assert.equal(codeRefusal(answers, MAX_WRONG_CODES)?.code, 'CODE_LOCKED')
  assert.equal(codeRefusal({ ...NOTHING, code: { entered: null, reason: 'Forgot it' } }, MAX_WRONG_CODES), null)
  assert.equal(codeRefusal(NOTHING, MAX_WRONG_CODES), null)
  assert.equal(codeRefusal(null, MAX_WRONG_CODES), null)
})

test('only answers are recorded, and a code matches only if the customer may have it', () => {
  assert.equal(checksOf(null, 'USD', ['0417']), null)
  assert.equal(checksOf(NOTHING, 'USD', ['0417']), null)
  assert.deepEqual(checksOf({ ...NOTHING, collected }, 'USD', []), { collected: { ...collected, currency: 'USD' } })
  assert.deepEqual(checksOf({ ...NOTHING, identified: false }, 'USD', []), { identified: false })
  const matched = (code: DoorAnswers['code'], codes: string[]) => checksOf({ ...NOTHING, code }, 'USD', codes)
  assert.deepEqual(matched(entered, ['9000', '0417']), { code: { matched: true, reason: null } })
  assert.deepEqual(matched(entered, ['9000']), { code: { matched: false, reason: null } })
  assert.deepEqual(checksOf({ collected, identified: true, code: entered }, 'USD', ['0417']), {
    collected: { ...collected, currency: 'USD' },
    identified: true,
    code: { matched: true, reason: null },
  })
  assert.deepEqual(matched({ entered: null, reason: 'Forgot it' }, ['0417']), {
    code: { matched: false, reason: 'Forgot it' },
  })
})

test('an amount has exactly the digits of its currency', () => {
  assert.equal(exactAmount('12.5', 'USD'), '12.50')
  assert.equal(exactAmount('012', 'USD'), '12.00')
  assert.equal(exactAmount('12.500', 'USD'), '12.50')
  assert.equal(exactAmount('12.505', 'USD'), null)
  assert.equal(exactAmount('12.0', 'JPY'), '12')
  assert.equal(exactAmount('12.5', 'JPY'), null)
  for (const text of ['', '-1', '1.', 'x1', '1x', '1.5x', '1'.repeat(16)])
    assert.equal(exactAmount(text, 'USD'), null, text)
})

test('a code has four digits, from the first six bytes', () => {
  assert.equal(doorCodeFromBytes([0, 0, 0, 0, 1, 1]), '0257')
  assert.equal(doorCodeFromBytes([0, 0, 0, 0, 1, 1, 9]), '0257')
  assert.equal(doorCodeFromBytes([0, 0, 0, 1, 0, 0]), '5536')
})

test('a missing check is named', () => {
  const said = (...of: Parameters<typeof missingAnswersRefusal>) => {
    const refusal = missingAnswersRefusal(...of)
    return refusal && render(refusal.message)
  }
  const ending = 'before it is recorded as delivered.'
  assert.equal(said(ALL, null), `This delivery asks for that the age or ID was shown ${ending}`)
  const identified = { ...NOTHING, identified: true }
  assert.equal(said(ALL, identified), `This delivery asks for what was collected, or why nothing was ${ending}`)
  assert.equal(
    said(ALL, { ...identified, collected }),
    `This delivery asks for the customer’s code, or why not ${ending}`,
  )
  assert.equal(said(ALL, { identified: true, collected, code: entered }), null)
})

test('currencies have their own digits, and an amount is formatted exactly', () => {
  assert.deepEqual(['USD', 'JPY', 'KWD'].map(minorDigits), [2, 0, 3])
  assert.equal(exactAmount('1.5', 'KWD'), '1.500')
  assert.equal(exactAmount('999999999999999.99', 'USD'), '999999999999999.99')
  assert.equal(money('24.9', 'USD', 'en-US'), '$24.90')
  assert.equal(money('999999999999999.99', 'USD', 'en-US'), '$999,999,999,999,999.99')
})

test('the office reads each answered check with its result', () => {
  const { atDoor } = en
  const lines = (checks: Parameters<typeof checksInWords>[0]) => checksInWords(checks, en)
  assert.deepEqual(lines({}), [])
  const paid = { amount: '12.50', currency: 'USD', method: 'CARD' as const, reason: null }
  assert.deepEqual(lines({ collected: paid }), [[atDoor.collected, atDoor.paid.CARD('$12.50')]])
  assert.deepEqual(lines({ collected: { ...paid, method: 'NONE', reason: 'No cash' } }), [
    [atDoor.collected, `${atDoor.notPaid}: No cash`],
  ])
  assert.deepEqual(lines({ identified: true }), [[atDoor.ageOrId, atDoor.shown]])
  assert.deepEqual(lines({ identified: false }), [[atDoor.ageOrId, atDoor.notShown]])
  assert.deepEqual(lines({ code: { matched: true, reason: null } }), [[atDoor.code, atDoor.matched]])
  assert.deepEqual(lines({ code: { matched: false, reason: null } }), [[atDoor.code, atDoor.notMatched]])
  assert.deepEqual(lines({ code: { matched: false, reason: 'Forgot' } }), [[atDoor.code, `${atDoor.notGiven}: Forgot`]])
})
