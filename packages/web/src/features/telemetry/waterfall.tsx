import { clsx } from 'clsx';
import {
  ChevronRight,
  CornerDownRight,
  Ellipsis,
  type LucideIcon,
  Repeat2,
  Sparkles,
  SquareFunction,
  User,
  Workflow,
} from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react';
import type { Trace, TraceSpan } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { messages } from './messages.ts';
import { lineAbove, type TraceLine, traceLines } from './trace-rows.ts';
import { axisMarks, durationWords, foldedFigures, spanHint } from './trace-words.ts';

const words = messages.waterfall;

type WaterfallProps = {
  trace: Trace;
  selected: string | null;
  onSelect: (span: TraceSpan) => void;
};

/** The grid layout takes the meaning of rows and cells away. */
const asRow = { role: 'row' };
const asCell = { role: 'gridcell' };

/** On narrow places the bar is below the title, and tokens and cost are only in the details. */
const rowGrid =
  'grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-3 px-3 @2xl:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_5rem_3.5rem_4.5rem] @4xl:grid-cols-[minmax(0,2fr)_minmax(0,2.4fr)_5.5rem_4.5rem_5rem]';

/** Every step of a run on one time line, as a tree that works by keyboard. */
export function Waterfall({ trace, selected, onSelect }: WaterfallProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const lines = useMemo(() => traceLines(trace.spans, toggled), [trace.spans, toggled]);
  const length = Math.max(1, ...trace.spans.map((span) => span.start + (span.duration ?? 0)));
  const toggle = (key: string) => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const onKeyDown = useTreeKeys({ body, lines, active, setActive, toggle, onSelect });
  return (
    <div className="@container">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree grid is a table whose rows open and take the keyboard
        role="treegrid"
        aria-label={words.label(trace.operation)}
        aria-rowcount={lines.length + 1}
        className="block w-full text-13"
        onKeyDown={onKeyDown}
      >
        <thead className="block">
          <tr className={clsx(rowGrid, 'h-8 border-b bg-surface-2 text-11 font-medium text-fg-2')}>
            <th scope="col" className="text-start font-medium">
              {words.step}
            </th>
            <th
              scope="col"
              aria-label={words.timeline}
              className="relative hidden h-full font-medium @2xl:block"
            >
              <Axis length={length} />
            </th>
            <th scope="col" className="text-end font-medium">
              {words.time}
            </th>
            <th scope="col" className="hidden text-end font-medium @2xl:block">
              {words.tokens}
            </th>
            <th scope="col" className="hidden text-end font-medium @2xl:block">
              {words.cost}
            </th>
          </tr>
        </thead>
        <tbody ref={body} className="block">
          {lines.map((line, at) => (
            <Line
              key={line.key}
              line={line}
              place={{ length, at, currency: trace.currency }}
              rounds={'span' in line ? roundsOf(trace.spans, line.span) : 0}
              open={isLineOpen(lines, at)}
              isActive={at === Math.min(active, lines.length - 1)}
              isSelected={line.key === selected}
              onToggle={() => toggle(line.key)}
              onChoose={() => {
                setActive(at);
                if ('span' in line) onSelect(line.span);
                else toggle(line.key);
              }}
            />
          ))}
        </tbody>
      </table>
      <Legend />
    </div>
  );
}

type TreeKeys = {
  body: RefObject<HTMLTableSectionElement | null>;
  lines: readonly TraceLine[];
  active: number;
  setActive: (at: number) => void;
  toggle: (key: string) => void;
  onSelect: (span: TraceSpan) => void;
};

/** The keys of a tree grid: arrows move, open and close; Enter chooses. */
function useTreeKeys({ body, lines, active, setActive, toggle, onSelect }: TreeKeys) {
  const go = (at: number) => {
    const next = Math.min(Math.max(at, 0), lines.length - 1);
    setActive(next);
    body.current?.querySelectorAll<HTMLElement>('[role=row]')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = lines[active];
    if (!line || event.target instanceof HTMLButtonElement) return;
    const open = isLineOpen(lines, active);
    switch (event.key) {
      case 'ArrowDown':
        go(active + 1);
        break;
      case 'ArrowUp':
        go(active - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(lines.length - 1);
        break;
      case 'ArrowRight':
        if (line.hasParts && !open) toggle(line.key);
        else go(active + 1);
        break;
      case 'ArrowLeft':
        if (line.hasParts && open) toggle(line.key);
        else go(lineAbove(lines, active) ?? active);
        break;
      case 'Enter':
      case ' ':
        if ('span' in line) onSelect(line.span);
        else toggle(line.key);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return onKeyDown;
}

/** A row is open when a deeper one follows. */
function isLineOpen(lines: readonly TraceLine[], at: number): boolean {
  return (lines[at + 1]?.depth ?? 0) > (lines[at]?.depth ?? 0);
}

function roundsOf(spans: readonly TraceSpan[], span: TraceSpan): number {
  return span.kind === 'loop' ? spans.filter(({ parentId }) => parentId === span.id).length : 0;
}

function Axis({ length }: { length: number }) {
  return axisMarks(length).map((at) => (
    <span
      key={at}
      className="figures absolute inset-y-0 flex items-center border-s ps-1 text-fg-3 first:border-s-0 first:ps-0"
      style={{ insetInlineStart: `${(at * 100) / length}%` }}
    >
      {at === 0 ? '0' : formatDuration(at)}
    </span>
  ));
}

type LineProps = {
  line: TraceLine;
  place: { length: number; at: number; currency: string };
  /** Of a loop. */
  rounds: number;
  open: boolean;
  isActive: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onChoose: () => void;
};

function Line({ line, place, rounds, open, isActive, isSelected, onToggle, onChoose }: LineProps) {
  const shown = 'span' in line ? line.span : foldedFigures(line.folded);
  const time =
    'span' in line
      ? durationWords(line.span)
      : formatDuration(line.folded.spans.length > 0 ? (shown.duration ?? 0) : 0);
  const title = titleOf(line);
  const bar = <Bar line={line} start={shown.start} duration={shown.duration} length={place.length} />;
  return (
    <tr
      {...asRow}
      aria-level={line.depth + 1}
      aria-rowindex={place.at + 2}
      aria-expanded={line.hasParts ? open : undefined}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      onClick={onChoose}
      className={clsx(
        rowGrid,
        'min-h-9 cursor-default border-b py-1 last:border-b-0 hover:bg-surface-2 focus-visible:-outline-offset-2 pointer-coarse:min-h-11 @2xl:py-0',
        'aria-selected:bg-primary-soft',
      )}
    >
      <td {...asCell} className="flex min-w-0 items-center gap-1.5 self-stretch">
        <Guides depth={line.depth} />
        {line.hasParts ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={open ? words.close(title) : words.open(title)}
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-fg-3 hover:text-fg"
          >
            <ChevronRight
              aria-hidden
              className={clsx('size-3.5 rtl:rotate-180', open && 'rotate-90 rtl:rotate-90')}
            />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <LineTitle line={line} title={title} rounds={rounds} />
        <span className="sr-only">{sentence(line, shown.start, time)}</span>
      </td>
      <td
        {...asCell}
        className="relative order-3 col-span-2 h-4 self-stretch @2xl:order-none @2xl:col-span-1 @2xl:h-auto"
      >
        {bar}
      </td>
      <td {...asCell} className="figures text-end">
        {time}
      </td>
      <td {...asCell} className="figures hidden text-end text-fg-2 @2xl:block">
        {shown.tokens === null ? '—' : formatCount(shown.tokens)}
      </td>
      <td {...asCell} className="figures hidden text-end text-fg-2 @2xl:block">
        {formatMoney(shown.cost, { currency: place.currency, decimals: 'exact' })}
      </td>
    </tr>
  );
}

function titleOf(line: TraceLine): string {
  if ('folded' in line) return words.folded(line.folded.from + 1, line.folded.to + 1);
  return line.span.kind === 'turn' ? words.round((line.span.turn ?? 0) + 1) : line.span.title;
}

function LineTitle({ line, title, rounds }: { line: TraceLine; title: string; rounds: number }) {
  const span = 'span' in line ? line.span : null;
  const Icon = span ? iconOf(span) : Ellipsis;
  const hint = span
    ? spanHint(span, rounds)
    : words.more(line.hasParts && 'folded' in line ? line.folded.spans.length : 0);
  const isBad = span !== null && span.kind === 'step' && span.error !== null;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <Icon
        aria-hidden
        className={clsx('size-3.5 shrink-0 self-center', span?.type === 'llm' ? 'text-ai-text' : 'text-fg-3')}
      />
      <span className={clsx('min-w-0 truncate', span?.kind !== 'step' && 'font-medium')}>{title}</span>
      {hint ? (
        <span className={clsx('shrink-0 truncate text-12', isBad ? 'text-bad-text' : 'text-fg-3')}>
          {hint}
        </span>
      ) : null}
    </span>
  );
}

function iconOf(span: TraceSpan): LucideIcon {
  if (span.kind === 'run') return Workflow;
  if (span.kind === 'loop') return Repeat2;
  if (span.kind === 'turn') return CornerDownRight;
  if (span.type === 'llm') return Sparkles;
  return span.waits.some((wait) => wait.for === 'task') ? User : SquareFunction;
}

/** What the bar shows, for people who do not see it. */
function sentence(line: TraceLine, start: number, time: string): string {
  const span = 'span' in line ? line.span : null;
  const parts = [words.at(formatDuration(start), time)];
  if (span && span.waited > 0) parts.push(words.waits(formatDuration(span.waited)));
  if (span?.error) parts.push(words.failed);
  return ` ${parts.join(' ')}`;
}

function Guides({ depth }: { depth: number }) {
  return Array.from({ length: depth }, (_, level) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: guides are their own place
    <span key={level} aria-hidden className="-my-1 w-2 shrink-0 self-stretch border-e @2xl:my-0 @2xl:w-3" />
  ));
}

type BarProps = { line: TraceLine; start: number; duration: number | null; length: number };

function Bar({ line, start, duration, length }: BarProps) {
  const span = 'span' in line ? line.span : null;
  const place = (from: number, took: number): CSSProperties => ({
    insetInlineStart: `${(from * 100) / length}%`,
    width: `${(took * 100) / length}%`,
  });
  const took = duration ?? length - start;
  const isWhole = span === null || span.kind !== 'step';
  return (
    <span aria-hidden className="absolute inset-0 block">
      <span
        className={clsx(
          'absolute top-1/2 min-w-0.5 -translate-y-1/2 rounded-xs',
          isWhole ? 'h-1.5' : 'h-2.5',
          barColor(span),
        )}
        style={place(start, took)}
      />
      {(span?.waits ?? []).map((wait) => (
        <span
          key={wait.start}
          className="absolute top-1/2 h-2.5 min-w-0.5 -translate-y-1/2 rounded-xs border border-warn bg-warn-soft"
          style={place(wait.start, wait.duration ?? length - wait.start)}
        />
      ))}
    </span>
  );
}

function barColor(span: TraceSpan | null): string {
  if (span?.kind === 'run') return span.depth === 0 ? 'bg-fg-3' : 'bg-fg-3/60';
  if (span === null || span.kind !== 'step') return span?.error ? 'bg-bad/50' : 'bg-info/50';
  if (span.error !== null) return 'bg-bad';
  return span.type === 'llm' ? 'bg-ai' : 'bg-info';
}

const legend = [
  ['step', 'bg-info'],
  ['model', 'bg-ai'],
  ['wait', 'border border-warn bg-warn-soft'],
  ['error', 'bg-bad'],
] as const;

function Legend() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-3 py-2 text-12 text-fg-2">
      {legend.map(([name, color]) => (
        <span key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={clsx('h-2.5 w-4 rounded-xs', color)} />
          {words.legend[name]}
        </span>
      ))}
      <span className="text-fg-3 pointer-coarse:hidden">{words.keys}</span>
    </div>
  );
}
