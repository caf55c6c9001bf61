// Builds the labels of deliveries for printing.
import type { Label, Labels } from '../../app/orders/labels/read-labels.ts'
import type { PrintedLabel, PrintedLabels } from '../../app/ports/documents.ts'
import { DOCUMENT_WORDS, type DocumentWords } from '../../domain/document-words/of-language.ts'
import { dayInFigures } from '../../domain/formats.ts'
import type { LabelSheet } from '../../domain/orders/pieces.ts'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'

export function labelDocument(
  { labels, ...sender }: Labels,
  sheet: LabelSheet,
  language: OfficeLanguage,
): PrintedLabels {
  const words = DOCUMENT_WORDS[language]
  return { language, title: words.labels.title, sheet, labels: labels.map((label) => printed(sender, label, words)) }
}

function printed(
  { from, formats }: Omit<Labels, 'labels'>,
  { order, name, number, of, code }: Label,
  { labels: words, temperature }: DocumentWords,
): PrintedLabel {
  const { line1, city, region, postalCode } = order.address
  return {
    from: `${from} · ${dayInFigures(order.deliveryDate, formats)}`,
    to: [order.customerName, line1, [city, region, postalCode].filter(Boolean).join(', ')].filter(Boolean),
    stop: order.routeName === null ? null : (order.sequence ?? 0),
    large: order.routeName ?? words.large(number, of),
    facts: [
      ...(order.routeName === null ? [] : [words.piece(number, of)]),
      words.order(order.externalRef),
      ...(order.temperatureClass === 'DRY' ? [] : [temperature[order.temperatureClass]]),
      ...(name ? [name] : []),
    ],
    code,
  }
}
