// One part of the settings: sent by itself, on the state of the settings that it shows.
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { type Body, call, unchecked } from '../../api/client.ts'
import { read, useReadAgain } from '../../api/query.ts'
import { Form } from '../../ui/form.tsx'
import type { Sent, Values } from '../../ui/form-values.ts'
import { useRoleReason } from '../session.tsx'
import { words } from '../../words/locale.ts'

interface Props {
  part: string
  settings: SettingsOut
  values: Values
  body: (sent: Sent) => { [Name in keyof Body<'PATCH /settings'>]?: unknown }
  /** Whether to send it after all. */
  confirm?: (sent: Sent) => Promise<boolean>
  onSaved?: () => Promise<void>
  children: ReactNode
}

export function SettingsForm({ part, settings, values, body, confirm, onSaved, children }: Props) {
  const role = useRoleReason('changeSettings')
  const client = useQueryClient()
  const again = useReadAgain()
  return (
    <Form
      draft={`settings/${part}`}
      reason={role}
      values={{ ...values, version: settings.version }}
      save={async (sent) => {
        if (confirm && !(await confirm(sent))) return null
        const saved = await call('PATCH /settings', {
          body: unchecked<'PATCH /settings'>({ ...body(sent), version: sent.version }),
        })
        client.setQueryData(read('GET /settings').queryKey, saved)
        await onSaved?.()
        return words.common.saved
      }}
      onOutdated={() => again('GET /settings')}
    >
      {children}
    </Form>
  )
}
