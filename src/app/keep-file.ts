// Keeps a file and what names it: the file first, under a name of its own, then the commit.
import { AlreadyAnswered, type Context } from './context.ts'
import { AppError, invalid } from './errors.ts'
import { type CleanImage, ImagesBusy } from './ports.ts'

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

/** `work` commits what names the file, or throws. */
export async function keepFile<T>(ctx: Context, image: CleanImage, work: (name: string) => Promise<T>): Promise<T> {
  const name = ctx.newId()
  await ctx.files.put(name, image.path, image.contentType)
  try {
    return await work(name)
  } catch (error) {
    // A refusal was not committed. Of another error nobody knows: the file stays, and the clean-up looks for its row.
    if (error instanceof AppError || error instanceof AlreadyAnswered) await discard(ctx, name)
    throw error
  }
}

/** Removes a file that nothing names any more; what can't be removed now is the clean-up's. */
export const discard = (ctx: Context, name: string): Promise<void> =>
  ctx.files.remove(name).catch((error: unknown) => ctx.log.warn({ err: error }, 'a file was not removed'))
