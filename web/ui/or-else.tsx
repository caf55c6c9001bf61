// What stands in the place of what can't be shown: a map that the browser can't draw, a part of the page that is loaded when
// it is needed and didn't come, as after an update of the server. What is around it carries on.
import { Component, type ReactNode } from 'react'

interface Props {
  instead: ReactNode
  onFailed?: () => void
  /** Whose place it takes: what is for another is tried anew. */
  at?: string
  children: ReactNode
}

export class OrElse extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailed?.()
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.at !== this.props.at) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
