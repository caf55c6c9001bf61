// Stores a file and commits the row that refers to it. The file is stored first, under a unique name.
import type { Tx } from '../store/database.ts'
import { addUnnamedFile, deleteUnreferencedFile } from '../store/jobs/unreferenced-files.ts'
import { DuplicateRequest, type Context } from './context.ts'
import { AppError, invalid } from './errors.ts'
import { type CleanImage, ImagesBusy } from './ports/images.ts'

/** Returns the uploaded picture of `field`, re-encoded so that it is safe. Throws `invalid` for a bad picture. */
export async function cleanPicture(
  ctx: Context,
  from: string,
  field: string,
  longestSide?: number,
): Promise<CleanImage> {
  const image = await ctx.images.clean(from, `${from}.clean`, longestSide).catch((error: unknown) => {
    throw error instanceof ImagesBusy ? fileStoreBusyError() : error
  })
  if ('fault' in image) throw invalid(field, image.fault)
  return image
}

const fileStoreBusyError = (): AppError =>
  new AppError('unavailable', 'UPLOADS_BUSY', 'The server is too busy for this picture right now; send it again.', {
    retryAfterSeconds: 5,
  })

/**
 * Stores the file. `work` must commit the row that refers to it and call `named` in the same transaction, or throw.
 * After a crash at any point, either a row refers to the file or the job removes it later.
 */
export async function storeFile<T>(
  ctx: Context,
  image: CleanImage,
  work: (name: string, named: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  const name = ctx.newId()
  await ctx.db.asBusiness(ctx.businessId, (tx) => addUnnamedFile(tx, name, ctx.now))
  try {
    await ctx.files.put(name, image.path, image.contentType)
    return await work(name, async (tx) => {
      if (!(await deleteUnreferencedFile(tx, name))) throw fileStoreBusyError()
    })
  } catch (error) {
    // After a refusal, nothing was committed. After any other error, the commit may have succeeded, so the job removes
    // the file only if no row refers to it.
    if (error instanceof AppError || error instanceof DuplicateRequest) await removeUnreferencedFile(ctx, name)
    throw error
  }
}

/** Removes a file that no row refers to. If that fails, the job removes the file later. */
export async function removeUnreferencedFile(
  ctx: Pick<Context, 'files' | 'db' | 'businessId' | 'log'>,
  name: string,
): Promise<void> {
  try {
    await ctx.files.remove(name)
    await ctx.db.asBusiness(ctx.businessId, (tx) => deleteUnreferencedFile(tx, name))
  } catch (error) {
    ctx.log.warn({ err: error }, 'a file was not removed; the job retries it')
  }
}
