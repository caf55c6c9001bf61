// The state of a stop as an icon with a distinct shape.
import type { DayStop } from '../../../src/contract/day.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

export const STATE_MARKS: Record<
  DayStop['status'],
  { icon: IconName; tone: string | undefined; badge: 'calm' | 'good' | 'bad' | 'move' }
> = {
  PENDING: { icon: 'planned', tone: undefined, badge: 'calm' },
  EN_ROUTE: { icon: 'arrow', tone: style.accent, badge: 'move' },
  ARRIVED: { icon: 'dot', tone: style.accent, badge: 'move' },
  DELIVERED: { icon: 'check', tone: style.good, badge: 'good' },
  FAILED: { icon: 'cross', tone: style.bad, badge: 'bad' },
  SKIPPED: { icon: 'skip', tone: style.soft, badge: 'calm' },
}

export function stateWords(stop: DayStop): string {
  const state = words.common.stopStates[stop.status]
  const whole = stop.item_outcomes ? words.stop.stateIn(state) : state
  return stop.settles_at ? words.stop.stateHeld(whole) : whole
}

/** `bare` omits the label, for an icon next to text. */
export function StateIcon({ stop, bare = false }: { stop: DayStop; bare?: boolean }) {
  const { icon, tone } = STATE_MARKS[stop.status]
  return (
    <span className={tone}>
      <Icon name={stop.settles_at ? 'held' : icon} label={bare ? undefined : stateWords(stop)} />
    </span>
  )
}
