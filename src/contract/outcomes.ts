// Outcomes of stops: recorded, with what differs from the order, and undone.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { PAY_METHODS } from '../domain/routes/door-checks.ts'
import { OUTCOMES } from '../domain/routes/stop.ts'
import { endpoint } from './endpoint.ts'
import { Amount, boolean, Instant, number, oneOf, optional, text, words } from './fields.ts'
import { StopId, StopAnswer, exampleStop, exampleRoute } from './routes.ts'

const differing = optional(number(0, 1e9)).transform((count) => count ?? 0)

/** What was not delivered as ordered, item by item. */
export const ItemDifferences = optional(
  z
    .array(
      z
        .strictObject(
          {
            name: words(200),
            sku: optional(text(0, 200)),
            short: differing.meta({ description: 'Not there to be handed over.' }),
            damaged: differing,
            returned: differing.meta({ description: 'Not taken; it goes back.' }),
            reason: optional(words(500)),
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
).meta({ description: 'Items that were not delivered as ordered, by name and, where given, sku. Only with DELIVERED.' })

/** Where a delivery was left that nobody took. */
export const LeftWhere = optional(words(200))

const Collected = z
  .strictObject(
    { amount: Amount, method: oneOf(PAY_METHODS), reason: optional(words(500)) },
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

/** What the delivery asks for at the door, answered. */
export const DoorAnswers = optional(
  z.strictObject(
    {
      collected: optional(Collected),
      identified: optional(boolean()).meta({ description: 'Whether the age or ID was shown.' }),
      code: optional(
        z
          .strictObject(
            { entered: optional(text(1, 20)), reason: optional(words(500)) },
            { error: faultText('must be an object') },
          )
          .refine(({ entered, reason }) => entered !== null || reason !== null, {
            path: ['reason'],
            message: faultText('is required without a code'),
          }),
      ).meta({ description: 'What the customer said as the code, or why it was delivered without.' }),
    },
    { error: faultText('must be an object') },
  ),
).meta({
  description:
    'What the delivery asks for at the door: an amount, an age or ID, the customer’s code. Not with SKIPPED.',
})

export const OutcomeBody = z
  .strictObject(
    {
      status: oneOf(OUTCOMES),
      reason: optional(words(500)),
      driver_notes: optional(text(0, 2_000)),
      left_where: LeftWhere,
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

/** From every source: a delivery that FAILED says why, and only one that was DELIVERED was left somewhere. */
export function fitOutcome(
  { status, reason, left_where, items, checks }: Fitted,
  context: z.core.$RefinementCtx,
): void {
  if (status === 'FAILED' && reason === null)
    context.addIssue({ code: 'custom', path: ['reason'], message: faultText('is required when a delivery failed') })
  if (status !== 'DELIVERED' && left_where !== null)
    context.addIssue({ code: 'custom', path: ['left_where'], message: faultText('goes with DELIVERED') })
  if (status !== 'DELIVERED' && items !== null)
    context.addIssue({ code: 'custom', path: ['items'], message: faultText('goes with DELIVERED') })
  if (status !== 'DELIVERED' && status !== 'FAILED' && checks !== null)
    context.addIssue({ code: 'custom', path: ['checks'], message: faultText('goes with DELIVERED or FAILED') })
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
      'DELIVERED and FAILED are held for the undo window before the webhook and the customer notice; SKIPPED releases the delivery to OPEN at once.',
    success: { 200: 'Recorded.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not running, the stop is already finished, or the business requires a photo or signature first.',
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
      'Within the undo window no event is sent for either; after it, stop.undone is sent. A skip can be undone only while its delivery is still OPEN, on no other route, and still fits this one: same date and address, a temperature class that the vehicle carries. No body.',
    success: { 200: 'Undone.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not running, there is nothing to undo, or the skipped delivery has moved on.',
    },
    examples: { reply: { route: { ...exampleRoute, status: 'IN_PROGRESS' }, stop: { ...exampleStop, undo_count: 1 } } },
  },
})
