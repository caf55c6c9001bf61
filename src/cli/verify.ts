// roundsman verify FILE: checks that receipts are unchanged since they were signed, without a server or a database
// (docs/spec/receipts.md#check).
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { thumbprint } from '../app/customers/receipts/receipt-file.ts'
import {
  type CheckedFile,
  checkFile,
  contradictions,
  type TrustedKey,
} from '../app/customers/receipts/verify-receipts.ts'
import { RECEIPT_KEYS_PATH, ReceiptKeys } from '../contract/receipts.ts'

export const VERIFY_USAGE = 'verify FILE … [--keys FILE | --key ID] [--json]   (receipts, or an exported chain)'

/**
 * Exit codes. `HOLDS`: the receipts are unchanged and signed with a trusted key. `FAULTY`: they differ from the signed
 * receipts. `UNKNOWN_KEY`: they are signed with a key that only the file contains.
 */
const EXIT = { HOLDS: 0, FAULTY: 1, UNKNOWN_KEY: 2 } as const

export async function verifyReceipts(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      key: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(VERIFY_USAGE)
  if (positionals.length === 0 || (values.keys && values.key)) throw new Error(`Usage: ${VERIFY_USAGE}`)
  const trusted = await trustedKeys(values)
  const files = await Promise.all(
    positionals.map(async (file) => ({ name: path.basename(file), ...checkFile(await readFile(file), trusted) })),
  )
  const faults = [
    ...files.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
    ...contradictions(files),
  ]
  process.exitCode = faults.length > 0 ? EXIT.FAULTY : trusted ? EXIT.HOLDS : EXIT.UNKNOWN_KEY
  if (values.json) {
    const receipts = files.flatMap(({ name, receipts }) =>
      receipts.map(({ signed, disclosed, digest }) => ({ file: name, digest, ...signed, disclosed })),
    )
    return console.log(JSON.stringify({ holds: faults.length === 0, key_known: trusted !== null, faults, receipts }))
  }
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) return console.error('REFUSED: the content differs from the signed content.')
  for (const file of files) console.log(inWords(file).join('\n'))
  console.log(trusted ? 'HOLDS: signed with a given key, and unchanged since.' : unknownKey(files))
}

async function trustedKeys({ keys, key }: { keys?: string; key?: string }): Promise<Map<string, TrustedKey> | null> {
  if (key) return new Map([[key, { kid: key, retired_at: null }]])
  if (!keys) return null
  let value: unknown
  try {
    value = JSON.parse(await readFile(keys, 'utf8'))
  } catch (error) {
    throw new Error(`--keys ${keys} can't be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  const read = ReceiptKeys.safeParse(value)
  if (!read.success) throw new Error(`--keys ${keys} has no receipt keys.`)
  for (const { kid, crv, kty, x } of read.data.keys)
    if (thumbprint({ crv, kty, x }) !== kid) throw new Error(`--keys ${keys} has a key with the wrong ID ${kid}.`)
  return new Map(read.data.keys.map((one) => [one.kid, one]))
}

const unknownKey = (files: readonly CheckedFile[]): string => {
  const signed = files.flatMap(({ receipts }) => receipts.map(({ signed: { kid, issuer } }) => ({ kid, issuer })))
  const ids = [...new Set(signed.map(({ kid }) => kid))]
  const issuers = [...new Set(signed.map(({ issuer }) => issuer + RECEIPT_KEYS_PATH))]
  return [
    'UNCHANGED since it was signed, but the signer is unknown: the key is from the file itself, and anyone can create a key.',
    `Signed with ${ids.join(', ')}.`,
    `If you know from another source that this is the issuer's key, pass --key ID. Or save ${issuers.join(', ')} and pass --keys FILE.`,
  ].join('\n')
}

function inWords({ name, receipts }: CheckedFile & { name: string }): string[] {
  const [first, ...more] = receipts
  const last = more.at(-1)
  if (!first) return []
  const { signed, disclosed } = first
  if (last)
    return [
      `${name}: ${receipts.length} receipts of the business ${signed.business_uuid}, numbers ${signed.sequence} to ${last.signed.sequence}, none missing.`,
      ...(signed.sequence === 1 ? [] : [`The file has no receipts before number ${signed.sequence}.`]),
      `Digest of the last: ${last.digest}`,
    ]
  const place = disclosed.place?.value
  const accuracy = place?.accuracy_meters == null ? '' : `, within ${Math.round(place.accuracy_meters)} m`
  return [
    `${name}: receipt ${signed.receipt_uuid}, number ${signed.sequence} of the business ${signed.business_uuid}`,
    ...(signed.test ? ['A TEST: nothing was delivered.'] : []),
    `Outcome: ${signed.outcome}, at ${signed.occurred_at}`,
    signed.phone_time
      ? `Phone's clock: ${signed.phone_time}, received by the server at ${signed.received_at}`
      : 'Not recorded by a driver’s phone, but by the office or another system.',
    `Final at ${signed.settled_at}, issued at ${signed.issued_at} by ${signed.issuer}`,
    `Order: ${signed.order_uuid}, reference ${disclosed.order_reference?.value ?? 'not disclosed'}`,
    ...(signed.digests.place ? [`Place: ${place ? `${place.lat}, ${place.lng}${accuracy}` : 'not disclosed'}`] : []),
    ...signed.photos.map((digest) => `Photo: SHA-256 ${digest}`),
    ...signed.signatures.map((digest) => `Signature: SHA-256 ${digest}`),
    ...(signed.corrects ? [`Replaces receipt ${signed.corrects}.`] : []),
  ]
}
