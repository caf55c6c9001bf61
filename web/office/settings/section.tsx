// A section of a part of Settings: its name and reason at the left of a card with its fields or its switches.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { useFormField } from '../../ui/form-context.ts'
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

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title'>

/** A line with a switch. Several with the same name are a list of values. */
export const SwitchLine = ({ title, ...input }: InputProps & { title: ReactNode }) => {
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

/** A switch, named by the element with its identifier and `-title`. */
export function Switch({ id, value, ...input }: InputProps & { id: string }) {
  const { texts } = useFormField(input.name)
  const start = texts === null || 'checked' in input ? {} : { defaultChecked: texts.includes(String(value ?? 'on')) }
  return (
    <input
      {...start}
      {...input}
      id={id}
      type="checkbox"
      role="switch"
      value={value}
      className={style.switch}
      aria-labelledby={`${id}-title`}
    />
  )
}
