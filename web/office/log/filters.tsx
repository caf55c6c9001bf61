// Filters of a list in one line: each is a chip with its name and its value.
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Options, type OptionsProps } from '../../ui/options.tsx'
import style from './filters.module.css'

export const Filters = ({ children }: { children: ReactNode }) => <search className={style.filters}>{children}</search>

interface Chip {
  label: string
  /** Removes the filter. If absent, the filter always stays. */
  onRemove?: () => void
  removeLabel?: string
}

const ChipFrame = ({ label, onRemove, removeLabel, children }: Chip & { children: ReactNode }) => (
  <span className={style.chip}>
    <label>
      <span>{label}</span>
      {children}
    </label>
    {onRemove ? (
      <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
        <Icon name="close" />
      </button>
    ) : null}
  </span>
)

type SelectProps = Chip & OptionsProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'>

export const SelectFilter = ({ label, onRemove, removeLabel, none, options, ...control }: SelectProps) => (
  <ChipFrame {...{ label, onRemove, removeLabel }}>
    <select {...control}>
      <Options none={none} options={options} />
    </select>
  </ChipFrame>
)

export const TextFilter = ({
  label,
  onRemove,
  removeLabel,
  ...control
}: Chip & InputHTMLAttributes<HTMLInputElement>) => (
  <ChipFrame {...{ label, onRemove, removeLabel }}>
    <input {...control} />
  </ChipFrame>
)

/** A date. The caller sets the type. */
export const DayFilter = TextFilter
