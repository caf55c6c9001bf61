// Lets a caller stop waiting for work.

/** Rejects when the signal is aborted. The work continues. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const aborted = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', aborted, { once: true })
  if (signal.aborted) aborted()
  try {
    return await Promise.race([promise, work])
  } finally {
    signal.removeEventListener('abort', aborted)
  }
}
