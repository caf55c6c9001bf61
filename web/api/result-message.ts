// Converts the outcome of a call to a message: success, or the server's refusal. Any other error is a bug and is rethrown.
import { ApiError } from './client.ts'

export async function resultMessage<T>(
  work: Promise<T>,
  done: string | ((answer: T) => string),
  refused: (error: ApiError) => string = refusalMessage,
): Promise<string> {
  try {
    const answer = await work
    return typeof done === 'string' ? done : done(answer)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refused(error)
  }
}

/** Returns why the server refused a call. */
export function refusalMessage(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  return error.message
}
