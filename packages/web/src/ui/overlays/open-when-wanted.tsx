import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { toast } from './toast-queue.ts';

/** The button that opens something. */
export type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

export type OpenWhenWantedProps = {
  trigger: Trigger;
  opens: 'menu' | 'dialog';
  /** Fetches the code of what opens; called as soon as somebody reaches for the button. */
  load: () => Promise<unknown>;
  onFirstOpen?: () => void;
  /** The trigger again with what it opens, open; stands in the trigger's place from the first use on. */
  children: ReactNode;
};

/** Only the button, until it is used for the first time: what is never opened is never loaded. */
export function OpenWhenWanted({ trigger, opens, load, onFirstOpen, children }: OpenWhenWantedProps) {
  const [wanted, setWanted] = useState(false);
  // What cannot be fetched ahead is fetched when it is wanted, and only then missed.
  const reach = () => void load().catch(() => undefined);
  const want = () => {
    load().then(
      () => {
        setWanted(true);
        onFirstOpen?.();
      },
      () =>
        toast({
          id: 'open',
          title: 'This could not be opened',
          text: 'The server could not be reached. Check the connection and try again.',
          meaning: 'bad',
        }),
    );
  };
  const closed = cloneElement(trigger, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    onPointerEnter: reach,
    onFocus: reach,
    onClick: want,
    onKeyDown: (event: KeyboardEvent) => {
      if (opens !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      want();
    },
  });
  return wanted ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
