import { clsx } from 'clsx';
import { CopyButton } from './copy-button.tsx';
import { messages } from './messages.ts';

export type CodeBlockProps = {
  /** Names the text for screen readers and the copy button. */
  label: string;
  code: string;
  /** Wraps long lines instead of scrolling. */
  wrap?: boolean;
  /** Maximum height in CSS units; scrolls beyond. */
  maxHeight?: string;
};

/** Monospace text such as formulas, JSON or hashes, scrollable by keyboard, with a copy button. */
export function CodeBlock({ label, code, wrap = false, maxHeight = '24rem' }: CodeBlockProps) {
  return (
    <figure className="relative rounded-md border bg-surface-2">
      <figcaption className="sr-only">{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
      <section aria-label={label} tabIndex={0} className="overflow-auto rounded-md" style={{ maxHeight }}>
        <pre
          className={clsx(
            'p-3 pe-11 font-mono text-12 leading-[1.125rem]',
            wrap ? 'break-words whitespace-pre-wrap' : 'w-max',
          )}
        >
          {code}
        </pre>
      </section>
      <div className="absolute end-1.5 top-1.5 rounded-md bg-surface-2">
        <CopyButton text={code} label={messages.copyOf(label)} />
      </div>
    </figure>
  );
}
