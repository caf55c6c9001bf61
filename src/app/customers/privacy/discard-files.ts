// Removes files whose rows have been deleted.
import { removeUnreferencedFile } from '../../store-file.ts'
import type { App } from '../../context.ts'

/**
 * Removes the files. If a file can't be removed now, the clean-up job removes it later, because its name is on the
 * job's list.
 */
export async function discardFiles(app: App, businessId: string, names: readonly string[]): Promise<void> {
  for (const name of names) await removeUnreferencedFile({ ...app, businessId }, name)
}
