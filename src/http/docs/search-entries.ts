// Entries of the search: one for each section of each page. The browser indexes the entries.
import type { Site } from './site.ts'

export interface SearchEntry {
  /** Address of the section. */
  url: string
  title: string
  /** Title of the page, or of the group for the page itself. */
  within: string
  text: string
}

/** Pages of the site that the navigation lists, section by section. */
export const searchEntries = ({ groups }: Site): SearchEntry[] =>
  groups.flatMap((group) =>
    group.pages.flatMap((page) =>
      page.sections.map(({ title, anchor, depth, text }) => ({
        url: depth === 1 || anchor === '' ? page.path : `${page.path}#${anchor}`,
        title,
        within: depth === 1 ? group.title : page.title,
        text: text.trim(),
      })),
    ),
  )
