// Three routes on streets of no city, as decoration.
import streets from '../../ui/streets.module.css'
import { routeMark } from '../day/colors.ts'
import style from './first-day.module.css'

/** Each route starts and ends at the depot. The points are in units of the drawing, and all but the first are stops. */
const ROUTES: readonly { number: number; points: readonly (readonly [x: number, y: number])[] }[] = [
  {
    number: 0,
    points: [
      [400, 400],
      [310, 280],
      [230, 240],
      [150, 170],
      [70, 220],
      [60, 310],
      [170, 330],
      [290, 370],
    ],
  },
  {
    number: 2,
    points: [
      [400, 400],
      [480, 330],
      [560, 280],
      [640, 190],
      [560, 110],
      [470, 60],
      [410, 150],
      [430, 260],
    ],
  },
  {
    number: 6,
    points: [
      [400, 400],
      [500, 470],
      [590, 560],
      [520, 640],
      [400, 690],
      [290, 640],
      [250, 550],
      [330, 470],
    ],
  },
]

export const FirstMap = () => (
  <div className={style.map} aria-hidden="true">
    <div className={streets.streets} />
    <svg viewBox="0 0 700 760" preserveAspectRatio="xMaxYMid slice">
      {ROUTES.map(({ number, points }) => (
        <g key={number} style={{ color: routeMark(number).color }}>
          <polygon points={points.map((point) => point.join(',')).join(' ')} />
          {points.slice(1).map(([x, y], i) => (
            <g key={x} transform={`translate(${x} ${y})`}>
              <circle r="9" />
              <text y="4">{i + 1}</text>
            </g>
          ))}
        </g>
      ))}
    </svg>
  </div>
)
