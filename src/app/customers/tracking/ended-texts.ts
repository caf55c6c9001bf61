// Whether the phone that texts about a delivery go to has answered STOP.
import { optedOut } from '../../../store/messages/messages.ts'
import type { Context } from '../../context.ts'
import type { Tracking } from './read-tracking.ts'

export interface EndedTexts {
  /** Enough for its owner to know it by: links are passed on. */
  lastDigits: string
  /** Where START has them sent again; null when not known. */
  startAt: string | null
}

export async function endedTexts(ctx: Context, { textsTo }: Tracking): Promise<EndedTexts | null> {
  if (!textsTo) return null
  const ended = await ctx.db.asSystem((tx) => optedOut(tx, [textsTo]))
  return ended.has(textsTo) ? { lastDigits: textsTo.slice(-2), startAt: ctx.sms.from } : null
}
