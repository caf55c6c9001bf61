// A state as an icon and a word. The icon's shape says the same as the color.
import style from './badge.module.css'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'calm' | 'good' | 'warn' | 'bad' | 'move'

/** Returns the class with the colors of a state. */
export const toneClass = (tone: Tone): string | undefined => style[tone]

interface Props {
  icon: IconName
  tone?: Tone
  children: string
}

export const Badge = ({ icon, tone = 'calm', children }: Props) => (
  <span className={`${style.badge} ${toneClass(tone)}`}>
    <Icon name={icon} />
    <span>{children}</span>
  </span>
)
