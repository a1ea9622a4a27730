import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { messages } from '../messages.ts';
import { toast } from './toast-queue.ts';

/** The button that opens something. */
export type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

export type OpenWhenWantedProps = {
  trigger: Trigger;
  opens: 'menu' | 'dialog';
  /** Loads the code of what opens; called on hover or focus of the button. */
  load: () => Promise<unknown>;
  onFirstOpen?: () => void;
  /** The trigger with its open content, rendered in the trigger's place from the first use on. */
  children: ReactNode;
};

/** Renders only the button until its first use, so that unused content is never loaded. */
export function OpenWhenWanted({ trigger, opens, load, onFirstOpen, children }: OpenWhenWantedProps) {
  const [wanted, setWanted] = useState(false);
  // a failed preload is reported only when the content is opened
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
          title: messages.overlay.failure,
          text: messages.overlay.failureText,
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
