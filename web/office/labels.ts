// Names and addresses of delivery labels, for a label printer or for sheets.
import type { LabelSheet } from '../../src/domain/orders/pieces.ts'
import { urlOf } from '../api/client.ts'
import { words } from '../words/locale.ts'

type LabelSelection = { route_uuid: string } | { date: string } | { order_uuids: string }

const SHEET_WORDS: Record<LabelSheet, string> = { '4X6': '4×6', A4: 'A4' }

export const labelsName = (sheet: LabelSheet): string => words.orders.labelsOf(SHEET_WORDS[sheet])
export const labelsAddress = (sheet: LabelSheet, of: LabelSelection): string =>
  urlOf('GET /labels.pdf', { query: { sheet, ...of } })
