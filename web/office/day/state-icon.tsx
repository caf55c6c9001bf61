// A stop's state as a mark of its own shape.
import type { DayStop } from '../../../src/contract/office/day.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import style from './day.module.css'

const MARKS: Record<DayStop['status'], { icon: IconName; words: string; tone: string | undefined }> = {
  PENDING: { icon: 'planned', words: 'Planned', tone: undefined },
  EN_ROUTE: { icon: 'arrow', words: 'On the way', tone: style.accent },
  ARRIVED: { icon: 'dot', words: 'Arrived', tone: style.accent },
  DELIVERED: { icon: 'check', words: 'Delivered', tone: style.good },
  FAILED: { icon: 'cross', words: 'Failed', tone: style.bad },
  SKIPPED: { icon: 'skip', words: 'Skipped', tone: style.soft },
}

export const stateWords = (stop: DayStop): string =>
  MARKS[stop.status].words + (stop.item_outcomes ? ' in part' : '') + (stop.settles_at ? ', can still be undone' : '')

/** `bare` where the state stands beside it in words. */
export function StateIcon({ stop, bare = false }: { stop: DayStop; bare?: boolean }) {
  const { icon, tone } = MARKS[stop.status]
  return (
    <span className={tone}>
      <Icon name={stop.settles_at ? 'held' : icon} label={bare ? undefined : stateWords(stop)} />
    </span>
  )
}
