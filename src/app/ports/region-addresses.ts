// Port for the addresses of regions in the database, which several machines may share.

/** Stores the addresses of a region. */
export interface RegionAddresses {
  /** Returns how many addresses the region has from exactly this file. Null if the file is not imported. */
  importedCount(name: string, sha256: string): Promise<number | null>
  /**
   * Replaces the region's addresses in one transaction. Commits when `filesMade` is fulfilled, and changes nothing if it
   * is rejected or if `progress` throws. Returns the number of addresses.
   */
  replace(
    name: string,
    sha256: string,
    file: string,
    progress: (part: number) => void,
    filesMade: Promise<unknown>,
  ): Promise<number>
  /** Returns false if the region has no addresses. */
  remove(name: string): Promise<boolean>
}
