// A state as an icon and a word. The icon's shape says the same as the color.
import style from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

interface Props {
  icon: IconName
  tone?: 'calm' | 'good' | 'warn' | 'bad' | 'move'
  children: string
}

export const Badge = ({ icon, tone = 'calm', children }: Props) => (
  <span className={[style.badge, style[tone]].filter(Boolean).join(' ')}>
    <Icon name={icon} />
    <span>{children}</span>
  </span>
)
