// Layout of a page, without pictures: a typeface that is the same everywhere, and the rules of layout-rules.js.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const RULES = readFileSync(new URL('layout-rules.js', import.meta.url), 'utf8')
const INTER = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')

/**
 * Whatever depends on the machine or on chance is made the same everywhere: the typeface, which the driver's and the customer's
 * pages take from the phone to stay small, and the width of a list of keys.
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

/** What overlaps, is cut off, lies under something else or makes the page too wide, in words. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate<string[]>(RULES)
