// Labels for the pieces of deliveries, as they are printed.
import type { Label } from '../../app/labels/read-labels.ts'
import type { PrintedLabel, PrintedLabels } from '../../app/ports/documents.ts'
import type { LabelSheet } from '../../domain/orders/pieces.ts'
import { dayInWords } from '../words.ts'
import { TEMPERATURE_WORDS } from './manifest-document.ts'

export const labelDocument = (title: string, from: string, labels: readonly Label[], sheet: LabelSheet) =>
  ({ title, sheet, labels: labels.map((label) => printed(from, label)) }) satisfies PrintedLabels

function printed(from: string, { order, name, number, of, code }: Label): PrintedLabel {
  const { line1, city, region, postalCode } = order.address
  return {
    from: `${from} · ${dayInWords(order.deliveryDate)}`,
    to: [order.customerName, line1, [city, region, postalCode].filter(Boolean).join(', ')].filter(Boolean),
    large: order.routeName === null ? `${number} of ${of}` : `${order.routeName} · stop ${order.sequence}`,
    facts: [
      ...(order.routeName === null ? [] : [`Piece ${number} of ${of}`]),
      `Order ${order.externalRef}`,
      ...(order.temperatureClass === 'DRY' ? [] : [TEMPERATURE_WORDS[order.temperatureClass]]),
      ...(name ? [name] : []),
    ],
    code,
  }
}
