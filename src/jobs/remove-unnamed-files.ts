// Removes files that no row refers to, and upload folders, which a crash has left behind.
import { deleteUnreferencedFile, unnamedFiles } from '../store/jobs/unreferenced-files.ts'
import type { Job } from './runner.ts'

const BATCH = 100
const HOUR_MS = 60 * 60_000
/** Longer than any upload takes. */
const LEFT_MS = 24 * HOUR_MS

export const removeUnnamedFilesJob: Job = {
  name: 'remove-unnamed-files',
  everyMs: HOUR_MS,
  run: async ({ db, clock, files, scratch }) => {
    const before = new Date(clock().getTime() - LEFT_MS)
    await scratch.sweep(before)
    const left = await db.asSystem((tx) => unnamedFiles(tx, before, BATCH))
    for (const { businessId, fileName } of left) {
      await files.remove(fileName)
      await db.asBusiness(businessId, (tx) => deleteUnreferencedFile(tx, fileName))
    }
    return left.length === BATCH
  },
}
