// Does something to keys or endpoints, says what came of it, and reads them again.
export type Act = (work: Promise<unknown>, done: string) => Promise<void>

/** Something shown only once. */
export interface Secret {
  title: string
  lead: string
  secret: string
}
