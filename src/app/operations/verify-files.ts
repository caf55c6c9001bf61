// Checks every stored file against what is recorded of it (docs/operating.md#verifying-stored-files). Files are read in
// pieces, rows in pages, each in a statement of its own: neither memory nor a transaction grows with what is stored.
import { createHash } from 'node:crypto'
import {
  isStillNamed,
  NAMED_BY,
  type NamedBy,
  type NamedFile,
  namedFiles,
  unnamedAmong,
} from '../../store/operations/named-files.ts'
import type { App } from '../context.ts'
import type { Files } from '../ports/files.ts'
import { faultOf, noteFault } from '../driving/proofs/stored-picture.ts'

/**
 * - `MISSING`, `EMPTY`: there is no file, or none with content.
 * - `CHANGED`: its bytes are not those that were recorded.
 * - `NOT_IN_RECEIPT`: it is as recorded, and the receipt of the outcome is of another file.
 * - `ORPHANED`: nothing names it.
 */
export type StoredFileFault = 'MISSING' | 'EMPTY' | 'CHANGED' | 'NOT_IN_RECEIPT' | 'ORPHANED'

export interface VerifiedFiles {
  /** How many files rows name. */
  checked: number
  missing: number
  empty: number
  changed: number
  not_in_receipt: number
  orphaned: number
  /** The first of them. */
  faults: { fault: StoredFileFault; file_name: string; named_by?: NamedBy; business_uuid?: string; uuid?: string }[]
}

const PAGE = 500
const READ_AT_ONCE = 8
/** Names that are looked for in the database at once. */
const NAMES = 10_000
/** No stored picture is as large. What is read of a file at most. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_LISTED = 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'
/** The names of our files; others in the same place are none of ours. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `shared`: another installation has files in the same store, so that its files are no orphans. */
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
    if (found.faults.length < MOST_LISTED) found.faults.push(fault)
  }
  for (const by of NAMED_BY)
    for await (const files of pagesOf(app, by)) {
      found.checked += files.length
      for (const { file, fault } of await Promise.all(files.map((file) => checked(app, by, file))))
        if (fault) add({ fault, file_name: file.fileName, named_by: by, business_uuid: file.businessId, uuid: file.id })
    }
  if (!shared) for await (const name of orphans(app)) add({ fault: 'ORPHANED', file_name: name })
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

async function checked(app: App, by: NamedBy, file: NamedFile) {
  const { businessId, id, sha256, fileFault, inReceipt } = file
  const read = await digestOf(app.files, file.fileName)
  const digest = read?.bytes ? read.digest : null
  const fault = sha256 ? faultOf(digest, sha256) : digest ? null : 'MISSING'
  // Removed while it was looked for.
  if (fault && !(await isStillNamed(app.db, by, file))) return { file, fault: null }
  if (by === 'PROOF') await noteFault(app, businessId, { proofId: id, fileFault }, fault)
  const wrong: StoredFileFault | null = fault === 'MISSING' && read ? 'EMPTY' : fault
  return { file, fault: wrong ?? (inReceipt ? null : ('NOT_IN_RECEIPT' as const)) }
}

/** Of a file that is too large, the digest of its beginning, which is none that was recorded. */
async function digestOf(files: Files, name: string): Promise<{ bytes: number; digest: Buffer } | null> {
  const pieces = await files.read(name)
  if (!pieces) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
    if (bytes > MOST_BYTES) break
  }
  return { bytes, digest: hash.digest() }
}

async function* orphans({ db, files }: App): AsyncGenerator<string> {
  let names: string[] = []
  const unnamed = async function* (): AsyncGenerator<string> {
    for (const name of await unnamedAmong(db, names)) if (await isThere(files, name)) yield name
    names = []
  }
  for await (const name of files.names()) {
    if (!UUID.test(name)) continue
    names.push(name)
    if (names.length === NAMES) yield* unnamed()
  }
  yield* unnamed()
}

/** It may have been removed since it was listed, with the row that named it. */
const isThere = async (files: Files, name: string): Promise<boolean> => (await digestOf(files, name)) !== null
