import style from './stop-disc.module.css'

/** The number of a stop in a disc with the route's color. A filled disc marks the stop among other stops. */
export const StopDisc = ({ sequence, filled = false }: { sequence: number | undefined; filled?: boolean }) => (
  <span className={filled ? `${style.disc} ${style.filled}` : style.disc}>{sequence}</span>
)
