// Renders documents as PDF.
import type { Readable } from 'node:stream'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import type { LabelSheet } from '../../domain/orders/pieces.ts'

/**
 * A document to print or archive. Its parts follow one below the other. Texts may be in any script that the font
 * covers.
 */
export interface PrintedDocument {
  language: OfficeLanguage
  title: string
  /** Lines below the title, in a lighter color. */
  lead: readonly string[]
  parts: readonly PrintedPart[]
}

export type PrintedPart =
  /** Starts another document in the same file, on a new page. */
  | { kind: 'title'; text: string; lead: readonly string[] }
  | { kind: 'heading'; text: string; startsPage?: boolean; mark?: OutcomeMark }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'table'; columns: readonly PrintedColumn[]; rows: readonly (readonly PrintedCell[])[] }
  /** A picture. Without content, the text `missing` is printed instead. */
  | { kind: 'picture'; content: Uint8Array | null; missing: string; caption: string; height: number }
  /** A QR code, with lines next to it that explain its target. */
  | { kind: 'code'; code: string; lines: readonly string[] }
  /** Blank lines for signatures, side by side, each with its label. */
  | { kind: 'signatures'; labels: readonly string[] }

export interface PrintedColumn {
  title: string
  /** Share of the table's width, relative to the other columns. */
  share: number
  right?: boolean
}

/** Outcome that has an icon of its own. */
export type OutcomeMark = 'DELIVERED' | 'FAILED' | 'SKIPPED'

/**
 * Lines of text. The first line of a cell may be bold. With `mark`, the only line is a number in the disc of a stop, or the
 * lines follow the icon of an outcome. Null leaves room for a signature.
 */
export type PrintedCell = { lines: readonly string[]; bold?: boolean; mark?: 'STOP' | OutcomeMark } | null

/** Labels for parcels, in the order of printing. */
export interface PrintedLabels {
  language: OfficeLanguage
  title: string
  sheet: LabelSheet
  labels: readonly PrintedLabel[]
}

export interface PrintedLabel {
  from: string
  /** Recipient and address. The first line is emphasized. */
  to: readonly string[]
  /** Number of the stop, in its disc before the large text. Null if the delivery is on no route. */
  stop: number | null
  /** Text that is readable from afar, such as the name of the route. */
  large: string
  facts: readonly string[]
  /** Printed as a QR code, and as Code 128 if the text fits. */
  code: string
}

export interface Documents {
  /** Renders the PDF off the event loop. */
  pdf(document: PrintedDocument | PrintedLabels): Promise<Readable>
}
