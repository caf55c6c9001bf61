// A plain table: its columns by name, its rows as given; a column without a visible name says it to screen readers.
import type { ReactNode } from 'react'
import page from './page.module.css'

interface Props {
  /** A name in brackets is only read out. */
  columns: readonly string[]
  label?: string
  children: ReactNode
}

export const Table = ({ columns, label, children }: Props) => (
  <table className={page.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name.startsWith('(') ? <span className="visually-hidden">{name.slice(1, -1)}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
