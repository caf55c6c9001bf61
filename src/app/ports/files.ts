// Stores files permanently, and provides temporary files.

/** The file store is unavailable or rejected the operation. */
export class FilesUnreachable extends Error {
  override name = 'FilesUnreachable'
}

/** Stores photos and signatures. Each name is written only once. */
export interface Files {
  /** Stores a copy of the file at `from`. */
  put(name: string, from: string, contentType: string): Promise<void>
  /** Returns null if no file has this name. */
  get(name: string): Promise<Buffer | null>
  /**
   * Returns the content in chunks. The caller must read all of it or end the iteration. Null if no file has this name.
   */
  read(name: string): Promise<AsyncIterable<Uint8Array> | null>
  /** The names of all stored files, in no particular order. */
  names(): AsyncIterable<string>
  remove(name: string): Promise<void>
}

/** Temporary files. */
export interface Scratch {
  /** Runs `work` with a new folder and removes the folder afterwards. */
  within<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes folders that a crash left behind, if they were last written before this time. */
  sweep(before: Date): Promise<void>
}
