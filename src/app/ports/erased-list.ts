// Who was erased, kept outside the database: an older backup that is restored doesn't know of them.

/** Of one erasure: keyed digests of what the customer was found by. */
export interface ErasedLine {
  business_uuid: string
  erased_at: string
  digests: string[]
}

export interface ErasedList {
  add(line: ErasedLine): Promise<void>
  all(): Promise<ErasedLine[]>
}
