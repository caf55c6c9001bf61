// Suggests addresses while a person of the office types one.
import type { SuggestionsOut } from '../../contract/office/orders.ts'
import { readDepots } from '../../store/fleet/fleet.ts'
import type { Context } from '../context.ts'

/** Returns no suggestions if the geocoder can't suggest addresses. */
export async function suggestAddresses(ctx: Context, typed: string): Promise<SuggestionsOut> {
  if (!ctx.geocoder.suggest) return []
  const depots = await ctx.read((tx) => readDepots(tx))
  const suggestions = await ctx.geocoder.suggest(typed, depots)
  return suggestions.map(({ label, completedLine1, address: { line1, city, region, postalCode } }) => ({
    label,
    completed_line1: completedLine1,
    address: { line1, city: city || null, region: region || null, postal_code: postalCode || null },
  }))
}
