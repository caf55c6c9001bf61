// Connected shops, and the page of one of them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectorOut } from '../../../src/contract/office/connectors.ts'
import { CONNECTOR_KINDS, type ConnectorKind } from '../../../src/domain/connectors/connector.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { useConfirmation } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { timeAndDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { navigate, useLocation } from '../location.ts'
import { useSession } from '../session.tsx'
import type { RunAction, Secret } from './act.ts'
import { CreatedBy } from './creator.tsx'
import { ShopPage } from './shop-page.tsx'
import { SHOPS_GUIDE, ShopState } from './shop-state.tsx'

const PATH = '/integrations/shops'

interface Props {
  act: RunAction
  onSecret: (secret: Secret) => void
}

export function Shops({ act, onSecret }: Props) {
  const opened = useLocation().searchParams.get('shop')
  const connectors = useQuery({ ...endpointQuery('GET /connectors'), refetchInterval: 10_000 })
  const [adding, setAdding] = useState<ConnectorKind | null>(null)
  const one = connectors.data?.find(({ connector_uuid }) => connector_uuid === opened)
  if (one) return <ShopPage connector={one} back={<Link href={PATH}>{words.shops.back}</Link>} act={act} />
  return (
    <section className={page.section}>
      <div className={page.head}>
        <h2>{words.shops.title}</h2>
        <MenuButton
          kind="primary"
          label={words.shops.connect}
          onAction={(kind) => setAdding(CONNECTOR_KINDS.find((known) => known === kind) ?? null)}
        >
          {CONNECTOR_KINDS.map((kind) => (
            <MenuChoice key={kind} id={kind} name={words.shops.kinds[kind]} />
          ))}
        </MenuButton>
      </div>
      <QueryState query={connectors} what={words.shops.theShops}>
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <RichText text={words.shops.none} parts={{ a: (inner) => <a href={SHOPS_GUIDE}>{inner}</a> }} />
            </Empty>
          ) : (
            <Table
              scrolls
              label={words.shops.title}
              columns={[
                words.shops.shop,
                words.shops.kind,
                words.shops.lastOrder,
                words.common.state,
                words.shops.actions,
              ]}
            >
              {list.map((connector) => (
                <ShopRow key={connector.connector_uuid} {...{ connector, act, onSecret }} />
              ))}
            </Table>
          )
        }
      </QueryState>
      {adding ? (
        <ConnectShop
          kind={adding}
          onClose={() => setAdding(null)}
          onConnected={({ connector_uuid, secret }) => {
            setAdding(null)
            onSecret({ title: words.shops.secret, lead: words.shops.copySecret, secret })
            navigate(`${PATH}?shop=${connector_uuid}`)
          }}
        />
      ) : null}
    </section>
  )
}

function ConnectShop({
  kind,
  onClose,
  onConnected,
}: {
  kind: ConnectorKind
  onClose: () => void
  onConnected: (made: { connector_uuid: string; secret: string }) => void
}) {
  const isShopify = kind === 'SHOPIFY'
  return (
    <FormDialog
      title={words.shops.connectKind(words.shops.kinds[kind])}
      action={words.shops.connectIt}
      onClose={onClose}
      save={(sent) =>
        call('POST /connectors', {
          body: asUncheckedBody<'POST /connectors'>({
            kind,
            name: sent.text('name'),
            // An empty secret of Shopify is sent, so that the server names the field.
            secret: isShopify ? sent.text('secret') : sent.orNull('secret'),
            shop: null,
          }),
        })
      }
      onSaved={onConnected}
    >
      <Field label={words.common.name} name="name" hint={words.shops.nameHint} />
      <Field
        label={words.shops.secret}
        name="secret"
        autoComplete="off"
        hint={isShopify ? words.shops.secretShopify : words.shops.secretMade}
      />
    </FormDialog>
  )
}

function ShopRow({ connector, act, onSecret }: Props & { connector: ConnectorOut }) {
  const { connector_uuid, name, kind, last_received_at: last } = connector
  const zone = useSession().business.time_zone
  const keep = (): void =>
    void act(call('POST /connectors/{connector_uuid}/keep', { params: { connector_uuid } }), words.team.isKept(name))
  return (
    <tr>
      <td>
        <Link href={`${PATH}?shop=${connector_uuid}`}>{name}</Link>
        <CreatedBy creator={connector.made_by} name={name} onKeep={keep} />
      </td>
      <td>{words.shops.kinds[kind]}</td>
      <td>{last ? timeAndDay(last, zone) : words.integrations.never}</td>
      <td>
        <ShopState connector={connector} />
      </td>
      <td>
        <div className={page.row}>
          <ShopMenu {...{ connector, act, onSecret }} />
        </div>
      </td>
    </tr>
  )
}

/** Secret and removal. */
function ShopMenu({ connector: { connector_uuid, name }, act, onSecret }: Props & { connector: ConnectorOut }) {
  const { ask, confirmation } = useConfirmation()
  const [changing, setChanging] = useState(false)
  const of = { params: { connector_uuid } }
  const remove = {
    title: words.shops.removeAsk(name),
    text: words.shops.removeText,
    yes: words.shops.removeYes,
    danger: true,
    onYes: () => void act(call('DELETE /connectors/{connector_uuid}', of), words.shops.isRemoved),
  }
  return (
    <>
      <MenuButton
        small
        label={words.team.moreOf(name)}
        icon={<Icon name="more" />}
        onAction={(action) => (action === 'remove' ? ask(remove) : setChanging(true))}
      >
        <MenuChoice id="secret" name={words.shops.changeSecret} />
        <MenuChoice id="remove" name={words.common.remove} ending />
      </MenuButton>
      {confirmation}
      {changing ? (
        <FormDialog
          title={words.shops.secretOf(name)}
          action={words.shops.changeSecret}
          onClose={() => setChanging(false)}
          save={(sent) =>
            call('POST /connectors/{connector_uuid}/secret', { ...of, body: { secret: sent.orNull('secret') } })
          }
          onSaved={({ secret }) => {
            setChanging(false)
            onSecret({ title: words.shops.secret, lead: words.shops.copySecret, secret })
          }}
        >
          <Field label={words.shops.secret} name="secret" autoComplete="off" hint={words.shops.secretMade} />
        </FormDialog>
      ) : null}
    </>
  )
}
