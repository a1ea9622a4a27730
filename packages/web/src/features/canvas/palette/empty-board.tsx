import { Play, Search } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/**
 * Stands over a drawing without anything: says how it begins, and offers it. It takes the focus where nothing else has it, as
 * after the workflow was made; the keys of the canvas are heard there.
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
      aria-label="Nothing is drawn yet"
      className="pointer-events-none absolute inset-0 z-4 flex flex-col items-center justify-center gap-3 p-6 text-center"
    >
      <div id={text} className="max-w-80 rounded-lg bg-bg p-2">
        <p className="text-14 font-medium">Nothing is drawn yet</p>
        <p className="mt-1 text-fg-2">
          A workflow begins with a Start and ends with an End. Press N to name a step, drag one from the
          palette, or paste.
        </p>
      </div>
      <div className="pointer-events-auto flex flex-wrap justify-center gap-2">
        <Button
          ref={first}
          variant="primary"
          icon={<Play aria-hidden />}
          aria-describedby={text}
          onClick={onStart}
        >
          Add a Start
        </Button>
        <Button icon={<Search aria-hidden />} onClick={onPalette}>
          Choose a step
        </Button>
      </div>
    </section>
  );
}
