// A webhook delivery's state by its own mark and word.
import type { DeliveryStatus } from '../../../src/domain/webhooks/webhook.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import log from '../log/log.module.css'

export const STATES: Record<DeliveryStatus, { words: string; icon: IconName; tone?: string }> = {
  PENDING: { words: 'waiting', icon: 'planned' },
  DELIVERED: { words: 'delivered', icon: 'check', tone: log.good },
  RETRYING: { words: 'trying again', icon: 'clock', tone: log.bad },
  FAILED: { words: 'failed', icon: 'cross', tone: log.bad },
  ABANDONED: { words: 'abandoned', icon: 'skip' },
}

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  const { words, icon, tone } = STATES[status]
  return (
    <span className={[log.state, tone].filter(Boolean).join(' ')}>
      <Icon name={icon} /> {words}
    </span>
  )
}

/** What an endpoint answered, in words. */
export const answerWords = (attempt: { status_code: number | null; error: string | null }): string =>
  attempt.error ?? `answered ${attempt.status_code}`
