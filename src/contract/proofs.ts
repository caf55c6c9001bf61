// Proof in requests: photos and signatures as multipart (docs/spec/routes.md#proof).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { clockSkew, Instant, latitude, longitude, type number, optional, text, nonBlankText } from './fields.ts'
import { MAX_PROOF_BYTES, MAX_PROOF_PHOTOS, MAX_PROOF_SIGNATURES } from './limits.ts'
import { ReceivedFile } from './received-file.ts'
import { StopAnswer, StopId } from './routes.ts'
import { recordOutcome } from './outcomes.ts'

const picture = () =>
  z
    .file(faultText('must be a file'))
    .max(MAX_PROOF_BYTES, faultText('must be at most 15 MiB'))
    .refine((file): file is ReceivedFile => file instanceof ReceivedFile, faultText('must be a file'))
    .optional()

/** Number in a multipart form, where each field is text. */
const numeric = (schema: ReturnType<typeof number>, pattern = /^-?\d{1,3}(\.\d{1,20})?$/) =>
  optional(z.string().regex(pattern, faultText('must be a number')).transform(Number).pipe(schema))

const members = {
  photo: picture(),
  signature: picture(),
  signed_by: optional(text(1, 200)),
  item_name: optional(nonBlankText(200)).meta({
    description:
      'Name of the item that the photo shows, as in the delivery, if the item is short, damaged or returned.',
  }),
  item_sku: optional(text(0, 200)),
  taken_at: optional(Instant),
  lat: numeric(latitude()),
  lng: numeric(longitude()),
}

interface Sent {
  photo?: unknown
  signature?: unknown
  signed_by: string | null
  item_name: string | null
  item_sku: string | null
}

function onePicture({ photo, signature, signed_by, item_name, item_sku }: Sent, context: z.core.$RefinementCtx): void {
  if ((photo === undefined) === (signature === undefined))
    context.addIssue({
      code: 'custom',
      path: ['photo'],
      message: faultText('or signature must be sent, and only one of them'),
    })
  if (photo && signed_by !== null)
    context.addIssue({ code: 'custom', path: ['signed_by'], message: faultText('is only allowed with a signature') })
  if (signature && item_name !== null)
    context.addIssue({ code: 'custom', path: ['item_name'], message: faultText('is only allowed with a photo') })
  if (item_name === null && item_sku !== null)
    context.addIssue({ code: 'custom', path: ['item_sku'], message: faultText('is only allowed with item_name') })
}

export const ProofBody = z.strictObject(members).superRefine(onePicture).meta({ id: 'ProofInput' })
export type ProofInput = z.output<typeof ProofBody>

/** Proof from the driver's phone, with its clock skew. */
export const DriverProofBody = z
  .strictObject({ ...members, clock_skew_ms: numeric(clockSkew(), /^-?\d{1,13}(\.\d{1,20})?$/) })
  .superRefine(onePicture)
export type DriverProof = z.output<typeof DriverProofBody>

export const addProof = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/proof',
  params: StopId,
  body: ProofBody,
  multipart: true,
  reply: StopAnswer,
  permission: 'dispatchRoutes',
  key: {
    operation: 'addProof',
    tag: 'Routes',
    summary: 'Add proof to a stop',
    description: `Adds one photo, or a signature with the signer’s name, before the outcome is recorded. The file is a JPEG, PNG or WebP of at most 15 MiB and 52 million pixels (16 million if progressive or interlaced), with at most 20,000 pixels per side. It is re-encoded without its metadata. A photo with item_name shows that item and doesn’t count as proof of the delivery. A stop has at most ${MAX_PROOF_PHOTOS} photos and ${MAX_PROOF_SIGNATURES} signatures; the newest signature counts.`,
    success: { 201: 'Added.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not under way, the stop is finished, or the stop has the maximum number of photos.',
      503: 'Too many concurrent uploads; this upload was not read.',
    },
    examples: { reply: recordOutcome.key.examples.reply },
  },
})
