// One connected shop: its URL, writing back, the mapping, and the last orders with their results.
import type { ReactNode } from 'react'
import type { ConnectorOut } from '../../../src/contract/office/connectors.ts'
import { call, asUncheckedBody } from '../../api/client.ts'
import { useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useSession } from '../session.tsx'
import type { RunAction } from './act.ts'
import { ShopMapping } from './shop-mapping.tsx'
import { ShopOrders } from './shop-orders.tsx'
import { SHOPS_GUIDE, ShopState } from './shop-state.tsx'

interface Props {
  connector: ConnectorOut
  act: RunAction
}

export function ShopPage({ connector, back, act }: Props & { back: ReactNode }) {
  const { name, kind, url } = connector
  return (
    <>
      <section className={page.section}>
        <p>{back}</p>
        <div className={page.head}>
          <h2>{name}</h2>
          <ShopState connector={connector} />
        </div>
        <p>
          {words.shops.postTo} <a href={SHOPS_GUIDE}>{words.shops.help}</a>
        </p>
        <code className={page.secret}>{url}</code>
      </section>
      <ShopOrders connector={connector} act={act} />
      <ShopMapping key={connector.connector_uuid} connector={connector} />
      {kind === 'WEBHOOK' ? null : <WritingBack connector={connector} kind={kind} act={act} />}
    </>
  )
}

function WritingBack({ connector, kind, act }: Props & { kind: 'WOOCOMMERCE' | 'SHOPIFY' }) {
  const { connector_uuid, shop } = connector
  const { business } = useSession()
  const again = useInvalidate()
  const of = { params: { connector_uuid } }
  return (
    <section className={page.section}>
      <h2>{words.shops.writeBack}</h2>
      <p className={page.soft}>{words.shops.writeBackLead[kind]}</p>
      {business.test ? (
        <p>{words.shops.notOnTestSide}</p>
      ) : (
        <Form
          key={shop?.endpoint_uuid}
          values={{ 'shop.url': shop?.url }}
          save={async (sent) => {
            const sentShop = { url: sent.text('shop.url'), token: sent.orNull('shop.token') }
            const body = asUncheckedBody<'PATCH /connectors/{connector_uuid}'>({ shop: sentShop })
            await call('PATCH /connectors/{connector_uuid}', { ...of, body })
            await again('GET /connectors')
            return words.common.saved
          }}
          actions={
            shop ? (
              <>
                <Button
                  onClick={() =>
                    void act(
                      call('PATCH /connectors/{connector_uuid}', { ...of, body: { shop: null } }),
                      words.common.saved,
                    )
                  }
                >
                  {words.shops.stopWriting}
                </Button>
                <Link href={`/integrations/deliveries?endpoint=${shop.endpoint_uuid}`}>{words.shops.writtenBack}</Link>
              </>
            ) : null
          }
        >
          <Field label={words.shops.shopUrl} name="shop.url" type="url" />
          <Field
            label={words.shops.token}
            name="shop.token"
            type="password"
            autoComplete="off"
            hint={shop ? words.shops.tokenKept : words.shops.tokenHint[kind]}
          />
        </Form>
      )}
    </section>
  )
}
