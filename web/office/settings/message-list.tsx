// Kinds of messages as lines. The text and the email subject of the open kind are edited below its line. A preview beside
// the list shows them as the recipient reads them.
import { type ReactNode, type RefObject, useContext, useId, useRef, useState } from 'react'
import { MAX_MESSAGE_CHARACTERS, MAX_SUBJECT_CHARACTERS, type SettingsOut } from '../../../src/contract/settings.ts'
import { isNotice, type MessageKind, type NoticeKind, ONLY_NOW } from '../../../src/domain/messages/message.ts'
import {
  messageTextFault,
  placeholdersOf,
  SUBJECT_PLACEHOLDERS,
  subjectFault,
} from '../../../src/domain/messages/message-text.ts'
import { textLength } from '../../../src/domain/messages/text-length.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { FormContext, useFormField } from '../../ui/form-context.ts'
import { Icon } from '../../ui/icon.tsx'
import page from '../../ui/page.module.css'
import { inWords, words } from '../../words/locale.ts'
import style from './message-list.module.css'
import { defaultSubject, defaultText, messagePreview, subjectPreview } from './message-preview.ts'
import { Switch } from '../../ui/switch.tsx'

export const textName = (kind: MessageKind): string => `message_texts.${kind}`
export const subjectName = (kind: NoticeKind): string => `mail_subjects.${kind}`

interface Props {
  kinds: readonly MessageKind[]
  settings: SettingsOut
}

export function MessageList({ kinds, settings }: Props) {
  const form = useContext(FormContext)
  const faulty = kinds.find(
    (kind) => form?.faultOf(textName(kind)) || (isNotice(kind) && form?.faultOf(subjectName(kind))),
  )
  const [open, setOpen] = useState<MessageKind | null>(kinds[0] ?? null)
  const [known, setKnown] = useState<MessageKind>()
  // Opens the message with a fault before the form moves the focus to it.
  if (known !== faulty) {
    setKnown(faulty)
    if (faulty) setOpen(faulty)
  }
  return (
    <div className={style.list}>
      {kinds.map((kind) => (
        <Message
          key={kind}
          kind={kind}
          settings={settings}
          isOpen={kind === open}
          onToggle={() => setOpen(kind === open ? null : kind)}
        />
      ))}
    </div>
  )
}

interface MessageProps {
  kind: MessageKind
  settings: SettingsOut
  isOpen: boolean
  onToggle: () => void
}

function Message({ kind, settings, isOpen, onToggle }: MessageProps) {
  const id = useId()
  const { title, when } = words.settings.messages[kind]
  return (
    <div role="group" aria-labelledby={`${id}-title`}>
      <div className={isOpen ? `${style.line} ${style.open}` : style.line}>
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}-edit`} onClick={onToggle}>
          <Icon name="chevron" className={style.turn} />
          <span>
            <b id={`${id}-title`}>{title}</b>
            <span>{ONLY_NOW.includes(kind) ? `${when}. ${words.settings.notInQuiet}` : when}</span>
          </span>
        </button>
        {isNotice(kind) ? <Switch id={id} name="notices" value={kind} /> : null}
      </div>
      <div id={`${id}-edit`} className={style.edit} hidden={!isOpen}>
        <MessageText kind={kind} title={title} settings={settings} />
        {isNotice(kind) ? <Subject kind={kind} title={title} settings={settings} /> : null}
      </div>
    </div>
  )
}

/** Placeholder with the length of a link token. */
const LINK_TOKEN = 'x'.repeat(43)

function MessageText({ kind, title, settings }: { kind: MessageKind; title: string; settings: SettingsOut }) {
  const field = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(useFormField(textName(kind)).texts?.[0] ?? '')
  const fault = typed.trim() ? messageTextFault(kind, typed) : null
  const usual = defaultText(kind, settings)
  const preview = (token: string) => messagePreview(kind, typed.trim() || usual, token, settings)
  const { characters, segments, wide } = textLength(preview(LINK_TOKEN))
  return (
    <>
      <div ref={field} className={style.field}>
        <TextField
          label={words.settings.textOf(title)}
          name={textName(kind)}
          rows={3}
          maxLength={MAX_MESSAGE_CHARACTERS}
          placeholder={usual}
          lang={settings.customer_language}
          onChange={(event) => setTyped(event.target.value)}
          fault={fault ? words.settings.itFault(inWords(fault)) : undefined}
          hint={words.settings.blankIsDefault}
        />
        <Tokens names={placeholdersOf(kind)} field={field} usual={usual} />
        <p className={page.soft}>
          {words.settings.length(characters, segments)}
          {wide ? `. ${words.settings.wide(wide)}` : null}
        </p>
      </div>
      <Bubble
        title={words.settings.previewOf(title)}
        head={isNotice(kind) ? words.settings.asReadBy.customer : words.settings.asReadBy.driver}
        lang={settings.customer_language}
      >
        {preview('…')}
      </Bubble>
    </>
  )
}

function Subject({ kind, title, settings }: { kind: NoticeKind; title: string; settings: SettingsOut }) {
  const field = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(useFormField(subjectName(kind)).texts?.[0] ?? '')
  const fault = typed.trim() ? subjectFault(typed) : null
  const usual = defaultSubject(kind, settings)
  return (
    <>
      <div ref={field} className={style.field}>
        <Field
          label={words.settings.subjectOf(title)}
          name={subjectName(kind)}
          maxLength={MAX_SUBJECT_CHARACTERS}
          placeholder={usual}
          lang={settings.customer_language}
          onChange={(event) => setTyped(event.target.value)}
          fault={fault ? words.settings.itFault(inWords(fault)) : undefined}
          hint={words.settings.blankIsDefault}
        />
        <Tokens names={SUBJECT_PLACEHOLDERS} field={field} usual={usual} />
      </div>
      <Bubble
        title={words.settings.subjectAsSent(title)}
        head={words.settings.asSubject}
        lang={settings.customer_language}
      >
        {subjectPreview(kind, typed.trim() || usual, settings)}
      </Bubble>
    </>
  )
}

interface BubbleProps {
  title: string
  head: string
  lang: string
  children: ReactNode
}

const Bubble = ({ title, head, lang, children }: BubbleProps) => (
  <figure className={style.preview} aria-label={title}>
    <figcaption>{head}</figcaption>
    <p lang={lang} className={style.bubble}>
      {children}
    </p>
  </figure>
)

interface TokensProps {
  names: readonly string[]
  /** Element around the text field. */
  field: RefObject<HTMLElement | null>
  /** Default text, which a placeholder is added to if the field is empty. */
  usual: string
}

/** Buttons that insert a placeholder at the cursor. */
function Tokens({ names, field, usual }: TokensProps) {
  const insert = (name: string): void => {
    const control = field.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (!control) return
    if (!control.value) control.setRangeText(`${usual} `, 0, 0, 'end')
    control.setRangeText(`{${name}}`, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end')
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.focus()
  }
  return (
    <div className={style.tokens}>
      {names.map((name) => (
        <button key={name} type="button" title={words.settings.insert(`{${name}}`)} onClick={() => insert(name)}>
          {words.settings.tokens[name] ?? name}
        </button>
      ))}
    </div>
  )
}
