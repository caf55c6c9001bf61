// Converts the results of checks at the door for storage: adds the currency to the amount, and compares the code.
import { text } from '../../texts/text.ts'
import {
  checksOf,
  codeRefusal,
  type DoorAnswers,
  type DoorChecks,
  exactAmount,
  MAX_WRONG_CODES,
} from '../../domain/routes/door-checks.ts'
import { countWrongCodes } from '../../store/routes/driver-taps.ts'
import { findBusiness } from '../../store/settings/businesses.ts'
import type { Context, WriteTx } from '../context.ts'
import { invalid, missing, throwIfRefused } from '../errors.ts'
import { doorCodes } from '../orders/door-code.ts'

/**
 * Converts the results. If `ofDriver` is true, an amount that doesn't fit the currency is stored unchanged, because the
 * currency may have changed while the phone was offline.
 */
export async function recordedChecks(
  ctx: Context,
  tx: WriteTx,
  { routeId, stopId, orderId }: { routeId: string; stopId: string; orderId: string },
  answers: DoorAnswers | null,
  ofDriver: boolean,
): Promise<DoorChecks | null> {
  if (!answers) return null
  const business = await findBusiness(tx)
  if (!business) throw missing('business')
  const { currency } = business
  const { collected } = answers
  const amount = collected && exactAmount(collected.amount, currency)
  if (collected && amount === null && !ofDriver)
    throw invalid(
      'checks.collected.amount',
      text('is not an amount in {currency}, because it has too many decimal places', { currency }),
    )
  const exact = collected && { ...collected, amount: amount ?? collected.amount }
  const codes = doorCodes(ctx, orderId)
  // Count wrong codes only of drivers, who have a limited number of attempts.
  const wrong =
    answers.code?.entered && ctx.actor.kind === 'DRIVER' ? await countWrongCodes(tx, { routeId, stopId }, codes) : 0
  throwIfRefused(codeRefusal(answers, wrong))
  return checksOf({ ...answers, collected: exact }, currency, wrong < MAX_WRONG_CODES ? codes : [])
}
