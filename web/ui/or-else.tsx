// What stands in the place of what can't be shown: a map that the browser can't draw, a part of the page that is loaded when
// it is needed and didn't come, as after an update of the server. What is around it carries on.
import { Component, type ReactNode } from 'react'

interface Props {
  instead: ReactNode
  onFailed?: () => void
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

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
