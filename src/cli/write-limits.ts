// npm run openapi: writes the tables of limits into docs/security.md, between their markers.
import { readFileSync, writeFileSync } from 'node:fs'
import { limitTables } from '../contract/limit-table.ts'

const [BEGIN, END] = ['<!-- limits: npm run openapi -->', '<!-- /limits -->']

/** Returns the page with the current tables. */
export function withLimits(page: string): string {
  const [before = '', rest] = page.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  if (after === undefined) throw new Error(`docs/security.md has no ${BEGIN} … ${END}`)
  return `${before}${BEGIN}\n\n${limitTables()}\n\n${END}${after}`
}

if (import.meta.main) {
  const file = new URL('../../docs/security.md', import.meta.url)
  writeFileSync(file, withLimits(readFileSync(file, 'utf8')))
}
