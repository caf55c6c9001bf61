// Documents to print or keep.
import type { Readable } from 'node:stream'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import type { LabelSheet } from '../../domain/orders/pieces.ts'

/** A document to print or keep: its parts one below the other, in any script that the font has. */
export interface PrintedDocument {
  language: OfficeLanguage
  title: string
  /** Below the title, softly. */
  lead: readonly string[]
  parts: readonly PrintedPart[]
}

export type PrintedPart =
  /** Of another document, bound together with the one before; on a page of its own. */
  | { kind: 'title'; text: string; lead: readonly string[] }
  | { kind: 'heading'; text: string; startsPage?: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'table'; columns: readonly PrintedColumn[]; rows: readonly (readonly PrintedCell[])[] }
  /** Without content, `missing` stands in its place. */
  | { kind: 'picture'; content: Uint8Array | null; missing: string; caption: string; height: number }
  /** A QR code, and beside it what it leads to. */
  | { kind: 'code'; code: string; lines: readonly string[] }
  /** Lines to sign on, side by side. */
  | { kind: 'signatures'; labels: readonly string[] }

export interface PrintedColumn {
  title: string
  /** Of the width, in relation to the other columns. */
  share: number
  right?: boolean
}

/** Lines of text; the first of a cell may be bold. Null leaves room to sign. */
export type PrintedCell = { lines: readonly string[]; bold?: boolean } | null

/** Labels to stick on parcels, in the order in which they come out of the printer. */
export interface PrintedLabels {
  language: OfficeLanguage
  title: string
  sheet: LabelSheet
  labels: readonly PrintedLabel[]
}

export interface PrintedLabel {
  from: string
  /** Who gets it and where; the first line stands out. */
  to: readonly string[]
  /** Read from afar, such as the stop. */
  large: string
  facts: readonly string[]
  /** As a QR code, and as Code 128 where that can hold it. */
  code: string
}

export interface Documents {
  /** The PDF, drawn off the event loop. */
  pdf(document: PrintedDocument | PrintedLabels): Promise<Readable>
}
