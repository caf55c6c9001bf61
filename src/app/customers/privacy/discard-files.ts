// Removes files whose rows are gone.
import { discard } from '../../keep-file.ts'
import type { App } from '../../context.ts'

/** What can't be removed now is the job's, which knows of them. */
export async function discardFiles(app: App, businessId: string, names: readonly string[]): Promise<void> {
  for (const name of names) await discard({ ...app, businessId }, name)
}
