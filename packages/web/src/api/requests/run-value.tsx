import { Download } from 'lucide-react';
import { formatCount } from '../../base/format-number.ts';
import { buttonLook } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

/** A value of a run, by what it is called on the page, and where it is had whole. */
export type ValueBlockProps = {
  label: string;
  value: unknown;
  /** Characters of a value that is too large to be shown; its beginning stands in its place. */
  cut: number | null | undefined;
  run: string;
  /** `run`, or a step as `node@turn`. */
  step: string;
  side: 'in' | 'out';
  maxHeight?: string;
};

/** Of a value that is cut its beginning stands as it is; a whole one is laid out. */
const shownText = (value: unknown, cut: ValueBlockProps['cut']) =>
  typeof cut === 'number' && typeof value === 'string' ? `${value}…` : JSON.stringify(value, null, 2);

/** A value of a run; of one that is too large its beginning, its size, and a link that fetches all of it. */
export function ValueBlock({ label, value, cut, run, step, side, maxHeight }: ValueBlockProps) {
  return (
    <>
      {typeof cut === 'number' ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-fg-2">
          {label} has {formatCount(cut)} characters; this is how it begins.
          <a
            className={buttonLook({ size: 'sm' })}
            href={`/api/workflow-runs/${run}/values/${encodeURIComponent(step)}/${side}`}
            download
            aria-label={`Download: ${label}`}
          >
            <Download aria-hidden />
            Download
          </a>
        </p>
      ) : null}
      <CodeBlock label={label} code={shownText(value, cut)} {...(maxHeight ? { maxHeight } : {})} />
    </>
  );
}

/** A value of a run under a caption that everybody sees; nothing where there is none. */
export function RunValue({ caption, ...block }: ValueBlockProps & { caption: string }) {
  if (block.value === null) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-12 font-medium">{caption}</h3>
      <ValueBlock {...block} />
    </div>
  );
}
