// Reads the pieces of deliveries and the content of a label for each piece.
import { text } from '../../../texts/text.ts'
import type { Formats } from '../../../domain/formats.ts'
import { type Piece, piecesOf } from '../../../domain/orders/pieces.ts'
import { findBusiness } from '../../../store/settings/businesses.ts'
import { type Labelled, type LabelledOrder, ordersToLabel } from '../../../store/orders/labels.ts'
import { readRoute } from '../../../store/routes/routes.ts'
import type { Context } from '../../context.ts'
import { conflicting, missing } from '../../errors.ts'

/** Maximum number of labels in one document. More labels would take too long to render. */
export const MAX_LABELS = 1_500
const MAX_ORDERS = MAX_LABELS

export interface Label extends Piece {
  order: LabelledOrder
  /** Number of the piece within its delivery, from 1, and the delivery's total. */
  number: number
  of: number
}

export interface Labels {
  from: string
  formats: Formats
  labels: Label[]
}

export async function readLabels(ctx: Context, labelled: Labelled): Promise<Labels> {
  const { business, orders } = await ctx.read(async (tx) => {
    if ('routeId' in labelled && !(await readRoute(tx, labelled.routeId))) throw missing('route with that uuid')
    return { business: await findBusiness(tx), orders: await ordersToLabel(tx, labelled, MAX_ORDERS + 1) }
  })
  if (!business) throw missing('business')
  const labels = orders.flatMap((order) =>
    piecesOf(order).map((piece, i, { length }): Label => ({ ...piece, order, number: i + 1, of: length })),
  )
  if (labels.length === 0) throw conflicting('NO_LABELS', 'There is no delivery to print labels for.')
  if (labels.length > MAX_LABELS)
    throw conflicting(
      'TOO_MANY_LABELS',
      text('These are more than {most} labels. Print them route by route.', {
        most: MAX_LABELS.toLocaleString('en-US'),
      }),
    )
  return { from: business.brandName ?? business.name, formats: business, labels }
}
