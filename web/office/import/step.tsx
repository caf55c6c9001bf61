// A step of the import. A finished step folds to one line, which can be opened again.
import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import style from './import.module.css'

interface Props {
  number: number
  title: string
  state: 'now' | 'past' | 'later'
  /** Text at the right of the title. */
  sum?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function Step({ number, title, state, sum, action, children }: Props) {
  const id = useId()
  return (
    <section className={style.step} data-state={state} aria-labelledby={id}>
      <div className={style.stepHead}>
        <span className={style.number} aria-hidden="true">
          {state === 'past' ? <Icon name="check" /> : number}
        </span>
        <h2 id={id}>{title}</h2>
        <span className={style.sum}>{sum}</span>
        {action}
      </div>
      {children}
    </section>
  )
}
