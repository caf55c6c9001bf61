// Bars by day, drawn here: each part has its own pattern, and the figures stand in the table below.
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import style from './reports.module.css'

const HEIGHT = 140
const BASE = 20
/** Until the card is measured. */
const CARD = 440
const WIDEST_BAR = 240

export interface Bar {
  label: string
  /** From the bottom up, in the order of `parts`. */
  values: readonly number[]
  /** Text above the bar, possibly empty. */
  figure: string
}

interface Props {
  title: string
  /** What it comes to, for those who do not see it. */
  summary: string
  parts: readonly string[]
  bars: readonly Bar[]
  /** The whole height; else as high as the highest bar. */
  most?: number
}

export function BarChart({ title, summary, parts, bars, most }: Props) {
  const id = useId()
  const highest = most ?? Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
  // As wide as its card, as far as each bar can still be told from the next.
  const [canvas, card] = useWidth()
  const step = Math.max(12, Math.min(WIDEST_BAR, card / bars.length))
  const width = step * bars.length
  // As many figures and days as can stand side by side.
  const every = Math.ceil(40 / step)
  return (
    <figure className={style.chart}>
      <figcaption>
        {title}
        {parts.length > 1 ? (
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
        ) : null}
      </figcaption>
      <div ref={canvas} className={style.canvas} role="region" aria-label={title} tabIndex={0}>
        <svg
          width={width}
          height={HEIGHT + 2 * BASE}
          viewBox={`0 0 ${width} ${HEIGHT + 2 * BASE}`}
          role="img"
          aria-label={`${title}: ${summary}`}
        >
          <Pattern id={id} />
          <line x1="0" x2={width} y1={HEIGHT + BASE} y2={HEIGHT + BASE} className={style.axis} />
          {bars.map(({ label, values, figure }, i) => {
            const x = i * step
            let top = HEIGHT + BASE
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
                    <text x={x + step / 2} y={HEIGHT + BASE + 14} className={style.figure}>
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

const fillOf = (id: string, part: number): string => (part === 0 ? 'var(--accent)' : `url(#${id}-stripes)`)

const Pattern = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}-stripes`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" className={style.ground} />
      <rect width="2.5" height="5" className={style.stripe} />
    </pattern>
  </defs>
)

/** How wide the element is, as it changes. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(CARD)
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
