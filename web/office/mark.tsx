// A round mark with the initials of a user, or with an icon.
import { Icon, type IconName } from '../ui/icon.tsx'
import { initialsOf } from './initials.ts'
import style from './mark.module.css'

/** The name must follow in words. */
export const InitialsMark = ({ name }: { name: string }) => <span className={style.mark} data-mark={initialsOf(name)} />

export const IconMark = ({ icon }: { icon: IconName }) => (
  <span className={`${style.mark} ${style.outlined}`}>
    <Icon name={icon} />
  </span>
)
