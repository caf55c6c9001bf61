// Texts for items that were not delivered as ordered.
import { isPartial, type ItemOutcome } from '../../../src/domain/routes/item-outcomes.ts'
import { words } from '../../words/locale.ts'

/** Describes each item in words. */
export const itemOutcomeTexts = (outcomes: readonly ItemOutcome[] | null | undefined): string[] =>
  (outcomes ?? []).filter(isPartial).map(words.stop.partial)
