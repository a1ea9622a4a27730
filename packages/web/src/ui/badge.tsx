import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';

/** The meaning of a badge or mark, which decides its color. `ai` is reserved for the assistant. */
export type Meaning = 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'ai';

const look = cva(
  'inline-flex h-5 max-w-full items-center gap-1 rounded-sm px-1.5 text-11 font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0 forced-colors:border',
  {
    variants: {
      meaning: {
        neutral: 'bg-sunken text-fg-2',
        ok: 'bg-ok-soft text-ok-text',
        warn: 'bg-warn-soft text-warn-text',
        bad: 'bg-bad-soft text-bad-text',
        info: 'bg-info-soft text-info-text',
        ai: 'bg-ai-soft text-ai-text',
      },
      mono: { true: 'font-mono', false: '' },
    },
  },
);

export type BadgeProps = {
  meaning?: Meaning;
  /** Monospace, for ids, hashes and versions. */
  mono?: boolean;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A status word. The color only repeats what the word says. */
export function Badge({ meaning = 'neutral', mono = false, icon, children, className }: BadgeProps) {
  return (
    <span className={look({ meaning, mono, className })}>
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
