// Dialog with the driver link of a route.
import type { DayRoute } from '../../../src/contract/day.ts'
import { call, type Reply } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import { LinkDialog } from '../link-dialog.tsx'

export const RouteLinkDialog = ({ route, onClose }: { route: DayRoute; onClose: () => void }) => (
  <LinkDialog
    title={words.day.linkOf(route.name)}
    name={route.name}
    load={() => call('POST /routes/{route_uuid}/driver-link', { params: { route_uuid: route.route_uuid } })}
    words={(link) => words.day.linkLead(sentTo(link))}
    onClose={onClose}
  />
)

function sentTo({ driver, no_text }: Reply<'POST /routes/{route_uuid}/driver-link'>): string {
  if (!driver) return words.day.noDriverSent
  return no_text ? words.day.notTexted(driver, no_text) : words.day.wasTexted(driver)
}
