// Bar chart by day. Each part has its own pattern, and the table below has the figures.
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import style from './reports.module.css'

const HEIGHT = 140
const AXIS_HEIGHT = 20
/** Width of the card in pixels, until it is measured. */
const INITIAL_WIDTH = 440
const MAX_BAR_WIDTH = 240

export interface Bar {
  label: string
  /** One value per entry of `parts`, from the bottom up. */
  values: readonly number[]
  /** Text above the bar, possibly empty. */
  figure: string
}

interface Props {
  title: string
  /** Text alternative of the chart. */
  summary: string
  parts: readonly string[]
  bars: readonly Bar[]
  /** Value at full height. Default: the highest bar. */
  most?: number
}

export function BarChart({ title, summary, parts, bars, most }: Props) {
  const id = useId()
  const highest = most ?? Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
  // The chart fills its card, unless the bars would become too narrow to distinguish.
  const [canvas, card] = useWidth()
  const step = Math.max(12, Math.min(MAX_BAR_WIDTH, card / bars.length))
  const width = step * bars.length
  // Labels only as many figures and days as fit next to each other.
  const every = Math.ceil(40 / step)
  return (
    <figure className={style.chart}>
      <figcaption>
        {title}
        {parts.length > 1 ? <Legend id={id} parts={parts} /> : null}
      </figcaption>
      <div ref={canvas} className={style.canvas} role="region" aria-label={title} tabIndex={0}>
        <svg
          width={width}
          height={HEIGHT + 2 * AXIS_HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT + 2 * AXIS_HEIGHT}`}
          role="img"
          aria-label={`${title}: ${summary}`}
        >
          <Pattern id={id} />
          <line x1="0" x2={width} y1={HEIGHT + AXIS_HEIGHT} y2={HEIGHT + AXIS_HEIGHT} className={style.axis} />
          {bars.map(({ label, values, figure }, i) => {
            const x = i * step
            let top = HEIGHT + AXIS_HEIGHT
            return (
              <g key={label}>
                {values.map((value, part) => {
                  const height = (value / highest) * HEIGHT
                  top -= height
                  return (
                    <rect
                      key={parts[part]}
                      x={x + 2}
                      y={top}
                      width={step - 4}
                      height={height}
                      className={style.bar}
                      fill={fillOf(id, part)}
                    />
                  )
                })}
                {i % every === 0 ? (
                  <>
                    <text x={x + step / 2} y={top - 4} className={style.figure}>
                      {figure}
                    </text>
                    <text x={x + step / 2} y={HEIGHT + AXIS_HEIGHT + 14} className={style.figure}>
                      {label}
                    </text>
                  </>
                ) : null}
              </g>
            )
          })}
        </svg>
      </div>
    </figure>
  )
}

const Legend = ({ id, parts }: { id: string; parts: readonly string[] }) => (
  <span className={style.legend}>
    {parts.map((part, i) => (
      <span key={part}>
        <svg width="14" height="14" aria-hidden="true">
          <Pattern id={`${id}-key-${i}`} />
          <rect width="14" height="14" className={style.bar} fill={fillOf(`${id}-key-${i}`, i)} />
        </svg>
        {part}
      </span>
    ))}
  </span>
)

const fillOf = (id: string, part: number): string => (part === 0 ? 'var(--accent)' : `url(#${id}-stripes)`)

const Pattern = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}-stripes`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" className={style.ground} />
      <rect width="2.5" height="5" className={style.stripe} />
    </pattern>
  </defs>
)

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
