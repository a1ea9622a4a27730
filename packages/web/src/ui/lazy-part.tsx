import { type ComponentType, use, useEffect, useReducer } from 'react';
import { messages } from './messages.ts';

/**
 * A part whose code loads when it is first shown. Without a network, `Unloaded` takes its place until there is one, and the rest
 * of the screen stays. The code is then not asked for, because browsers never ask again for a module that failed. Code that is
 * missing on the server, as after an upgrade, breaks the screen, which is then loaded again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Unloaded: ComponentType<Props> = NotLoaded,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props> | null> | undefined;
  return function LazyPart(props: Props) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0);
    loading ??= navigator.onLine ? load().catch(unlessOffline) : offline;
    const Part = use(loading);
    useEffect(() => {
      if (Part !== null) return;
      const forget = () => {
        loading = undefined;
      };
      const retry = () => {
        forget();
        drawAgain();
      };
      addEventListener('online', retry);
      return () => {
        removeEventListener('online', retry);
        forget();
      };
    }, [Part]);
    return Part === null ? <Unloaded {...props} /> : <Part {...props} />;
  };
}

const offline = Promise.resolve(null);

function unlessOffline(error: unknown): null {
  if (navigator.onLine) throw error;
  return null;
}

function NotLoaded() {
  return (
    <p role="alert" className="text-12 text-bad-text">
      {messages.overlay.failureText}
    </p>
  );
}
