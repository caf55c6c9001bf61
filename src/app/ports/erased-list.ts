// List of erased customers, stored outside the database because an older backup does not contain recent erasures.

/** One erasure: keyed digests of the values by which the customer was found. */
export interface ErasedLine {
  business_uuid: string
  erased_at: string
  digests: string[]
}

export interface ErasedList {
  add(line: ErasedLine): Promise<void>
  all(): Promise<ErasedLine[]>
}
