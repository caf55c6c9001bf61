// The shift of a vehicle between 12 hours or more, with its breaks.
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { clockTime } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import style from './fleet.module.css'

const HOUR = 60
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5))
const timeAt = (minute: number): string =>
  `${String(Math.floor(minute / HOUR) % 24).padStart(2, '0')}:${String(minute % HOUR).padStart(2, '0')}`

export function ShiftBar({ vehicle }: { vehicle: VehicleOut }) {
  const [start, end] = [minuteOf(vehicle.shift_start), minuteOf(vehicle.shift_end)]
  const from = Math.max(0, Math.floor(start / HOUR) - 1) * HOUR
  const to = Math.min(24, Math.ceil(end / HOUR) + 1) * HOUR
  const percent = (minute: number): string => `${(100 * (minute - from)) / (to - from)}%`
  const span = (a: number, b: number) => ({ left: percent(a), width: percent(from + b - a) })
  const marks = [0, 1, 2, 3, 4].map((i) => from + Math.round((i * (to - from)) / 4 / HOUR) * HOUR)
  const title = words.fleet.shiftIs(clockTime(vehicle.shift_start), clockTime(vehicle.shift_end), vehicle.breaks.length)
  return (
    <div className={style.shiftBar} role="img" aria-label={title}>
      <i style={span(start, end)} />
      {vehicle.breaks.map(({ window_start, window_end }) => (
        <b key={window_start} style={span(minuteOf(window_start), minuteOf(window_end))} />
      ))}
      {marks.map((minute) => (
        <span key={minute} style={{ left: percent(minute) }}>
          {clockTime(timeAt(minute))}
        </span>
      ))}
    </div>
  )
}
