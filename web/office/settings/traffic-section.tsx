// How plans estimate times: the measured pace, and traffic factors by hour next to the factors measured from arrivals.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrafficOut } from '../../../src/contract/traffic.ts'
import { call } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { clockTime, percent } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field, HiddenField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { useSharedReason } from '../session.tsx'
import { Section, SwitchLine } from './section.tsx'
import style from './traffic-section.module.css'
import { words } from '../../words/locale.ts'

export function TrafficSection() {
  const traffic = useQuery(endpointQuery('GET /traffic'))
  return (
    <QueryState query={traffic} what={words.settings.theFactors}>
      {(data) => <TrafficForm traffic={data} />}
    </QueryState>
  )
}

const paceInWords = ({ drive_factor, stop_minutes, service_factor, routes }: TrafficOut['pace']): string =>
  drive_factor === null || stop_minutes === null || service_factor === null
    ? words.settings.paceUnknown(routes)
    : words.settings.pace({ drive: drive_factor, stop: stop_minutes, service: service_factor, routes })

const heldInWords = ({ inside, minutes }: TrafficOut['ranges']): string | null =>
  inside === null || minutes === null ? null : words.settings.rangesHeld(percent(inside), minutes)

function TrafficForm({ traffic }: { traffic: TrafficOut }) {
  const role = useSharedReason('changeTraffic')
  const client = useQueryClient()
  return (
    <Form
      bar
      draft="settings/traffic"
      reason={role}
      values={{ factors: JSON.stringify(traffic.factors.map(String)), use_pace: traffic.pace.used }}
      save={async (sent) => {
        const factors = (JSON.parse(sent.text('factors')) as string[]).map(Number)
        const saved = await call('PATCH /traffic', { body: { factors, use_pace: sent.isOn('use_pace') } })
        client.setQueryData(endpointQuery('GET /traffic').queryKey, saved)
        return words.settings.trafficSaved
      }}
    >
      <Section title={words.settings.sections.pace.title} reason={words.settings.sections.pace.reason}>
        <SwitchLine name="use_pace" title={words.settings.usePace} />
        <p className={style.measured}>{paceInWords(traffic.pace)}</p>
      </Section>
      <Hours traffic={traffic} role={role} />
    </Form>
  )
}

/** Each hour has its own input, but the factors are one value of the form. */
function Hours({ traffic, role }: { traffic: TrafficOut; role: string | null }) {
  const { texts } = useFormField('factors')
  const [factors, setFactors] = useState<string[]>(() => JSON.parse(texts?.[0] ?? '[]') as string[])
  const offered = traffic.measured.some((factor) => factor !== null)
  return (
    <Section
      title={words.settings.sections.factors.title}
      reason={
        <>
          {words.settings.sections.factors.reason} {heldInWords(traffic.ranges)}
        </>
      }
      beside={
        <Button
          reason={role ?? (offered ? null : words.settings.nothingMeasured)}
          onClick={() => setFactors(factors.map((factor, hour) => String(traffic.measured[hour] ?? factor)))}
        >
          {words.settings.useMeasured}
        </Button>
      }
    >
      <HiddenField name="factors" value={JSON.stringify(factors)} />
      <div className={style.hours}>
        {factors.map((factor, hour) => (
          <Field
            key={hourInWords(hour)}
            label={hourInWords(hour)}
            faultName={`factors.${hour}`}
            inputMode="decimal"
            value={factor}
            hint={measuredInWords(traffic, hour)}
            onChange={({ target }) => setFactors(factors.with(hour, target.value))}
          />
        ))}
      </div>
    </Section>
  )
}

const hourInWords = (hour: number): string => clockTime(`${String(hour).padStart(2, '0')}:00`)

function measuredInWords({ measured, drives }: TrafficOut, hour: number): string {
  const factor = measured[hour]
  const count = drives[hour] ?? 0
  if (factor !== null && factor !== undefined) return words.settings.measured(factor, count)
  return count > 0 ? words.settings.tooFew(count) : ''
}
