// The state of a stop as an icon with a distinct shape.
import type { DayStop } from '../../../src/contract/day.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

const MARKS: Record<DayStop['status'], { icon: IconName; tone: string | undefined }> = {
  PENDING: { icon: 'planned', tone: undefined },
  EN_ROUTE: { icon: 'arrow', tone: style.accent },
  ARRIVED: { icon: 'dot', tone: style.accent },
  DELIVERED: { icon: 'check', tone: style.good },
  FAILED: { icon: 'cross', tone: style.bad },
  SKIPPED: { icon: 'skip', tone: style.soft },
}

export function stateWords(stop: DayStop): string {
  const state = words.common.stopStates[stop.status]
  const whole = stop.item_outcomes ? words.stop.stateIn(state) : state
  return stop.settles_at ? words.stop.stateHeld(whole) : whole
}

/** `bare` omits the label, for an icon next to text. */
export function StateIcon({ stop, bare = false }: { stop: DayStop; bare?: boolean }) {
  const { icon, tone } = MARKS[stop.status]
  return (
    <span className={tone}>
      <Icon name={stop.settles_at ? 'held' : icon} label={bare ? undefined : stateWords(stop)} />
    </span>
  )
}
