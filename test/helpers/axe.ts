// Finds the accessibility faults of a page with axe.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Returns the violated rules, each with the first element that violates it. The pages have no frames of other origins, so legacy
 * mode is enough: it skips merging frame results on a separate page, which takes most of axe's time.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
