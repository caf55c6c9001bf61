// Labeled controls that show their own faults. In a form, they get initial value and fault by name, unless props are given.
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
import { Options, type OptionsProps } from './options.tsx'
import page from './page.module.css'

interface Named {
  label: string
  /** Text of the fault, if any. */
  fault?: string | null
  /** Names by which the server reports faults. Default: the field's name. */
  faultName?: string | readonly string[]
  hint?: ReactNode
}

interface Control extends Named {
  name?: string
  value?: unknown
}

/** Returns the frame of a control (label, hint and fault) and the props of the control itself. */
function useControl<P extends Control>({ label, fault, faultName, hint, ...own }: P) {
  const id = useId()
  const field = useFormField(own.name, faultName)
  const wrong = fault ?? field.fault
  const framed = (control: ReactNode) => (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      {control}
      <p id={`${id}-more`} className={wrong ? style.fault : style.hint}>
        {wrong ?? hint}
      </p>
    </div>
  )
  const start = field.texts === null || 'value' in own ? {} : { defaultValue: field.texts[0] ?? '' }
  const described = { id, 'aria-invalid': wrong ? (true as const) : undefined, 'aria-describedby': `${id}-more` }
  return { framed, control: { ...start, ...own, ...described } }
}

interface FieldProps extends Named, InputHTMLAttributes<HTMLInputElement> {
  /** Shows the label inside the empty field, not above it. */
  isPlaceholder?: boolean
}

export function Field({ isPlaceholder = false, ...props }: FieldProps) {
  const { framed, control } = useControl(props)
  if (isPlaceholder)
    return <input {...control} className={style.alone} aria-label={props.label} placeholder={props.label} />
  return framed(<input {...control} />)
}

export function SelectField({
  none,
  options,
  ...props
}: Named & OptionsProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'>) {
  const { framed, control } = useControl(props)
  return framed(
    <select {...control}>
      <Options none={none} options={options} />
    </select>,
  )
}

export function TextField(props: Named & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { framed, control } = useControl(props)
  return framed(<textarea {...control} />)
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  children: ReactNode
}

/** A checkbox. Several with the same name are a list of values. */
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

/** Fault of a field that consists of several controls. */
export function Fault({ name }: { name: string }) {
  const { fault } = useFormField(name)
  return fault ? <p className={style.fault}>{fault}</p> : null
}

/** Checkboxes that form one field, the list of checked values. */
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

/** A hidden value that is not in a control. It notifies the form of changes. */
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
