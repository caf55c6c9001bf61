// A list of choices as cards with a radio button. A choice that is not possible stays in the list with its reason.
import { type ReactNode, useId } from 'react'
import style from './choices.module.css'

export interface Choice {
  key: string
  name: ReactNode
  /** Second line: details, or the reason why the choice is not possible. */
  line?: ReactNode
  /** Two lines at the end: the cost of the choice. */
  end?: ReactNode
  endLine?: ReactNode
  isPossible?: boolean
}

interface Props {
  label: string
  choices: readonly Choice[]
  chosen: string | null
  onChoose: (key: string) => void
}

export function Choices({ label, choices, chosen, onChoose }: Props) {
  const name = useId()
  return (
    <div className={style.choices} role="radiogroup" aria-label={label}>
      {choices.map(({ key, isPossible = true, ...choice }) => (
        <label key={key} className={style.choice}>
          <input
            type="radio"
            name={name}
            disabled={!isPossible}
            checked={key === chosen}
            onChange={() => onChoose(key)}
          />
          <span className={style.text}>
            <b>{choice.name}</b>
            {choice.line ? <span>{choice.line}</span> : null}
          </span>
          <span className={style.end}>
            {choice.end ? <b>{choice.end}</b> : null}
            {choice.endLine ? <span>{choice.endLine}</span> : null}
          </span>
        </label>
      ))}
    </div>
  )
}
