// A dispatcher's actions on whole routes of the day.
import type { DayRoute } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import type { DayContext } from './day-context.ts'
import type { DayCommands } from './day-commands.ts'
import { cancelQuestion, newLinkQuestion, sendQuestion } from './questions.ts'
import { reverseStep } from './route-steps.ts'
import { type SentRoute, sentWords, type UnsentRoute } from './sent-words.ts'
import { silentDriverWarning } from './silent.ts'

type RouteCommands = Pick<
  DayCommands,
  | 'toggle'
  | 'toggleOnMap'
  | 'dispatch'
  | 'resendLink'
  | 'link'
  | 'reverse'
  | 'reassign'
  | 'cancel'
  | 'replan'
  | 'regroup'
  | 'routeMenu'
  | 'reoptimize'
>

export function createRouteCommands(desk: DayContext): RouteCommands {
  const { day, latest, view, zone, ask, act, make, now } = desk
  return {
    toggle: (routeId) => {
      const route = day.routes.find(({ route_uuid }) => route_uuid === routeId)
      if (route) view.show([routeId], !view.isShown(route))
    },
    toggleOnMap: ({ route_uuid: id }, how) => {
      const { hidden: before, focused } = view.onMap
      const hidden = new Set(before)
      if (how === 'HIDDEN' && !before.has(id)) hidden.add(id)
      else hidden.delete(id)
      const others = focused === id ? null : focused
      view.setOnMap({ hidden, focused: how === 'FOCUSED' && focused !== id ? id : others })
    },
    dispatch: (route) => askToSend(desk, [route]),
    resendLink: (route) =>
      ask({
        confirm: newLinkQuestion(route, () =>
          act(call('POST /routes/{route_uuid}/resend-link', routeParams(route)), ({ driver, no_text }) =>
            no_text ? words.day.newLinkNoText(route.name, driver, no_text) : words.day.newLinkTexted(route.name),
          ),
        ),
      }),
    link: (route) => ask({ link: route }),
    reverse: (route) => make(reverseStep(route, now)),
    reassign: (route) => ask({ reassign: route }),
    cancel: (route) =>
      ask({
        confirm: cancelQuestion(route, silentDriverWarning(latest(), idsOf(route), zone), () =>
          act(call('POST /routes/{route_uuid}/cancel', routeParams(route)), () => words.day.isCancelled(route.name)),
        ),
      }),
    replan: (asked) => ask({ replan: asked }),
    regroup: (regroup) => ask({ regroup }),
    routeMenu: (route, at) => ask({ routeMenu: route, at }),
    reoptimize: (route) =>
      ask({
        build: {
          vehicle_ids: [route.vehicle.vehicle_uuid],
          external_refs: route.stops.map(({ external_ref }) => external_ref),
        },
      }),
  }
}

/** Asks for confirmation, then sends the routes to their drivers. */
export const askToSend = (desk: DayContext, routes: readonly DayRoute[]): void =>
  desk.ask({ confirm: sendQuestion(routes, desk.day, () => send(desk, routes)) })

/** Sends the routes one after another. Each is shown as sent as soon as the server responds. */
async function send({ say, refresh, showStatus }: DayContext, waiting: readonly DayRoute[]): Promise<void> {
  const sent: SentRoute[] = []
  const unsent: UnsentRoute[] = []
  for (const route of waiting) {
    say(words.day.sending(sent.length, waiting.length), { lasts: true })
    try {
      const { route: now, warnings } = await call('POST /routes/{route_uuid}/dispatch', routeParams(route))
      showStatus(now)
      sent.push({ name: route.name, driver: route.driver?.name ?? null, warnings })
    } catch (error) {
      unsent.push({ name: route.name, why: error instanceof Error ? error.message : String(error) })
    }
  }
  await refresh()
  say(sentWords(sent, unsent), { lasts: unsent.length > 0 })
}

const routeParams = ({ route_uuid }: DayRoute) => ({ params: { route_uuid } })

const idsOf = ({ stops }: DayRoute): string[] => stops.map(({ order_uuid }) => order_uuid)
