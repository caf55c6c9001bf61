// A choice of one among few, all visible.
import style from './segment.module.css'

interface Props<T> {
  label: string
  options: readonly (readonly [value: T, name: string])[]
  /** Null if no option is chosen. */
  value: T | null
  onChange: (value: T) => void
}

export const Segment = <T extends string | number>({ label, options, value, onChange }: Props<T>) => (
  <div className={style.segment} role="group" aria-label={label}>
    {options.map(([one, name]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
        {name}
      </button>
    ))}
  </div>
)
