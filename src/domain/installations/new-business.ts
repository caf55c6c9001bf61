// Chooses the installation for a new business.
import { timeOfId } from '../ordered-id.ts'
import type { LoadedInstallation } from './plan-moves.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Returns the installation with the lowest load that is not drained. Null if all are drained. A business that was created within
 * the last 24 hours counts with at least the mean load of the older ones, because its writes have only begun. Equal loads: the
 * installation with the fewest businesses, then the first one.
 */
export function installationForNew(installations: readonly LoadedInstallation[], now: Date): string | null {
  const isNew = (businessId: string): boolean => now.getTime() - (timeOfId(businessId)?.getTime() ?? 0) < DAY_MS
  const older = installations.flatMap(({ businesses }) => businesses.filter(({ businessId }) => !isNew(businessId)))
  const mean = older.length === 0 ? 1 : older.reduce((sum, { load }) => sum + load, 0) / older.length
  const [roomiest] = installations
    .filter(({ isDrained }) => !isDrained)
    .map(({ name, businesses }) => ({
      name,
      count: businesses.length,
      expectedLoad: businesses.reduce(
        (sum, { businessId, load }) => sum + (isNew(businessId) ? Math.max(load, mean) : load),
        0,
      ),
    }))
    .sort((a, b) => a.expectedLoad - b.expectedLoad || a.count - b.count)
  return roomiest?.name ?? null
}
