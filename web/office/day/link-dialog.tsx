// The link of a route, for its driver.
import type { DayRoute } from '../../../src/contract/office/day.ts'
import { call, type Reply } from '../../api/client.ts'
import { LinkDialog } from '../link-dialog.tsx'

export const RouteLinkDialog = ({ route, onClose }: { route: DayRoute; onClose: () => void }) => (
  <LinkDialog
    title={`The driver’s link of ${route.name}`}
    name={route.name}
    load={() => call('POST /routes/{route_uuid}/driver-link', { params: { route_uuid: route.route_uuid } })}
    words={(link) =>
      `${sentTo(link)} Whoever opens this link works the route as its driver, so give it to nobody else.`
    }
    onClose={onClose}
  />
)

function sentTo({ driver, no_text }: Reply<'POST /routes/{route_uuid}/driver-link'>): string {
  if (!driver) return 'No driver is assigned, so nobody was sent this link.'
  return no_text
    ? `${driver} was not texted: ${no_text}. Let them scan the code, or copy the link.`
    : `${driver} was texted this link.`
}
