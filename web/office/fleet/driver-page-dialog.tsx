// Dialog with the link of a driver page.
import type { DriverOut } from '../../../src/contract/fleet.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { LinkDialog } from '../link-dialog.tsx'
import { words } from '../../words/locale.ts'

export function DriverPageDialog({ driver, onClose }: { driver: DriverOut; onClose: () => void }) {
  const { ask, confirmation } = useConfirmation()
  const { driver_uuid, name } = driver
  const params = { driver_uuid }
  return (
    <>
      <LinkDialog
        title={words.fleet.pageOf(name)}
        name={words.fleet.pageOf(name)}
        load={() => call('POST /drivers/{driver_uuid}/page', { params })}
        words={({ no_text }) => words.fleet.pageLead(name, no_text ? words.fleet.cannotText(no_text) : '')}
        actions={({ no_text }, run) => (
          <>
            <Button
              onClick={() =>
                ask({
                  title: words.fleet.newLinkFor(name),
                  text: words.fleet.linkBeforeStops,
                  yes: words.fleet.makeNewLink,
                  danger: true,
                  onYes: () =>
                    run(() => call('POST /drivers/{driver_uuid}/page/renew', { params }), words.fleet.linkIsNew),
                })
              }
            >
              {words.fleet.newLink}
            </Button>
            <Button
              reason={no_text}
              onClick={() => run(() => call('POST /drivers/{driver_uuid}/page/text', { params }), words.fleet.texted)}
            >
              {words.fleet.textIt}
            </Button>
          </>
        )}
        onClose={onClose}
      />
      {confirmation}
    </>
  )
}
