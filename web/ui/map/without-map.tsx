// What stands in a map's place where the browser can't draw one; the page carries on without it.
import { Component, type ReactNode } from 'react'

interface Props {
  instead: ReactNode
  onFailed?: () => void
  children: ReactNode
}

export class WithoutMap extends Component<Props, { failed: boolean }> {
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
