// A labelled input that names its own fault.
import { type InputHTMLAttributes, type SelectHTMLAttributes, useId } from 'react'
import style from './field.module.css'

interface Named {
  label: string
  /** What is wrong with it, in words. */
  fault?: string | null
  hint?: string
}

export function Field({ label, fault = null, hint, ...input }: Named & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={fault ? true : undefined} aria-describedby={`${id}-more`} />
      <p id={`${id}-more`} className={fault ? style.fault : style.hint}>
        {fault ?? hint}
      </p>
    </div>
  )
}

export function SelectField({ label, fault = null, hint, ...select }: Named & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} aria-invalid={fault ? true : undefined} aria-describedby={`${id}-more`} />
      <p id={`${id}-more`} className={fault ? style.fault : style.hint}>
        {fault ?? hint}
      </p>
    </div>
  )
}
