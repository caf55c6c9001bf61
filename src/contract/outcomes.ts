// Recording the outcome of a stop with its differences from the order, and undoing it.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { PAY_METHODS } from '../domain/routes/door-checks.ts'
import { OUTCOMES } from '../domain/routes/stop.ts'
import { endpoint } from './endpoint.ts'
import { Amount, boolean, Instant, number, oneOf, optional, text, nonBlankText } from './fields.ts'
import { StopId, StopAnswer, exampleStop, exampleRoute } from './routes.ts'

const differing = optional(number(0, 1e9)).transform((count) => count ?? 0)

/** Items that were not delivered as ordered. */
export const ItemDifferences = optional(
  z
    .array(
      z
        .strictObject(
          {
            name: nonBlankText(200),
            sku: optional(text(0, 200)),
            short: differing.meta({ description: 'Quantity that was missing.' }),
            damaged: differing,
            returned: differing.meta({ description: 'Quantity that the customer did not accept and that goes back.' }),
            reason: optional(nonBlankText(500)),
          },
          { error: faultText('must be an object') },
        )
        .refine(({ short, damaged, returned }) => short + damaged + returned > 0, {
          path: ['short'],
          message: faultText('or damaged or returned must be more than 0'),
        }),
      { error: faultText('must be a list') },
    )
    .max(500, faultText('must have at most 500 items')),
).meta({
  description:
    'Items that were not delivered as ordered, identified by name and, if given, sku. Allowed only with DELIVERED.',
})

/** Location where a delivery was left if nobody accepted it. */
export const DropOffPlace = optional(nonBlankText(200))

const Collected = z
  .strictObject(
    { amount: Amount, method: oneOf(PAY_METHODS), reason: optional(nonBlankText(500)) },
    { error: faultText('must be an object') },
  )
  .superRefine(({ amount, method, reason }, context) => {
    if (method !== 'NONE') return
    if (/[1-9]/.test(amount))
      context.addIssue({ code: 'custom', path: ['amount'], message: faultText('must be 0 with NONE') })
    if (reason === null)
      context.addIssue({
        code: 'custom',
        path: ['reason'],
        message: faultText('is required when nothing was collected'),
      })
  })

/** Answers to the checks at the door. */
export const DoorAnswers = optional(
  z.strictObject(
    {
      collected: optional(Collected),
      identified: optional(boolean()).meta({ description: 'Whether the customer showed proof of age or identity.' }),
      code: optional(
        z
          .strictObject(
            { entered: optional(text(1, 20)), reason: optional(nonBlankText(500)) },
            { error: faultText('must be an object') },
          )
          .refine(({ entered, reason }) => entered !== null || reason !== null, {
            path: ['reason'],
            message: faultText('is required without a code'),
          }),
      ).meta({ description: 'The code that the customer gave, or the reason why the delivery was made without it.' }),
    },
    { error: faultText('must be an object') },
  ),
).meta({
  description:
    'Answers to the checks that the delivery requires at the door: an amount, an age or ID, the customer’s code. Not allowed with SKIPPED.',
})

export const OutcomeBody = z
  .strictObject(
    {
      status: oneOf(OUTCOMES),
      reason: optional(nonBlankText(500)),
      driver_notes: optional(text(0, 2_000)),
      left_where: DropOffPlace,
      items: ItemDifferences,
      checks: DoorAnswers,
      occurred_at: optional(Instant),
      arrived_at: optional(Instant),
    },
    { error: faultText('must be a JSON object') },
  )
  .superRefine(fitOutcome)
  .meta({ id: 'OutcomeInput' })
export type OutcomeBody = z.output<typeof OutcomeBody>

interface Fitted {
  status: string | null
  reason: string | null
  left_where: string | null
  items: unknown[] | null
  checks: unknown
}

/** Applies to outcomes from every source: FAILED requires a reason, and only DELIVERED allows left_where. */
export function fitOutcome(
  { status, reason, left_where, items, checks }: Fitted,
  context: z.core.$RefinementCtx,
): void {
  if (status === 'FAILED' && reason === null)
    context.addIssue({ code: 'custom', path: ['reason'], message: faultText('is required when a delivery failed') })
  if (status !== 'DELIVERED' && left_where !== null)
    context.addIssue({ code: 'custom', path: ['left_where'], message: faultText('is only allowed with DELIVERED') })
  if (status !== 'DELIVERED' && items !== null)
    context.addIssue({ code: 'custom', path: ['items'], message: faultText('is only allowed with DELIVERED') })
  if (status !== 'DELIVERED' && status !== 'FAILED' && checks !== null)
    context.addIssue({
      code: 'custom',
      path: ['checks'],
      message: faultText('is only allowed with DELIVERED or FAILED'),
    })
}

const deliveredStop = {
  ...exampleStop,
  status: 'DELIVERED',
  delivered_at: '2026-11-23T14:03:20.000Z',
  finished_at: '2026-11-23T14:03:20.000Z',
  settles_at: '2026-11-23T14:05:20.000Z',
} as const

export const recordOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/status',
  params: StopId,
  body: OutcomeBody,
  reply: StopAnswer,
  permission: 'dispatchRoutes',
  audit: ['stop.outcome'],
  office: {},
  key: {
    operation: 'recordOutcome',
    tag: 'Routes',
    summary: 'Record the outcome of a stop',
    description:
      'Records the outcome. The webhook and the customer notice of DELIVERED and FAILED are sent after the undo window. SKIPPED returns the delivery to OPEN immediately.',
    success: { 200: 'Recorded.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not under way, the stop is already finished, or the business requires a photo or signature first.',
    },
    examples: {
      body: { status: 'DELIVERED', left_where: 'Reception', occurred_at: '2026-11-23T14:03:20Z' },
      reply: { route: { ...exampleRoute, status: 'IN_PROGRESS' }, stop: deliveredStop },
    },
  },
})

export const undoOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/undo',
  params: StopId,
  reply: StopAnswer,
  permission: 'dispatchRoutes',
  audit: ['stop.undone'],
  office: {},
  key: {
    operation: 'undoOutcome',
    tag: 'Routes',
    summary: 'Undo an outcome',
    description:
      'Undoes the outcome. Within the undo window, no event is sent for the outcome or for its undoing. After the undo window, stop.undone is sent. A skip can be undone only while its delivery is OPEN and on no other route. The delivery must still have the date of this route, the same address, and a temperature class that the vehicle carries. The request has no body.',
    success: { 200: 'Undone.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not under way, the stop has no outcome, or the skipped delivery has changed since.',
    },
    examples: { reply: { route: { ...exampleRoute, status: 'IN_PROGRESS' }, stop: { ...exampleStop, undo_count: 1 } } },
  },
})
