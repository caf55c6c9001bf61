// Finds the accessibility faults of a page with axe.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Returns the violated rules, each with the first element that violates it. Each document gets axe only once, because that
 * takes longer than a check.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
  )
}
