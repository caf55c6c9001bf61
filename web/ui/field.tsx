// Labelled controls that name their own faults. Inside a form they begin and fail by their names; what is given wins.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
} from 'react'
import style from './field.module.css'
import { useFormField } from './form-context.ts'
import page from './page.module.css'

interface Named {
  label: string
  /** What is wrong with it, in words. */
  fault?: string | null
  /** The names that the server gives it where it finds fault; its own unless given. */
  faultName?: string | readonly string[]
  hint?: ReactNode
}

interface Frame extends Named {
  id: string
  children: ReactNode
}

const Framed = ({ id, label, fault, hint, children }: Frame) => (
  <div className={style.field}>
    <label htmlFor={id}>{label}</label>
    {children}
    <p id={`${id}-more`} className={fault ? style.fault : style.hint}>
      {fault ?? hint}
    </p>
  </div>
)

const described = (id: string, fault: string | null) => ({
  id,
  'aria-invalid': fault ? (true as const) : undefined,
  'aria-describedby': `${id}-more`,
})

export function Field({ label, fault, faultName, hint, ...input }: Named & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  const field = useFormField(input.name, faultName)
  const wrong = fault ?? field.fault
  const start = field.texts === null || 'value' in input ? {} : { defaultValue: field.texts[0] ?? '' }
  return (
    <Framed id={id} label={label} fault={wrong} hint={hint}>
      <input {...start} {...input} {...described(id, wrong)} />
    </Framed>
  )
}

export function SelectField({
  label,
  fault,
  faultName,
  hint,
  ...select
}: Named & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  const field = useFormField(select.name, faultName)
  const wrong = fault ?? field.fault
  const start = field.texts === null || 'value' in select ? {} : { defaultValue: field.texts[0] ?? '' }
  return (
    <Framed id={id} label={label} fault={wrong} hint={hint}>
      <select {...start} {...select} {...described(id, wrong)} />
    </Framed>
  )
}

export function TextField({
  label,
  fault,
  faultName,
  hint,
  ...area
}: Named & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  const field = useFormField(area.name, faultName)
  const wrong = fault ?? field.fault
  const start = field.texts === null || 'value' in area ? {} : { defaultValue: field.texts[0] ?? '' }
  return (
    <Framed id={id} label={label} fault={wrong} hint={hint}>
      <textarea {...start} {...area} {...described(id, wrong)} />
    </Framed>
  )
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  children: ReactNode
}

/** A box to tick; several of one name are a list of their values. */
export function Check({ children, value, ...input }: CheckProps) {
  const { texts } = useFormField(input.name)
  const start = texts === null || 'checked' in input ? {} : { defaultChecked: texts.includes(String(value ?? 'on')) }
  return (
    <label className={page.check}>
      <input type="checkbox" value={value} {...start} {...input} />
      <span>{children}</span>
    </label>
  )
}

interface CheckListProps {
  label: string
  name: string
  options: readonly string[]
  words?: (option: string) => string
}

/** What is wrong with a field made of several controls. */
export function Fault({ name }: { name: string }) {
  const { fault } = useFormField(name)
  return fault ? <p className={style.fault}>{fault}</p> : null
}

/** Several boxes that are one field: the list of those ticked. */
export function CheckList({ label, name, options, words = (option) => option }: CheckListProps) {
  return (
    <fieldset className={page.checks}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Check key={option} name={name} value={option}>
          {words(option)}
        </Check>
      ))}
      <Fault name={name} />
    </fieldset>
  )
}

/** A value that something other than a control holds; the form hears of its changes. */
export function HiddenField({ name, value }: { name: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [value])
  return <input ref={input} type="hidden" name={name} value={value} />
}
