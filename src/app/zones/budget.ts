// Limits the total number and detail of a business's zones, because the check of one location may need to check all of
// them.
import { text } from '../../texts/text.ts'
import { MAX_CORNERS, MAX_ZONES } from '../../domain/zones/zone.ts'
import type { Tx } from '../../store/database.ts'
import { lockZones, zoneTotals } from '../../store/zones/zones.ts'
import { AppError } from '../errors.ts'

/**
 * Runs the work. Throws if the business's zones then exceed a limit, unless the work has reduced them. Thus a business
 * above the limit can still remove zones.
 */
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
    const figures = { count: figure(after[what]), most: figure(limit) }
    throw new AppError(
      'unprocessable',
      'ZONES_TOO_LARGE',
      what === 'corners'
        ? text(
            'All zones together would have {count} corners; at most {most} are possible. Use boundaries with less detail, or remove zones.',
            figures,
          )
        : text(
            'All zones together would have {count} zones; at most {most} are possible. Remove or combine zones.',
            figures,
          ),
      { fields: [field], details: { [what]: after[what], limit } },
    )
  }
  return result
}
