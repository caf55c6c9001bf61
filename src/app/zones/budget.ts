// What all zones of a business may come to together: every check of a place may have to go through all of it.
import { MAX_CORNERS, MAX_ZONES } from '../../domain/zones/zone.ts'
import type { Tx } from '../../store/database.ts'
import { lockZones, zoneTotals } from '../../store/zones/zones.ts'
import { AppError } from '../errors.ts'

/** Does the work, and refuses what it comes to when that is too much; a business over the budget may still come down. */
export async function withinBudget<T>(tx: Tx, field: string, work: () => Promise<T>): Promise<T> {
  await lockZones(tx)
  const before = await zoneTotals(tx)
  const result = await work()
  const after = await zoneTotals(tx)
  for (const [what, limit] of [
    ['corners', MAX_CORNERS],
    ['zones', MAX_ZONES],
  ] as const) {
    if (after[what] <= limit || after[what] <= before[what]) continue
    const figure = (count: number) => count.toLocaleString('en-US')
    throw new AppError(
      'unprocessable',
      'ZONES_TOO_LARGE',
      `All zones together would have ${figure(after[what])} ${what}; at most ${figure(limit)} are possible. ` +
        (what === 'corners' ? 'Use boundaries with less detail, or remove zones.' : 'Remove or combine zones.'),
      { fields: [field], details: { [what]: after[what], limit } },
    )
  }
  return result
}
