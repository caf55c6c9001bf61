// Links to delivery labels, for a label printer or for sheets.
import { Fragment } from 'react'
import { LABEL_SHEETS, type LabelSheet } from '../../src/domain/orders/pieces.ts'
import { urlOf } from '../api/client.ts'
import { words } from '../words/locale.ts'

type LabelSelection = { route_uuid: string } | { date: string } | { order_uuids: string }

const SHEET_WORDS: Record<LabelSheet, string> = { '4X6': '4×6', A4: 'A4' }

export const labelsName = (sheet: LabelSheet): string => words.orders.labelsOf(SHEET_WORDS[sheet])
export const labelsAddress = (sheet: LabelSheet, of: LabelSelection): string =>
  urlOf('GET /labels.pdf', { query: { sheet, ...of } })

/** Inline element for a line of text or a row. */
export const LabelLinks = ({ of, intro = words.orders.labelsIntro }: { of: LabelSelection; intro?: string }) => (
  <span>
    {intro}
    {LABEL_SHEETS.map((sheet, index) => (
      <Fragment key={sheet}>
        {index > 0 ? ' · ' : null}
        <a href={labelsAddress(sheet, of)} target="_blank" rel="noreferrer" aria-label={labelsName(sheet)}>
          {SHEET_WORDS[sheet]}
        </a>
      </Fragment>
    ))}
  </span>
)
