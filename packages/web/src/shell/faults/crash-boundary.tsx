import { Component, type ReactNode } from 'react';
import { Fault } from './fault.tsx';

type Fallen = { error: unknown } | null;

/** Catches what nothing inside caught, such as a part of the app that did not arrive: says so instead of a white page. */
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
        {/* A part that failed to load stays failed for this page: only a new page asks for it again. */}
        <Fault title={this.props.title} error={fallen.error} onRetry={() => location.reload()} />
      </main>
    );
  }
}
