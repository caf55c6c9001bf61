// Plots of the reports. Gray and the accent; only a value that needs attention is red, and has a shape of its own.
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import style from './reports.module.css'

/** Width of a card in pixels, until it is measured. */
const INITIAL_WIDTH = 400
const FOOT = 24

interface CardProps {
  /** The finding. */
  title: string
  legend?: ReactNode
  /** Takes two of three columns, or all of them. */
  wide?: true | 'ALL'
  foot?: ReactNode
  children: ReactNode
}

export const Card = ({ title, legend, wide, foot, children }: CardProps) => (
  <figure className={wide ? `${style.card} ${wide === 'ALL' ? style.all : style.wide}` : style.card}>
    <figcaption>
      <h2>{title}</h2>
      {legend}
    </figcaption>
    {children}
    {foot ? <p className={style.foot}>{foot}</p> : null}
  </figure>
)

type Mark = 'line' | 'goal' | 'before' | 'tick' | 'plan' | 'actual'

export const Key = ({ mark, children }: { mark: Mark; children: string }) => (
  <span className={style.key}>
    <i className={style[mark]} />
    {children}
  </span>
)

interface PlotProps {
  /** Text alternative. */
  label: string
  height: number
  children: (width: number) => ReactNode
}

/** A drawing with the width of its card, so that texts keep their size. */
function Plot({ label, height, children }: PlotProps) {
  const [element, width] = useWidth()
  return (
    <div ref={element} className={style.plot}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {children(width)}
      </svg>
    </div>
  )
}

/** Current width of the element. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(INITIAL_WIDTH)
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

export interface Point {
  name: string
  /** Null on a day without a value. */
  value: number | null
}

interface LineProps {
  label: string
  points: readonly Point[]
  /** Values of the period before, by the same positions. */
  before: readonly (number | null)[]
  /** Value that the points should reach. Null if there is no goal. */
  goal: number | null
  levels: readonly number[]
  levelText: (level: number) => string
  /** Position of the value that needs attention, and its text. */
  note: { at: number; text: string; more: string } | null
}

export function LinePlot({ label, points, before, goal, levels, levelText, note }: LineProps) {
  const [height, left, top] = [208, 44, 12]
  const [low = 0, high = 1] = [levels[0], levels.at(-1)]
  const y = (value: number): number => top + ((high - value) / (high - low)) * (height - top - FOOT)
  return (
    <Plot label={label} height={height}>
      {(width) => {
        const x = (i: number): number =>
          points.length === 1 ? (left + width) / 2 : left + 8 + (i / (points.length - 1)) * (width - left - 28)
        const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(width / 96))))
        const noted = note && points[note.at]?.value
        return (
          <>
            {levels.map((level) => (
              <g key={level}>
                <path className={style.grid} d={`M${left} ${y(level)}H${width}`} />
                <text x={left - 8} y={y(level) + 4} textAnchor="end">
                  {levelText(level)}
                </text>
              </g>
            ))}
            {points.map(({ name }, i) =>
              i % every === 0 ? (
                <text key={name} x={x(i)} y={height - 4} textAnchor="middle">
                  {name}
                </text>
              ) : null,
            )}
            {goal === null ? null : <path className={style.goal} d={`M${left} ${y(goal)}H${width}`} />}
            <path className={style.linesBefore} d={pathOf(before, x, y)} />
            <path
              className={style.lines}
              d={pathOf(
                points.map(({ value }) => value),
                x,
                y,
              )}
            />
            {points.map(({ name, value }, i) =>
              value === null ? null : (
                <circle
                  key={name}
                  cx={x(i)}
                  cy={y(value)}
                  r={note?.at === i ? 5 : points.length > 40 ? 1.5 : 2.5}
                  className={note?.at === i ? style.hotPoint : style.point}
                />
              ),
            )}
            {note && typeof noted === 'number' ? (
              <Note
                x={x(note.at)}
                y={Math.min(y(noted), height - FOOT - 20)}
                isLeft={x(note.at) > 0.6 * width}
                text={note.text}
                more={note.more}
              />
            ) : null}
          </>
        )
      }}
    </Plot>
  )
}

interface NoteProps {
  x: number
  y: number
  isLeft: boolean
  text: string
  more: string
}

const Note = ({ x, y, isLeft, text, more }: NoteProps) => (
  <text className={style.note} textAnchor={isLeft ? 'end' : 'start'}>
    <tspan x={isLeft ? x - 12 : x + 12} y={y - 1}>
      {text}
    </tspan>
    <tspan x={isLeft ? x - 12 : x + 12} y={y + 14} className={style.more}>
      {more}
    </tspan>
  </text>
)

/** A line through the values, with gaps at missing ones only if no value follows. */
function pathOf(values: readonly (number | null)[], x: (i: number) => number, y: (value: number) => number): string {
  let path = ''
  for (const [i, value] of values.entries())
    if (value !== null) path += `${path === '' ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`
  return path
}

export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null)
  if (known.length < 3) return null
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (i: number): number => 1 + (i / (values.length - 1)) * 62
  const y = (value: number): number => 20 - ((value - low) / (high - low || 1)) * 18
  return (
    <svg viewBox="0 0 64 22" width="64" height="22" aria-hidden="true">
      <path d={pathOf(values, x, y)} />
    </svg>
  )
}

export interface Bar {
  name: string
  value: number
  text: string
  /** Value of the period before, and its text. Null without a comparison. */
  before: { value: number; text: string } | null
}

export function Bars({ bars }: { bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before?.value ?? 0]))
  const widthOf = (value: number): string => `${(100 * value) / highest}%`
  return (
    <ul className={style.bars}>
      {bars.map(({ name, value, text, before }) => (
        <li key={name}>
          <span title={name}>{name}</span>
          <span className={style.bar}>
            <i style={{ width: widthOf(value) }} />
            {before ? <em style={{ left: widthOf(before.value) }} title={before.text} /> : null}
          </span>
          <b>{text}</b>
        </li>
      ))}
    </ul>
  )
}

export interface Pair {
  name: string
  planned: number
  actual: number
  /** Text of a difference that needs attention, else null. */
  note: string | null
}

interface PairsProps {
  label: string
  pairs: readonly Pair[]
  levels: readonly number[]
  levelText: (level: number) => string
}

/** Planned and actual values, each pair on a line. */
export function Pairs({ label, pairs, levels, levelText }: PairsProps) {
  const [left, right, row] = [64, 52, pairs.length > 7 ? 18 : 32]
  const height = pairs.length * row + FOOT
  const [low = 0, high = 1] = [levels[0], levels.at(-1)]
  return (
    <Plot label={label} height={height}>
      {(width) => {
        const x = (value: number): number => left + ((value - low) / (high - low)) * (width - left - right)
        return (
          <>
            {levels.map((level, i) =>
              i % 2 === levels.length % 2 || levels.length < 4 ? null : (
                <text key={level} x={x(level)} y={height - 4} textAnchor="middle">
                  {levelText(level)}
                </text>
              ),
            )}
            {pairs.map(({ name, planned, actual, note }, i) => {
              const y = (i + 0.5) * row
              return (
                <g key={name}>
                  <text x={left - 12} y={y + 4} textAnchor="end">
                    {name}
                  </text>
                  <path className={style.grid} d={`M${left} ${y}H${width - right}`} />
                  <path className={note ? style.hotGap : style.gap} d={`M${x(planned)} ${y}H${x(actual)}`} />
                  <circle className={style.planned} cx={x(planned)} cy={y} r="5" />
                  <circle className={note ? style.hotActual : style.worked} cx={x(actual)} cy={y} r="5" />
                  {note ? (
                    <text className={style.note} x={Math.max(x(planned), x(actual)) + 12} y={y + 4}>
                      {note}
                    </text>
                  ) : null}
                </g>
              )
            })}
          </>
        )
      }}
    </Plot>
  )
}

export interface Dot {
  id: string
  name: string
  x: number
  y: number
  isHot: boolean
}

interface DotsProps {
  label: string
  dots: readonly Dot[]
  columns: readonly number[]
  rows: readonly number[]
  /** Value that the dots should reach. Null if there is no goal. */
  goal: number | null
  rowText: (level: number) => string
  columnText: (level: number) => string
  /** Name of the horizontal axis. */
  axis: string
}

/** Dots with two values each. A name that would cover another one is left out. */
export function Dots({ label, dots, columns, rows, goal, rowText, columnText, axis }: DotsProps) {
  const [height, left, top, foot] = [224, 44, 12, 40]
  const [low = 0, high = 1] = [rows[0], rows.at(-1)]
  const [first = 0, last = 1] = [columns[0], columns.at(-1)]
  const y = (value: number): number => top + ((high - value) / (high - low)) * (height - top - foot)
  return (
    <Plot label={label} height={height}>
      {(width) => {
        const x = (value: number): number => left + 8 + ((value - first) / (last - first)) * (width - left - 28)
        const placed = placeNames(dots, x, y, width)
        return (
          <>
            {rows.map((level) => (
              <g key={level}>
                <path className={style.grid} d={`M${left} ${y(level)}H${width}`} />
                <text x={left - 8} y={y(level) + 4} textAnchor="end">
                  {rowText(level)}
                </text>
              </g>
            ))}
            {goal === null ? null : <path className={style.goal} d={`M${left} ${y(goal)}H${width}`} />}
            {columns.map((level) => (
              <text key={level} x={x(level)} y={height - 22} textAnchor="middle">
                {columnText(level)}
              </text>
            ))}
            <text x={width} y={height - 4} textAnchor="end">
              {axis}
            </text>
            {dots.map(({ id, name, x: across, y: up, isHot }) => (
              <circle key={id} cx={x(across)} cy={y(up)} r="6" className={isHot ? style.hotPoint : style.dot}>
                <title>{name}</title>
              </circle>
            ))}
            {placed.map(({ id, name, at, up, anchor }) => (
              <text key={id} className={style.name} x={at} y={up} textAnchor={anchor}>
                {name}
              </text>
            ))}
          </>
        )
      }}
    </Plot>
  )
}

/** Approximate width of a character at 12 px. */
const CHARACTER = 6.5

type Anchor = 'start' | 'middle' | 'end'

/** Positions of a name around its dot: where it begins, relative to its width, and its distance from the dot. */
const AROUND: readonly { anchor: Anchor; across: number; up: number; begins: number }[] = [
  { anchor: 'start', across: 10, up: 0, begins: 0 },
  { anchor: 'end', across: -10, up: 0, begins: -1 },
  { anchor: 'middle', across: 0, up: -15, begins: -0.5 },
  { anchor: 'middle', across: 0, up: 15, begins: -0.5 },
]

/** Places the names beside their dots, those that need attention first. */
function placeNames(dots: readonly Dot[], x: (value: number) => number, y: (value: number) => number, width: number) {
  const taken = dots.map((dot) => ({ from: x(dot.x) - 6, to: x(dot.x) + 6, up: y(dot.y) }))
  return [...dots]
    .sort((a, b) => Number(b.isHot) - Number(a.isHot))
    .flatMap(({ id, name, ...dot }) => {
      const room = name.length * CHARACTER
      for (const { anchor, across, up: above, begins } of AROUND) {
        const [at, up] = [x(dot.x) + across, y(dot.y) + above]
        const [from, to] = [at + begins * room, at + (begins + 1) * room]
        const isFree = taken.every((one) => Math.abs(one.up - up) >= 13 || one.to <= from || to <= one.from)
        if (from < 44 || to > width || !isFree) continue
        taken.push({ from, to, up })
        return [{ id, name, at, up: up + 4, anchor }]
      }
      return []
    })
}
