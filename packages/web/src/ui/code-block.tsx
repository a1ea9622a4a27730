import { clsx } from 'clsx';
import { CopyButton } from './copy-button.tsx';

export type CodeBlockProps = {
  /** Names the text for a screen reader and the copy button. */
  label: string;
  code: string;
  /** Breaks long lines instead of scrolling sideways. */
  wrap?: boolean;
  /** The tallest it may grow, in CSS units; it scrolls beyond. */
  maxHeight?: string;
};

/** Text for machines in the mono face: formulas, JSON, hashes. Scrolls with the keyboard, copies whole. */
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
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
    </figure>
  );
}
