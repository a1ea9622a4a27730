import { attainmentText } from '../../base/format-attainment.ts';
import { messages } from './messages.ts';

export type BarProps = {
  reached: string | null;
  usual: string;
  projected: string | null;
  flag: 'ahead' | 'behind' | 'far-behind' | 'none';
};

const fills = { ahead: 'bg-primary', behind: 'bg-warn', 'far-behind': 'bg-bad', none: 'bg-primary' };

/** The bar ends here, so that a quota looks the same in all rows. */
const end = 150;

const placeOf = (percent: string | null) =>
  `${Math.min(100, Math.max(0, (Number(percent ?? 0) / end) * 100))}%`;

/** Attainment with the usual course, the projection and the quota; positions are rounded, the label is not. */
export function AttainmentBar({ reached, usual, projected, flag }: BarProps) {
  return (
    <span
      role="img"
      aria-label={messages.table.bar({
        reached: attainmentText(reached),
        usual: attainmentText(usual),
        projected: attainmentText(projected),
      })}
      className="relative block h-2 w-full min-w-16 rounded-full bg-sunken forced-colors:border"
    >
      <span
        className="absolute inset-y-0 start-0 rounded-full opacity-45"
        style={{ width: placeOf(projected), background: hatch }}
      />
      <span
        data-forced-fill
        className={`absolute inset-y-0 start-0 rounded-full ${fills[flag]}`}
        style={{ width: placeOf(reached) }}
      />
      <span className="absolute -inset-y-0.5 w-px bg-fg-3" style={{ insetInlineStart: placeOf('100') }} />
      <span className="absolute -inset-y-1 w-0.5 bg-fg" style={{ insetInlineStart: placeOf(usual) }} />
    </span>
  );
}

const hatch = 'repeating-linear-gradient(135deg, var(--primary) 0 2px, transparent 2px 5px)';

/** What the marks of the bars mean; in a narrow card the bars are scrolled out of sight. */
function BarLegend() {
  return (
    <div
      aria-hidden
      className="hidden flex-wrap items-center gap-x-4 gap-y-1 text-12 text-fg-3 @min-[560px]:flex"
    >
      <span className="inline-flex items-center gap-1.5">
        <span className="inline-block h-3 w-0.5 bg-fg" /> {messages.legend.usual}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="inline-block h-2 w-4 rounded-sm opacity-45" style={{ background: hatch }} />
        {messages.legend.projected}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="inline-block h-3 w-px bg-fg-3" /> {messages.legend.quota}
      </span>
    </div>
  );
}

/** Foot of a table with attainment bars: their legend, and a note. */
export function BarFooter({ note }: { note: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <BarLegend />
      <span className="text-12 text-fg-3">{note}</span>
    </div>
  );
}
