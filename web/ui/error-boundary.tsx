// Shows a fallback for content that can't be rendered, such as a map without WebGL or a chunk that failed to load after
// the server was updated. The rest of the page keeps working.
import { Component, type ReactNode } from 'react'

interface Props {
  instead: ReactNode
  onFailed?: () => void
  /**
   * Identifies the content, such as the path of a page. If it changes after a failure, the children are rendered again.
   */
  at?: string
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
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
