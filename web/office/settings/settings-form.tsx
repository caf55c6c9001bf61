// One part of the settings, saved separately with the version that the form shows.
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SettingsOut } from '../../../src/contract/settings.ts'
import { type Body, call, asUncheckedBody } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Form } from '../../ui/form.tsx'
import type { FieldKind, SubmittedForm, Value, Values } from '../../ui/form-values.ts'
import { useRoleReason } from '../session.tsx'
import { words } from '../../words/locale.ts'

interface Props {
  part: string
  settings: SettingsOut
  /** Settings that are single fields, with the way to read each. */
  fields?: { readonly [Name in keyof SettingsOut]?: FieldKind }
  /** Initial values of other fields. */
  values?: Values
  /** Settings computed from other fields. */
  body?: (sent: SubmittedForm) => { [Name in keyof Body<'PATCH /settings'>]?: unknown }
  /** Asks for confirmation. Resolves to false to cancel. */
  confirm?: (sent: SubmittedForm) => Promise<boolean>
  onSaved?: () => Promise<void>
  children: ReactNode
}

export function SettingsForm({ part, settings, fields = {}, values, body, confirm, onSaved, children }: Props) {
  const role = useRoleReason('changeSettings')
  const client = useQueryClient()
  const again = useInvalidate()
  return (
    <Form
      bar
      draft={`settings/${part}`}
      reason={role}
      values={{ ...initialValues(settings, fields), ...values, version: settings.version }}
      save={async (sent) => {
        if (confirm && !(await confirm(sent))) return null
        const saved = await call('PATCH /settings', {
          body: asUncheckedBody<'PATCH /settings'>({
            ...sent.fields(fields as Record<string, FieldKind>),
            ...body?.(sent),
            version: sent.version,
          }),
        })
        client.setQueryData(endpointQuery('GET /settings').queryKey, saved)
        await onSaved?.()
        return words.common.saved
      }}
      onOutdated={() => again('GET /settings')}
    >
      {children}
    </Form>
  )
}

const initialValues = (settings: SettingsOut, fields: Props['fields'] = {}): Values =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, settings[name as keyof SettingsOut] as Value]))
