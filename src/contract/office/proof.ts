// Documents to print or store: the proof of a delivery, a route's manifest, and labels.
import { faultText } from '../../texts/as-string.ts'
import { z } from 'zod'
import { LABEL_SHEETS } from '../../domain/orders/pieces.ts'
import { Day, oneOf, Uuid, uuids } from '../fields.ts'
import { MAX_CHOSEN_FOR_LABELS } from '../limits.ts'
import { endpoint } from '../endpoint.ts'

/** Returns a page instead of JSON. */
export const showProof = endpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/proof',
  permission: 'readOrders',
  params: z.object({ route_uuid: Uuid, stop_uuid: Uuid }),
  reply: 'FILE',
  office: {},
})

/** The following operations return a PDF. */
export const proofPdf = endpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/proof.pdf',
  permission: 'readOrders',
  params: z.object({ route_uuid: Uuid, stop_uuid: Uuid }),
  reply: 'FILE',
  office: {},
})
export const manifestPdf = endpoint({
  method: 'GET',
  path: '/routes/{route_uuid}/manifest.pdf',
  permission: 'readRoutes',
  params: z.object({ route_uuid: Uuid }),
  reply: 'FILE',
  office: {},
})

/** Returns the manifests of all routes of a day. */
export const manifestsPdf = endpoint({
  method: 'GET',
  path: '/manifests.pdf',
  permission: 'readRoutes',
  query: z.strictObject({ date: Day }),
  reply: 'FILE',
  office: {},
})

/** Returns a label for each piece of a route, of a day's open deliveries, or of the named orders. */
export const labelsPdf = endpoint({
  method: 'GET',
  path: '/labels.pdf',
  permission: 'readRoutes',
  query: z
    .strictObject({
      sheet: oneOf(LABEL_SHEETS),
      route_uuid: Uuid.optional(),
      date: Day.optional(),
      /** Separated by commas. */
      order_uuids: z
        .string()
        .transform((value): unknown[] => value.split(','))
        .pipe(uuids(MAX_CHOSEN_FOR_LABELS))
        .optional(),
    })
    .superRefine(({ route_uuid, date, order_uuids }, context) => {
      if ([route_uuid, date, order_uuids].filter((one) => one !== undefined).length !== 1)
        context.addIssue({
          code: 'custom',
          path: ['route_uuid'],
          message: faultText('or date or order_uuids is required, but only one of them'),
        })
    }),
  reply: 'FILE',
  office: {},
})
