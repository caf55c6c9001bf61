// Stored files, and temporary ones.

/** The store of files can't be reached, or did not do what it was asked. */
export class FilesUnreachable extends Error {
  override name = 'FilesUnreachable'
}

/** Stores photos and signatures. A name is used once. */
export interface Files {
  /** Stores a copy of the file at `from`. */
  put(name: string, from: string, contentType: string): Promise<void>
  /** Null when there is none of that name. */
  get(name: string): Promise<Buffer | null>
  /** Its content in pieces, to be read to the end or broken off. Null when there is none of that name. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | null>
  /** The names of all stored files, in no order. */
  names(): AsyncIterable<string>
  remove(name: string): Promise<void>
}

/** Temporary files. */
export interface Scratch {
  /** Does the work with a folder of its own, and removes the folder afterwards. */
  within<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Removes folders that a crash left: those last written to before this time. */
  sweep(before: Date): Promise<void>
}
