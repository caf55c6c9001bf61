// List of erased customers. It is stored outside the database: after the restore of an older backup, the database
// doesn't contain recent erasures.

/** One erasure. `digests` are keyed hashes of the phone numbers, email addresses and references of the customer. */
export interface ErasedLine {
  business_uuid: string
  erased_at: string
  digests: string[]
}

export interface ErasedList {
  add(line: ErasedLine): Promise<void>
  all(): Promise<ErasedLine[]>
}
