import type { Html } from '../../domain/html.ts'
import type { Section } from './markdown.ts'

/** A page of the documentation site. */
export interface Page {
  /** Path of the address, such as `/docs/guides/webhooks`. */
  path: string
  title: string
  content: Html
  /** Sections of the page. The first one is the page itself. */
  sections: readonly Section[]
  /** Whether the page has a second column. */
  wide?: boolean
  /** The page as Markdown. Absent if it is generated from the description. */
  markdown?: string
}

/** Address of the service in the Markdown pages and in the samples. */
export const EXAMPLE_URL = 'https://routes.example.com'
