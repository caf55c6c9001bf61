// A table with named columns. A hidden column name is available to screen readers.
import type { ReactNode } from 'react'
import style from './table.module.css'

export type Column =
  /** A name in brackets is visible only to screen readers. */
  | string
  /** `figure` aligns numbers at the right. `head` is shown instead of the name, such as a checkbox that selects all rows. */
  | { name: string; figure?: boolean; head?: ReactNode }

interface Props {
  columns: readonly Column[]
  label?: string
  /** Makes the table scroll horizontally in a region of its own, which then has the label. */
  scrolls?: true
  /** Fills the screen from edge to edge, with rows of constant height and a head that stays in view. */
  full?: true
  /** Footer rows. */
  foot?: ReactNode
  children: ReactNode
}

export function Table({ columns, label, scrolls, full, foot, children }: Props) {
  const table = (
    <table className={full ? `${style.table} ${style.full}` : style.table} aria-label={scrolls ? undefined : label}>
      <thead>
        <tr>
          {columns.map((column) => {
            const { name, figure = false, head = null } = typeof column === 'string' ? { name: column } : column
            return (
              <th key={name} scope="col" className={figure ? style.figure : undefined}>
                {head ?? shown(name)}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  )
  return scrolls ? (
    <div
      className={full ? `${style.scrolls} ${style.fills}` : style.scrolls}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      {table}
    </div>
  ) : (
    table
  )
}

const shown = (name: string): ReactNode =>
  name.startsWith('(') ? <span className="visually-hidden">{name.slice(1, -1)}</span> : name

export const Figure = ({ children }: { children: ReactNode }) => <td className={style.figure}>{children}</td>
