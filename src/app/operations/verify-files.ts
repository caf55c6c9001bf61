// Verifies every stored file against its record (docs/operating.md#verifying-stored-files). Files are read in chunks,
// and rows in pages with a statement for each page. Therefore memory use and transactions don't grow with the amount of
// data.
import { createHash } from 'node:crypto'
import {
  isStillNamed,
  NAMED_BY,
  type NamedBy,
  type NamedFile,
  namedFiles,
  unreferencedAmong,
} from '../../store/operations/named-files.ts'
import type { App } from '../context.ts'
import type { Files } from '../ports/files.ts'
import { faultOf, recordFileFault } from '../driving/proofs/stored-picture.ts'

/**
 * - `MISSING`, `EMPTY`: the file doesn't exist, or has no content.
 * - `CHANGED`: its bytes differ from the record.
 * - `NOT_IN_RECEIPT`: it matches the record, but the receipt of the outcome lists another file.
 * - `ORPHANED`: no row refers to it.
 */
export type StoredFileFault = 'MISSING' | 'EMPTY' | 'CHANGED' | 'NOT_IN_RECEIPT' | 'ORPHANED'

export interface VerifiedFiles {
  /** Number of files that are named in rows, all of which were checked. */
  checked: number
  missing: number
  empty: number
  changed: number
  not_in_receipt: number
  orphaned: number
  /** Details of the first faults, at most MAX_LISTED. */
  faults: { fault: StoredFileFault; file_name: string; named_by?: NamedBy; business_uuid?: string; uuid?: string }[]
}

const PAGE = 500
const READ_AT_ONCE = 8
/** File names per database query. */
const NAMES = 10_000
/** Maximum bytes to read of a file. Every stored picture is smaller. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_LISTED = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'
/** Format of the names of Roundsman's files. The store may contain other files, which are ignored. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Verifies all files. `shared`: another installation uses the same store, so files without a row are not reported as
 * orphans.
 */
export async function verifyFiles(app: App, { shared = false }: { shared?: boolean } = {}): Promise<VerifiedFiles> {
  const found: VerifiedFiles = {
    checked: 0,
    missing: 0,
    empty: 0,
    changed: 0,
    not_in_receipt: 0,
    orphaned: 0,
    faults: [],
  }
  const add = (fault: VerifiedFiles['faults'][number]): void => {
    found[fault.fault.toLowerCase() as Lowercase<StoredFileFault>]++
    if (found.faults.length < MAX_LISTED) found.faults.push(fault)
  }
  for (const by of NAMED_BY)
    for await (const files of pagesOf(app, by)) {
      found.checked += files.length
      for (const { file, fault } of await Promise.all(files.map((file) => checkFile(app, by, file))))
        if (fault) add({ fault, file_name: file.fileName, named_by: by, business_uuid: file.businessId, uuid: file.id })
    }
  if (!shared) for await (const name of unreferencedFiles(app)) add({ fault: 'ORPHANED', file_name: name })
  return found
}

async function* pagesOf({ db }: App, by: NamedBy): AsyncGenerator<NamedFile[]> {
  for (let after = FIRST; ; ) {
    const page = await namedFiles(db, by, after, PAGE)
    for (let i = 0; i < page.length; i += READ_AT_ONCE) yield page.slice(i, i + READ_AT_ONCE)
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

async function checkFile(app: App, by: NamedBy, file: NamedFile) {
  const { businessId, id, sha256, fileFault, inReceipt } = file
  const read = await digestOf(app.files, file.fileName)
  const digest = read?.bytes ? read.digest : null
  const fault = sha256 ? faultOf(digest, sha256) : digest ? null : 'MISSING'
  // If the row no longer names the file, the file was removed during the check, so there is no fault.
  if (fault && !(await isStillNamed(app.db, by, file))) return { file, fault: null }
  if (by === 'PROOF') await recordFileFault(app, businessId, { proofId: id, fileFault }, fault)
  const wrong: StoredFileFault | null = fault === 'MISSING' && read ? 'EMPTY' : fault
  return { file, fault: wrong ?? (inReceipt ? null : ('NOT_IN_RECEIPT' as const)) }
}

/**
 * Returns the digest of a file. If the file is too large, returns the digest of its beginning, which matches no record.
 */
async function digestOf(files: Files, name: string): Promise<{ bytes: number; digest: Buffer } | null> {
  const pieces = await files.read(name)
  if (!pieces) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
    if (bytes > MAX_BYTES) break
  }
  return { bytes, digest: hash.digest() }
}

async function* unreferencedFiles({ db, files }: App): AsyncGenerator<string> {
  let names: string[] = []
  const unnamed = async function* (): AsyncGenerator<string> {
    for (const name of await unreferencedAmong(db, names)) if (await isThere(files, name)) yield name
    names = []
  }
  for await (const name of files.names()) {
    if (!UUID.test(name)) continue
    names.push(name)
    if (names.length === NAMES) yield* unnamed()
  }
  yield* unnamed()
}

/** Returns whether the file still exists. It may have been removed since the listing, together with its row. */
const isThere = async (files: Files, name: string): Promise<boolean> => (await digestOf(files, name)) !== null
