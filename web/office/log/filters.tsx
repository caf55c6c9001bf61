// Filters of a log in one line: each is a chip with its name and its value.
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { Options, type OptionsProps } from '../../ui/options.tsx'
import style from './filters.module.css'

export const Filters = ({ children }: { children: ReactNode }) => <search className={style.filters}>{children}</search>

type SelectProps = { label: string } & OptionsProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'>

export const SelectFilter = ({ label, none, options, ...control }: SelectProps) => (
  <label className={style.chip}>
    <span>{label}</span>
    <select {...control}>
      <Options none={none} options={options} />
    </select>
  </label>
)

export const DayFilter = ({ label, ...control }: { label: string } & InputHTMLAttributes<HTMLInputElement>) => (
  <label className={style.chip}>
    <span>{label}</span>
    <input {...control} />
  </label>
)
