import { type ComponentType, use, useEffect } from 'react';
import { messages } from './messages.ts';

/**
 * A part whose code loads when it is first shown. Without a network, `Unloaded` takes its place and the rest of the screen
 * stays. The code is then not asked for, because browsers never ask again for a module that failed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Unloaded: ComponentType<Props> = NotLoaded,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props> | null> | undefined;
  return function LazyPart(props: Props) {
    loading ??= navigator.onLine ? load().catch(() => null) : offline;
    const Part = use(loading);
    useEffect(
      () => () => {
        if (Part === null) loading = undefined;
      },
      [Part],
    );
    return Part === null ? <Unloaded {...props} /> : <Part {...props} />;
  };
}

const offline = Promise.resolve(null);

function NotLoaded() {
  return (
    <p role="alert" className="text-12 text-bad-text">
      {messages.overlay.failureText}
    </p>
  );
}
