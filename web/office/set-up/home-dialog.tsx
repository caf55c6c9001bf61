// The link of a driver's own page, for the driver's phone.
import type { DriverOut } from '../../../src/contract/office/fleet.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirmation } from '../../ui/confirm.tsx'
import { LinkDialog } from '../link-dialog.tsx'

export function HomeDialog({ driver, onClose }: { driver: DriverOut; onClose: () => void }) {
  const { ask, confirmation } = useConfirmation()
  const { driver_uuid, name } = driver
  const params = { driver_uuid }
  return (
    <>
      <LinkDialog
        title={`${name}’s page`}
        name={`The page of ${name}`}
        load={() => call('POST /drivers/{driver_uuid}/page', { params })}
        words={({ no_text }) =>
          `This link shows ${name} today’s and tomorrow’s routes, every day, so one text is enough. ` +
          (no_text ? `It can’t be texted: ${no_text}. Let them scan the code, or copy the link. ` : '') +
          'Whoever opens it can work these routes, so give it to nobody else.'
        }
        actions={({ no_text }, run) => (
          <>
            <Button
              onClick={() =>
                ask({
                  title: `Make a new link for ${name}?`,
                  text: 'The link before stops working at once, on every phone that has it.',
                  yes: 'Make a new link',
                  danger: true,
                  onYes: () =>
                    run(() => call('POST /drivers/{driver_uuid}/page/renew', { params }), 'This link is new.'),
                })
              }
            >
              New link
            </Button>
            <Button
              reason={no_text}
              onClick={() => run(() => call('POST /drivers/{driver_uuid}/page/text', { params }), 'Texted.')}
            >
              Text it
            </Button>
          </>
        )}
        onClose={onClose}
      />
      {confirmation}
    </>
  )
}
