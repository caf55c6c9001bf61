// Does something to keys or endpoints, says what came of it, and reads them again.
export type Act = <T>(work: Promise<T>, done: string | ((answer: T) => string)) => Promise<void>

/** Something shown only once. */
export interface Secret {
  title: string
  lead: string
  secret: string
}
