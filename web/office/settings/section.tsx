// A section of a part of Settings: its name and reason at the left of a card with its fields or its switches.
import { type ReactNode, useId } from 'react'
import { Switch, type SwitchProps } from '../../ui/switch.tsx'
import style from './section.module.css'

interface Props {
  title: string
  reason?: ReactNode
  /** Content after the reason, such as an action. */
  beside?: ReactNode
  children: ReactNode
}

export function Section({ title, reason, beside, children }: Props) {
  const id = useId()
  return (
    <section className={style.section} aria-labelledby={id}>
      <div className={style.name}>
        <h2 id={id}>{title}</h2>
        {reason ? <p>{reason}</p> : null}
        {beside}
      </div>
      <div className={style.card}>{children}</div>
    </section>
  )
}

/** Fields of a section in two columns. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={style.fields}>{children}</div>

/** A field as wide as both columns. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={style.wide}>{children}</div>

/** A line with a switch. Several with the same name are a list of values. */
export const SwitchLine = ({ title, ...input }: Omit<SwitchProps, 'id' | 'title'> & { title: ReactNode }) => {
  const id = useId()
  return (
    <div className={style.line}>
      <label htmlFor={id} className={style.grow}>
        <b id={`${id}-title`}>{title}</b>
      </label>
      <Switch {...input} id={id} />
    </div>
  )
}
