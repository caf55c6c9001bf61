// Keeps a file and what names it: the file first, under a name of its own, then the commit.
import { AlreadyAnswered, type Context } from './context.ts'
import { AppError } from './errors.ts'
import type { CleanImage } from './ports.ts'

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
