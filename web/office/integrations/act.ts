// Runs an action on keys or endpoints, shows its result, and reads both lists again.
export type RunAction = <T>(work: Promise<T>, done: string | ((answer: T) => string)) => Promise<void>

/** A secret that is shown only once. */
export interface Secret {
  title: string
  lead: string
  secret: string
}
