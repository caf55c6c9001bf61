import type { InputHTMLAttributes } from 'react'
import { useFormField } from './form-context.ts'
import style from './switch.module.css'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  id?: string
}

/** A switch. Named by its `aria-label`, else by the element with its identifier and `-title`. */
export function Switch({ id, value, ...input }: SwitchProps) {
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
      aria-labelledby={input['aria-label'] ? undefined : `${id}-title`}
    />
  )
}
