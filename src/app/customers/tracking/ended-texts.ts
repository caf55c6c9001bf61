// Reports whether the delivery's phone has answered STOP.
import { optedOut } from '../../../store/messages/messages.ts'
import type { Context } from '../../context.ts'
import type { Tracking } from './read-tracking.ts'

export interface EndedTexts {
  /**
   * The last two digits of the phone number, by which the owner recognizes it. More digits would reveal too much,
   * because customers forward tracking links.
   */
  lastDigits: string
  /** Number to which START must be sent to receive texts again. Null if unknown. */
  startAt: string | null
}

/** Returns null unless the delivery's phone has answered STOP. */
export async function endedTexts(ctx: Context, { textsTo }: Tracking): Promise<EndedTexts | null> {
  if (!textsTo) return null
  const ended = await ctx.db.asSystem((tx) => optedOut(tx, [textsTo]))
  return ended.has(textsTo) ? { lastDigits: textsTo.slice(-2), startAt: ctx.sms.from } : null
}
