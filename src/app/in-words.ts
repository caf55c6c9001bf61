import type { Said } from '../texts/text.ts'
import type { Context } from './context.ts'

/** Renders the messages of warnings or reasons in the caller's language. */
export const inWords = <T extends { message: Said }>({ say }: Pick<Context, 'say'>, given: readonly T[]) =>
  given.map((one): Omit<T, 'message'> & { message: string } => ({ ...one, message: say(one.message) }))
