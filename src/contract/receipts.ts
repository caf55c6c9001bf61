// Receipts in the API and as files (docs/spec/receipts.md).
import { z } from 'zod'
import { RECEIPT_OUTCOMES } from '../domain/receipts/receipt.ts'
import { endpoint } from './endpoint.ts'
import { InstantOut, Uuid, UuidOut } from './fields.ts'
import { PageQuery } from './pages.ts'

const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** 256 bits in the encoding of JSON Web Keys. */
const base64url = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const instant = z.iso.datetime({ precision: 3 })
const uuid = z.uuid()

/** The signed content. `digests` covers values that the file may disclose. */
export const ReceiptContent = z.strictObject({
  type: z.literal('roundsman-receipt'),
  version: z.literal(1),
  issuer: z.string(),
  kid: base64url,
  business_uuid: uuid,
  sequence: z.int().min(1),
  previous: digest.nullable(),
  issued_at: instant,
  receipt_uuid: uuid,
  corrects: uuid.nullable(),
  order_uuid: uuid,
  stop_uuid: uuid,
  outcome: z.enum(RECEIPT_OUTCOMES),
  occurred_at: instant,
  phone_time: instant.nullable(),
  received_at: instant.nullable(),
  settled_at: instant,
  photos: z.array(digest),
  signatures: z.array(digest),
  digests: z.strictObject({ order_reference: digest, place: digest.optional() }),
  test: z.boolean(),
})
export type ReceiptContent = z.output<typeof ReceiptContent>
/** Content of a receipt without a position in the chain yet. */
export type UnsealedContent = Omit<ReceiptContent, 'issuer' | 'kid' | 'sequence' | 'previous' | 'issued_at'>

const salted = <T extends z.ZodType>(value: T) => z.strictObject({ salt: z.string().regex(/^[0-9a-f]{32}$/), value })

/** One line of a receipt file. */
export const ReceiptLine = z.strictObject({
  disclosed: z.strictObject({
    order_reference: salted(z.string()).optional(),
    place: salted(
      z.strictObject({ lat: z.number(), lng: z.number(), accuracy_meters: z.number().nullable() }),
    ).optional(),
  }),
  key: z.strictObject({ crv: z.literal('Ed25519'), kty: z.literal('OKP'), x: base64url }),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  signed: ReceiptContent,
})
export type ReceiptLine = z.output<typeof ReceiptLine>

/** The public keys of an installation, as a JSON Web Key Set (RFC 7517). */
export const ReceiptKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      alg: z.string(),
      use: z.string(),
      kid: base64url,
      x: base64url,
      retired_at: instant.nullable(),
    }),
  ),
})
export type ReceiptKeys = z.output<typeof ReceiptKeys>

/** Path where an installation publishes its keys. */
export const RECEIPT_KEYS_PATH = '/.well-known/roundsman-receipts.json'

const ReceiptOut = z
  .object({
    receipt_uuid: UuidOut,
    sequence: z.int().meta({ description: 'Position in the chain of the business, starting at 1 without gaps.' }),
    issued_at: InstantOut,
    order_uuid: UuidOut,
    stop_uuid: UuidOut,
    outcome: z.enum(RECEIPT_OUTCOMES),
    corrects: UuidOut.nullable().meta({ description: 'The earlier receipt of the stop that this receipt replaces.' }),
    url: z.string().meta({ description: 'The page that explains what the receipt proves. It needs no sign-in.' }),
    file: z.string().meta({
      description:
        'The receipt itself, one line. Store it unchanged, byte for byte, and verify it with `node roundsman.mjs verify FILE`. The lines of the whole list form a chain.',
    }),
  })
  .meta({ id: 'Receipt' })
export type ReceiptOut = z.output<typeof ReceiptOut>

export const ReceiptsQuery = z.strictObject({
  order_uuid: z.string().pipe(Uuid).optional().meta({ description: 'Order whose receipts are listed.' }),
  stop_uuid: z.string().pipe(Uuid).optional().meta({ description: 'Stop whose receipts are listed.' }),
  ...PageQuery.shape,
})
export type ReceiptsQuery = z.output<typeof ReceiptsQuery>

const example: ReceiptOut = {
  receipt_uuid: '019ab8e4-77d0-7b1c-8e11-9a0b1c2d3e4f',
  sequence: 1204,
  issued_at: '2026-11-23T14:32:00.120Z',
  order_uuid: '019ab3f0-8b1a-7a51-9d1e-6f6f0a1b2c3d',
  stop_uuid: '019ab4f2-8f10-7b6e-9d2c-1f2e3d4c5b6a',
  outcome: 'DELIVERED',
  corrects: null,
  url: 'https://routes.example.com/r/9fQ2kX0aB7cD3eF5gH8iJ1kL4mN6oP9qR2sT5uV7wX0',
  file: '{"disclosed":{},"key":{"crv":"Ed25519","kty":"OKP","x":"…"},"signature":"…","signed":{…}}',
}

const reading = { method: 'GET', permission: 'readOrders' } as const

export const listReceipts = endpoint({
  ...reading,
  path: '/receipts',
  query: ReceiptsQuery,
  reply: z.array(ReceiptOut),
  key: {
    tag: 'Routes',
    operation: 'listReceipts',
    summary: 'List signed receipts in chain order',
    description:
      'Lists a receipt for each settled outcome `DELIVERED` or `FAILED`, and for each correction of such an outcome. After settling, outcomes can be undone only with a trace. A receipt exists within seconds of the outcome’s webhook.',
    success: { 200: 'A page of receipts.' },
    errors: {},
    paged: true,
    examples: { reply: [example] },
  },
})

export const readReceipt = endpoint({
  ...reading,
  path: '/receipts/{receipt_uuid}',
  params: z.object({ receipt_uuid: Uuid }),
  reply: ReceiptOut,
  key: {
    tag: 'Routes',
    operation: 'readReceipt',
    summary: 'Read a receipt',
    description: 'Returns a receipt in the format of the list.',
    success: { 200: 'OK.' },
    errors: {
      404: 'No receipt with that uuid exists, or it has no position in the chain yet. In this case, retry after a few seconds.',
    },
    examples: { reply: example },
  },
})
