// Shows the state of a webhook delivery as an icon and text.
import type { DeliveryStatus } from '../../../src/domain/webhooks/webhook.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import log from '../log/log.module.css'

const STATES: Record<DeliveryStatus, { icon: IconName; tone?: string }> = {
  PENDING: { icon: 'planned' },
  DELIVERED: { icon: 'check', tone: log.good },
  RETRYING: { icon: 'clock', tone: log.bad },
  FAILED: { icon: 'cross', tone: log.bad },
  ABANDONED: { icon: 'skip' },
}

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  const { icon, tone } = STATES[status]
  return (
    <span className={[log.state, tone].filter(Boolean).join(' ')}>
      <Icon name={icon} /> {words.integrations.states[status]}
    </span>
  )
}

/** The response of an endpoint as text. */
export const answerWords = (attempt: { status_code: number | null; error: string | null }): string =>
  attempt.error ?? words.integrations.answered(String(attempt.status_code))
