// A form that is sent once: its faults by field, what else went wrong, what was done.
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { textFields } from './form-fields.ts'

export interface Submit {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  busy: boolean
  faultOf: (field: string) => string | null
  /** What no field shows: a fault of the whole, or what was done. */
  said: string
}

/** `run` sends the fields; what it resolves to is said. `shown` are the fields that show their own faults. */
export function useSubmit(
  run: (fields: Record<string, string>, form: HTMLFormElement) => Promise<string>,
  shown: readonly string[],
): Submit {
  const [fault, setFault] = useState<ApiError | null>(null)
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    setFault(null)
    setSaid('')
    setBusy(true)
    try {
      setSaid(await run(textFields(form), form))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    onSubmit: (event) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    busy,
    faultOf: (field) => (fault?.fields.includes(field) ? fault.message : null),
    said: fault && !fault.fields.some((field) => shown.includes(field)) ? fault.message : said,
  }
}
