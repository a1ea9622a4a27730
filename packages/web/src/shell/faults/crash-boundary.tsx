import { Component, type ReactNode } from 'react';
import { Fault } from './fault.tsx';

type Fallen = { error: unknown } | null;

/** Catches errors no other boundary caught, such as missing code, and shows them. */
export class CrashBoundary extends Component<{ title: string; children: ReactNode }, { fallen: Fallen }> {
  override readonly state: { fallen: Fallen } = { fallen: null };

  static getDerivedStateFromError(error: unknown): { fallen: Fallen } {
    return { fallen: { error } };
  }

  override render(): ReactNode {
    const { fallen } = this.state;
    if (!fallen) return this.props.children;
    return (
      <main className="grid min-h-dvh place-content-center">
        {/* a failed import stays failed until the page reloads */}
        <Fault title={this.props.title} error={fallen.error} onRetry={() => location.reload()} />
      </main>
    );
  }
}
