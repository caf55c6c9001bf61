// Options of a select. If `none` is given, an empty option comes first.
export type Option = readonly [value: string | number, text: string, lang?: string | null, disabled?: boolean]

export interface OptionsProps {
  /** Text of the option with the empty value. */
  none?: string | null
  options?: readonly Option[]
}

export const Options = ({ none, options = [] }: OptionsProps) => (
  <>
    {none ? <option value="">{none}</option> : null}
    {options.map(([value, text, lang, disabled]) => (
      <option key={value} value={value} lang={lang ?? undefined} disabled={disabled}>
        {text}
      </option>
    ))}
  </>
)
