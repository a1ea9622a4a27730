import { Play, Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../messages.ts';

/**
 * Shown over an empty canvas with first steps. Takes the focus if nothing else has it, so that the shortcuts
 * work.
 */
export function EmptyBoard({ onStart, onPalette }: { onStart: () => void; onPalette: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  const text = useId();
  useEffect(() => {
    const has = document.activeElement;
    if (has === null || has === document.body || has.contains(first.current)) first.current?.focus();
  }, []);
  return (
    <section
      aria-label={messages.empty.title}
      className="pointer-events-none absolute inset-0 z-4 flex flex-col items-center justify-center gap-3 p-6 text-center"
    >
      <div id={text} className="max-w-80 rounded-lg bg-bg p-2">
        <p className="text-14 font-medium">{messages.empty.title}</p>
        <p className="mt-1 text-fg-2">{messages.empty.text}</p>
      </div>
      <div className="pointer-events-auto flex flex-wrap justify-center gap-2">
        <Button
          ref={first}
          variant="primary"
          icon={<Play aria-hidden />}
          aria-describedby={text}
          onClick={onStart}
        >
          {messages.empty.start}
        </Button>
        <Button icon={<Search aria-hidden />} onClick={onPalette}>
          {messages.empty.choose}
        </Button>
      </div>
    </section>
  );
}
