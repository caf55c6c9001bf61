// Finds, exports and erases the data of one customer. Before erasing, a confirmation states the number of records.
import { useState } from 'react'
import type { PersonData, PersonKeyBody as Key, PersonOut } from '../../../src/contract/privacy.ts'
import { call } from '../../api/client.ts'
import { resultMessage } from '../../api/result-message.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useRoleReason } from '../session.tsx'
import { Section } from './section.tsx'
import style from './settings.module.css'

interface Found {
  key: Key
  person: PersonOut
}

const SHOWN = 20

export function CustomerData() {
  const role = useRoleReason('handlePeople')
  const [found, setFound] = useState<Found | null>(null)
  const [said, setSaid] = useState('')
  return (
    <Section title={words.privacy.customer} reason={words.privacy.customerLead}>
      <div className={style.inset}>
        <Form
          reason={role}
          kind="plain"
          label={words.privacy.customer}
          action={words.privacy.find}
          save={async (sent) => {
            setFound(null)
            setSaid('')
            const key = {
              phone: sent.orNull('phone'),
              email: sent.orNull('email'),
              external_ref: sent.orNull('external_ref'),
            }
            const person = await call('POST /people/find', { body: key })
            const some = person.orders_count + person.recurring_orders_count > 0
            if (some) setFound({ key, person })
            return some ? '' : words.privacy.nobody
          }}
        >
          <Field name="phone" type="tel" label={words.privacy.phone} />
          <Field name="email" type="email" label={words.privacy.email} />
          <Field name="external_ref" label={words.privacy.reference} hint={words.privacy.referenceHint} />
        </Form>
        {found ? (
          <Person
            sought={found.key}
            person={found.person}
            onErased={(done) => {
              setFound(null)
              setSaid(done)
            }}
          />
        ) : null}
        <p role="status" className={page.said}>
          {said}
        </p>
      </div>
    </Section>
  )
}

function Person({ sought, person, onErased }: { sought: Key; person: PersonOut; onErased: (said: string) => void }) {
  const { ask, confirmation } = useConfirmation()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState<'export' | 'erase' | null>(null)
  const run = async (what: 'export' | 'erase', work: () => Promise<string>) => {
    setFault('')
    setBusy(what)
    setFault(await resultMessage(work(), ''))
    setBusy(null)
  }
  const erase = async () => {
    const { finished } = await call('POST /people/erase', { body: sought })
    onErased(finished ? words.privacy.erased : words.privacy.erasedSoon)
    return ''
  }
  const save = async () => {
    saveFile('customer.json', await everythingOf(sought))
    return ''
  }
  const { deliveries, names, phones, emails, under_way: underWay } = person
  return (
    <>
      <p>
        <strong>{words.privacy.found(person)}</strong>
      </p>
      <p>{[...names, ...phones, ...emails].join(' · ')}</p>
      {names.length > 1 ? <p className={page.soft}>{words.privacy.severalNames}</p> : null}
      {underWay.length > 0 ? <p className={page.bad}>{words.privacy.underWay(underWay)}</p> : null}
      <Table columns={[words.common.date, words.privacy.reference, words.common.name]} label={words.privacy.deliveries}>
        {deliveries.slice(0, SHOWN).map((one) => (
          <tr key={one.order_uuid}>
            <td>{one.delivery_date}</td>
            <td>
              <Link href={`/orders/${one.order_uuid}`}>{one.external_ref}</Link>
            </td>
            <td>{one.customer_name}</td>
          </tr>
        ))}
      </Table>
      <div className={page.actions}>
        <Button busy={busy === 'export'} onClick={() => void run('export', save)}>
          {words.privacy.export}
        </Button>
        <Button
          kind="danger"
          busy={busy === 'erase'}
          onClick={() =>
            ask({
              title: words.privacy.eraseAsk(person.orders_count),
              text: words.privacy.eraseText(person, names),
              yes: words.privacy.eraseYes,
              danger: true,
              onYes: () => void run('erase', erase),
            })
          }
        >
          {words.privacy.erase}
        </Button>
      </div>
      <p role="alert" className={page.bad}>
        {fault}
      </p>
      {confirmation}
    </>
  )
}

/** Reads all pages of the export into one. */
async function everythingOf(key: Key): Promise<Omit<PersonData, 'next_after'>> {
  const { next_after, ...all } = await call('POST /people/export', { body: { ...key, after: null } })
  for (let after = next_after; after !== null; ) {
    const next = await call('POST /people/export', { body: { ...key, after } })
    all.deliveries.push(...next.deliveries)
    after = next.next_after
  }
  return all
}

function saveFile(name: string, content: object): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
