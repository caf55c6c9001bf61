// Controls of the playback: play, the next event, the speed, and a slider with the volume of stops and a mark for each event.
import { Button } from '../../ui/button.tsx'
import { timeAndDay, timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import type { LateStop } from './late-stops.tsx'
import type { DayEvent } from './played-day.ts'
import { type PlayerClock, SPEEDS } from './playing.ts'
import style from './playback.module.css'

const MINUTE = 60_000
/** Parts of the day in which stops are counted. */
const PARTS = 48

interface Props {
  clock: PlayerClock
  from: number
  to: number
  events: readonly DayEvent[]
  late: readonly LateStop[]
}

interface Mark {
  minute: number
  kind: 'LATE' | 'FAILED' | 'ADDED' | 'ROUTE'
}

export function PlayerBar({ clock, from, to, events, late }: Props) {
  const zone = useSession().business.time_zone
  const { at, playing, speed, setSpeed, toggle, jumpTo } = clock
  const marks = marksOf(events, late)
  const before = marks.findLast(({ minute }) => minute < at)
  const after = marks.find(({ minute }) => minute > at)
  return (
    <div className={style.player}>
      <span className={style.controls}>
        <Button
          icon
          aria-label={words.playback.eventBefore}
          reason={before ? null : words.playback.noEvent}
          onClick={() => before && jumpTo(before.minute)}
        >
          <Icon name="back" />
        </Button>
        <Button kind="primary" onClick={toggle}>
          {playing ? words.playback.pause : words.playback.play}
        </Button>
        <Button
          icon
          aria-label={words.playback.eventAfter}
          reason={after ? null : words.playback.noEvent}
          onClick={() => after && jumpTo(after.minute)}
        >
          <Icon name="chevron" />
        </Button>
        <span className={style.speeds} role="group" aria-label={words.playback.speed}>
          {SPEEDS.map((one) => (
            <button key={one} type="button" aria-pressed={one === speed} onClick={() => setSpeed(one)}>
              {`${one * 60}×`}
            </button>
          ))}
        </span>
      </span>
      <div className={style.track}>
        <Volume {...{ events, from, to }} />
        {marks.map((mark) => (
          <i
            key={`${mark.minute} ${mark.kind}`}
            className={style.mark}
            data-kind={mark.kind}
            style={{ left: `${shareOf(mark.minute, from, to) * 100}%` }}
          />
        ))}
        <input
          type="range"
          aria-label={words.playback.at}
          aria-valuetext={timeAndDay(new Date(at * MINUTE).toISOString(), zone)}
          min={from}
          max={to}
          value={at}
          onChange={({ target }) => jumpTo(Number(target.value))}
          onKeyDown={(event) => {
            if (event.key !== ' ') return
            event.preventDefault()
            toggle()
          }}
        />
        <span className={style.hours} aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>{timeOf(new Date((from + share * (to - from)) * MINUTE), zone)}</span>
          ))}
        </span>
      </div>
    </div>
  )
}

const shareOf = (minute: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (minute - from) / Math.max(1, to - from)))

/** Marks of events that explain the day, in the order of time. Equal marks of a minute are one mark. */
function marksOf(events: readonly DayEvent[], late: readonly LateStop[]): Mark[] {
  const all: Mark[] = [
    ...late.map(({ at }): Mark => ({ minute: minuteOf(at), kind: 'LATE' })),
    ...events.flatMap(({ at, kind }): Mark[] =>
      kind === 'FAILED' || kind === 'ADDED' || kind === 'ROUTE' ? [{ minute: minuteOf(at), kind }] : [],
    ),
  ]
  const one = new Map(all.map((mark) => [`${mark.minute} ${mark.kind}`, mark]))
  return [...one.values()].sort((a, b) => a.minute - b.minute)
}

const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE)

/** The number of finished stops over the day, as an area behind the slider. */
function Volume({ events, from, to }: Pick<Props, 'events' | 'from' | 'to'>) {
  const counts = Array.from({ length: PARTS }, () => 0)
  for (const { at, kind } of events) {
    if (kind !== 'DONE' && kind !== 'FAILED') continue
    const part = Math.min(PARTS - 1, Math.floor(shareOf(minuteOf(at), from, to) * PARTS))
    counts[part] = (counts[part] ?? 0) + 1
  }
  const most = Math.max(1, ...counts)
  const points = counts.map((count, i) => `${i + 0.5} ${(10 - (9 * count) / most).toFixed(2)}`)
  return (
    <svg className={style.volume} viewBox={`0 0 ${PARTS} 10`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 10L${points.join('L')}L${PARTS} 10Z`} />
    </svg>
  )
}
