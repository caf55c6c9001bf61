// Keeps a file and what names it: the file first, under a name of its own, then the commit.
import type { Tx } from '../store/database.ts'
import { addUnnamedFile, strikeUnnamedFile } from '../store/jobs/unnamed-files.ts'
import { AlreadyAnswered, type Context } from './context.ts'
import { AppError, invalid } from './errors.ts'
import { type CleanImage, ImagesBusy } from './ports/images.ts'

/** The picture that was sent as `field`, made safe. */
export async function cleanPicture(
  ctx: Context,
  from: string,
  field: string,
  longestSide?: number,
): Promise<CleanImage> {
  const image = await ctx.images.clean(from, `${from}.clean`, longestSide).catch((error: unknown) => {
    throw error instanceof ImagesBusy ? busy() : error
  })
  if ('fault' in image) throw invalid(field, image.fault)
  return image
}

const busy = (): AppError =>
  new AppError('unavailable', 'UPLOADS_BUSY', 'The server is too busy for this picture right now; send it again.', {
    retryAfterSeconds: 5,
  })

/**
 * `work` commits what names the file, and calls `named` in that commit, or throws. Whatever ends this halfway, the file is
 * either named or removed later.
 */
export async function keepFile<T>(
  ctx: Context,
  image: CleanImage,
  work: (name: string, named: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> {
  const name = ctx.newId()
  await ctx.db.asBusiness(ctx.businessId, (tx) => addUnnamedFile(tx, name, ctx.now))
  try {
    await ctx.files.put(name, image.path, image.contentType)
    return await work(name, async (tx) => {
      if (!(await strikeUnnamedFile(tx, name))) throw busy()
    })
  } catch (error) {
    // A refusal was not committed. Of another error nobody knows: if no row names the file, the job removes it.
    if (error instanceof AppError || error instanceof AlreadyAnswered) await discard(ctx, name)
    throw error
  }
}

/** Removes a file that nothing names any more; what can't be removed now is the job's. */
export async function discard(ctx: Pick<Context, 'files' | 'db' | 'businessId' | 'log'>, name: string): Promise<void> {
  try {
    await ctx.files.remove(name)
    await ctx.db.asBusiness(ctx.businessId, (tx) => strikeUnnamedFile(tx, name))
  } catch (error) {
    ctx.log.warn({ err: error }, 'a file was not removed; it is tried again')
  }
}
