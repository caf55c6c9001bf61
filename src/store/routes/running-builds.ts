// The build that a business runs now, as far as users may end its search early. A business runs one build at a time.
import type { Tx } from '../database.ts'
import { deleteOwn, insertOwn, selectOwn, updateOwn } from '../own.ts'

/** Records the build. Replaces the row of a build whose process crashed. */
export async function insertRunningBuild(tx: Tx, buildId: string): Promise<void> {
  await insertOwn(tx, 'runningBuilds', { buildId })
    .onConflict((conflict) => conflict.column('businessId').doUpdateSet({ buildId, stopped: false }))
    .execute()
}

export async function deleteRunningBuild(tx: Tx, buildId: string): Promise<void> {
  await deleteOwn(tx, 'runningBuilds', { buildId }).execute()
}

/** Returns whether a user has ended the search of the build. */
export async function isBuildStopped(tx: Tx, buildId: string): Promise<boolean> {
  return (
    (await selectOwn(tx, 'runningBuilds', { buildId, stopped: true }).select('buildId').executeTakeFirst()) !==
    undefined
  )
}

/** Ends the search of the build. Returns false if the build is not running. */
export async function stopRunningBuild(tx: Tx, buildId: string): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(tx, 'runningBuilds', { buildId })
    .set({ stopped: true })
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
