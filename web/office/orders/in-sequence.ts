/** Returns a sentence, followed by another if there is one. */
export const inSequence = (sentence: string, next: string | null): string =>
  next === null ? sentence : `${sentence} ${next}`
