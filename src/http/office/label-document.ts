// Labels for the pieces of deliveries, as they are printed.
import type { Label, Labels } from '../../app/labels/read-labels.ts'
import type { PrintedLabel, PrintedLabels } from '../../app/ports/documents.ts'
import type { LabelSheet } from '../../domain/orders/pieces.ts'
import { dayInFigures } from '../../domain/formats.ts'
import { TEMPERATURE_WORDS } from './manifest-document.ts'

export const labelDocument = (
  title: string,
  sender: Omit<Labels, 'labels'>,
  labels: readonly Label[],
  sheet: LabelSheet,
) => ({ title, sheet, labels: labels.map((label) => printed(sender, label)) }) satisfies PrintedLabels

function printed({ from, formats }: Omit<Labels, 'labels'>, { order, name, number, of, code }: Label): PrintedLabel {
  const { line1, city, region, postalCode } = order.address
  return {
    from: `${from} · ${dayInFigures(order.deliveryDate, formats)}`,
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
