// Verifies a file of receipts from the file and trusted keys alone, without server or database
// (docs/spec/receipts.md#check).
import { type ReceiptContent, ReceiptLine } from '../../../contract/receipts.ts'
import type { Disclosable } from '../../../domain/receipts/receipt.ts'
import { canonical, isSignedWith, saltedDigest, sha256, thumbprint } from './receipt-file.ts'

/** A key that the verifier trusts, from a source other than the file. */
export interface TrustedKey {
  kid: string
  retired_at: string | null
}

export interface CheckedReceipt {
  /** Line number in the file, from 1. */
  line: number
  signed: ReceiptContent
  disclosed: ReceiptLine['disclosed']
  /** Digest of this receipt, by which the next receipt in the chain refers to it. */
  digest: string
}

export interface CheckedFile {
  receipts: CheckedReceipt[]
  /** Problems that were found, as sentences. Empty if the file is valid. */
  faults: string[]
}

/**
 * Verifies the file. `trusted` maps thumbprints to the keys that may sign. If `trusted` is null, any key is accepted,
 * and only the consistency of the file is verified.
 */
export function checkFile(file: Uint8Array, trusted: ReadonlyMap<string, TrustedKey> | null): CheckedFile {
  const lines = linesOf(Buffer.from(file))
  if (lines.length === 0) return { receipts: [], faults: ['The file is empty.'] }
  const receipts: CheckedReceipt[] = []
  const faults: string[] = []
  lines.forEach((bytes, i) => {
    const found = checkLine(bytes, trusted)
    if (typeof found === 'string') faults.push(`Line ${i + 1}: ${found}`)
    else receipts.push({ line: i + 1, ...found })
  })
  // The chain can only be checked if all lines are valid.
  if (faults.length === 0) faults.push(...chainFaults(receipts))
  return { receipts, faults }
}

/**
 * Compares several files of receipts. Returns a sentence for each position of a chain at which two files have different
 * receipts, which shows that the chain was rewritten.
 */
export function contradictions(files: readonly { name: string; receipts: readonly CheckedReceipt[] }[]): string[] {
  const known = new Map<string, { name: string; digest: string }>()
  return files.flatMap(({ name, receipts }) =>
    receipts.flatMap(({ signed, digest }) => {
      const place = `${signed.business_uuid} ${signed.sequence}`
      const before = known.get(place)
      if (!before) known.set(place, { name, digest })
      return before && before.digest !== digest
        ? [`${name} and ${before.name} have different receipts with the number ${signed.sequence}.`]
        : []
    }),
  )
}

function checkLine(
  bytes: Buffer,
  trusted: ReadonlyMap<string, TrustedKey> | null,
): Omit<CheckedReceipt, 'line'> | string {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    return 'this is not JSON.'
  }
  const read = ReceiptLine.safeParse(value)
  if (!read.success) return 'this is not a receipt.'
  const { disclosed, key, signature, signed } = read.data
  // The line must match the canonical form byte by byte, so that nobody can add content that two parsers read
  // differently.
  if (!Buffer.from(canonical(read.data)).equals(bytes))
    return 'this is not in the form of a receipt; something was changed.'
  if (thumbprint(key) !== signed.kid) return 'its key is not the one that it names.'
  const known = trusted?.get(signed.kid)
  if (trusted && !known) return `its signing key, ${signed.kid}, is not among the given keys.`
  if (known?.retired_at && signed.issued_at > known.retired_at)
    return `it says that it was issued at ${signed.issued_at}, after its key was retired at ${known.retired_at}.`
  const content = canonical(signed)
  if (!isSignedWith(key, content, signature)) return 'the signature does not match the content.'
  const misfits = memberWithWrongDigest(disclosed, signed)
  if (misfits) return `${misfits} does not match the signed value.`
  return { signed, disclosed, digest: sha256(content).toString('hex') }
}

function memberWithWrongDigest(
  disclosed: ReceiptLine['disclosed'],
  { digests }: ReceiptContent,
): keyof Disclosable | null {
  const { order_reference: reference, place } = disclosed
  if (reference && saltedDigest('order_reference', reference) !== digests.order_reference) return 'order_reference'
  if (place && saltedDigest('place', place) !== digests.place) return 'place'
  return null
}

function chainFaults(receipts: readonly CheckedReceipt[]): string[] {
  return receipts.flatMap(({ line, signed }, i) => {
    const fault = (text: string) => [`Line ${line}: ${text}`]
    const before = receipts[i - 1]
    if ((signed.sequence === 1) !== (signed.previous === null))
      return fault('only the first receipt of a chain has no predecessor.')
    if (!before) return []
    if (signed.business_uuid !== before.signed.business_uuid) return fault('this receipt belongs to another business.')
    if (signed.sequence !== before.signed.sequence + 1)
      return fault(
        `number ${signed.sequence} follows number ${before.signed.sequence}; receipts are missing or swapped.`,
      )
    if (signed.previous !== before.digest)
      return fault(`it does not follow the receipt before it; one of the two was replaced.`)
    if (signed.issued_at < before.signed.issued_at)
      return fault(`it was issued at ${signed.issued_at}, before the receipt that it follows.`)
    return []
  })
}

/** Lines end with a line feed, which the last line may lack. */
function linesOf(file: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < file.length; ) {
    const end = file.indexOf(10, start)
    lines.push(file.subarray(start, end < 0 ? file.length : end))
    start = end < 0 ? file.length : end + 1
  }
  return lines
}
