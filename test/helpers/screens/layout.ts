// Checks the layout of a page without pictures, in a bundled typeface and with the rules of layout-rules.js.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const RULES = readFileSync(new URL('layout-rules.js', import.meta.url), 'utf8')
const INTER = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

/**
 * Makes everything that depends on the machine or on chance the same everywhere. That is the typeface, which the driver's and
 * the customer's pages take from the phone to stay small, and the width of a list of keys.
 */
const STYLE = `
  :root { --font: "Inter Variable" !important }
  body { font-family: "Inter Variable" !important }
  search select { width: 140px !important }
`

export async function makeUniform(page: Page): Promise<void> {
  const font = readFileSync(INTER, 'base64')
  await page.evaluate(`(async () => {
    if (document.adoptedStyleSheets.length === 0) {
      const bytes = Uint8Array.from(atob('${font}'), (character) => character.charCodeAt(0))
      document.fonts.add(await new FontFace('Inter Variable', bytes, { weight: '100 900' }).load())
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(${JSON.stringify(STYLE)})
      document.adoptedStyleSheets.push(sheet)
    }
    await document.fonts.ready
  })()`)
}

/** Describes elements that overlap, are cut off, lie under another element or make the page too wide. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate<string[]>(RULES)
