import { fieldWords } from '@attain/domain/versions/compare';
import type { MergeChoice, MergeConflict } from '@attain/domain/versions/merge';
import { clsx } from 'clsx';
import { Check, ChevronDown, ChevronUp, History } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Value } from './compare-versions.tsx';
import type { MergeView } from './merge-view.ts';
import { messages } from './messages.ts';

const words = messages.merge;

type ConflictPanelProps = {
  view: MergeView;
  branch: string;
  choices: Readonly<Record<string, MergeChoice>>;
  onChoose: (choices: Readonly<Record<string, MergeChoice>>) => void;
  /** The act at the end. */
  children: ReactNode;
};

/** Each conflict with the values of both sides, one of which is chosen. */
export function ConflictPanel({ view, branch, choices, onChoose, children }: ConflictPanelProps) {
  const { conflicts, open } = view;
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const go = (step: 1 | -1) => {
    const inputs = [...(list.current?.querySelectorAll<HTMLElement>('[data-conflict]') ?? [])];
    const at = inputs.findIndex((one) => one.contains(document.activeElement));
    const next = inputs[(at + step + inputs.length) % inputs.length];
    next?.querySelector<HTMLInputElement>('input')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const takeAll = (choice: MergeChoice) =>
    onChoose({ ...choices, ...Object.fromEntries([...open].map((path) => [path, choice])) });
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border bg-surface shadow-card">
      <header className="flex min-h-11 items-center gap-2 border-b px-4 py-1.5">
        <h2 id={id} className="text-13 font-semibold">
          {words.conflicts}
        </h2>
        <span role="status" className="text-12 text-fg-2">
          {words.resolved(conflicts.length - open.size, conflicts.length)}
        </span>
        {conflicts.length > 1 ? (
          <span className="ms-auto flex">
            <IconButton label={words.previous} icon={<ChevronUp aria-hidden />} onClick={() => go(-1)} />
            <IconButton label={words.next} icon={<ChevronDown aria-hidden />} onClick={() => go(1)} />
          </span>
        ) : null}
      </header>
      {conflicts.length === 0 ? <p className="p-4 text-fg-2">{words.none}</p> : null}
      <ul ref={list} className="divide-y">
        {conflicts.map((conflict, at) => (
          <li
            key={conflict.path}
            data-conflict
            className={clsx('px-4 py-3', open.has(conflict.path) && 'bg-warn-soft/40')}
          >
            <Conflict
              conflict={conflict}
              number={at + 1}
              title={view.titleOf(conflict)}
              branch={branch}
              choice={choices[conflict.path]}
              onChoose={(choice) => onChoose({ ...choices, [conflict.path]: choice })}
            />
          </li>
        ))}
      </ul>
      {open.size > 1 ? (
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
          <span className="me-auto text-12 text-fg-2">{words.other(open.size)}</span>
          <Button size="sm" onClick={() => takeAll('ours')}>
            {words.take(words.main)}
          </Button>
          <Button size="sm" onClick={() => takeAll('theirs')}>
            {words.take(branch)}
          </Button>
        </div>
      ) : null}
      <div className="flex flex-col gap-2 border-t px-4 py-3">
        <p className="text-12 text-fg-2">{words.checks}</p>
        {children}
      </div>
    </section>
  );
}

type ConflictProps = {
  conflict: MergeConflict;
  number: number;
  title: string;
  branch: string;
  choice: MergeChoice | undefined;
  onChoose: (choice: MergeChoice) => void;
};

function Conflict({ conflict, number, title, branch, choice, onChoose }: ConflictProps) {
  const { kind, field } = conflict;
  const name = useId();
  const about = field === '' ? words.wholes[kind] : fieldWords(field);
  const sides = [
    { value: 'ours' as const, label: words.main, content: conflict.ours },
    { value: 'theirs' as const, label: branch, content: conflict.theirs },
  ];
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 flex w-full flex-wrap items-center gap-2">
        <span
          className={clsx(
            'grid size-5 place-items-center rounded-full text-11 font-semibold [&_svg]:size-3',
            choice ? 'bg-ok-soft text-ok-text' : 'bg-warn-soft text-warn-text',
          )}
        >
          {choice ? <Check aria-hidden /> : number}
        </span>
        <span className="font-medium">{title}</span>
        <span className="text-12 text-fg-2">{about}</span>
        <span className="ms-auto">
          <Badge meaning={choice ? 'ok' : 'warn'}>{choice ? words.isResolved : words.choose}</Badge>
        </span>
      </legend>
      <div className="flex items-start gap-2 rounded-md border bg-surface px-2.5 py-1.5">
        <History aria-hidden className="mt-0.5 size-4 shrink-0 text-fg-3" />
        <span className="w-24 shrink-0 truncate text-12 leading-5 text-fg-2">{words.before}</span>
        <SideValue value={conflict.base} isWhole={field === ''} missing={words.absent} />
      </div>
      {sides.map(({ value, label, content }) => (
        <label
          key={value}
          className={clsx(
            'flex cursor-pointer items-start gap-2 rounded-md border px-2.5 py-1.5 pointer-coarse:min-h-11',
            choice === value ? 'border-primary bg-primary-soft' : 'bg-surface',
          )}
        >
          <input
            type="radio"
            className="tick mt-0.5"
            name={name}
            checked={choice === value}
            onChange={() => onChoose(value)}
          />
          <span className="w-24 shrink-0 truncate text-12 leading-5 text-fg-2">{label}</span>
          <SideValue
            value={content}
            isWhole={field === ''}
            missing={conflict.base === undefined ? words.absent : words.removed}
          />
        </label>
      ))}
    </fieldset>
  );
}

/** The value of a side; of a whole element only its own settings. */
function SideValue({ value, isWhole, missing }: { value: unknown; isWhole: boolean; missing: string }) {
  if (value === undefined) return <span className="text-12 leading-5 text-fg-2">{missing}</span>;
  if (!isWhole) return <Value value={value} />;
  const { id: _i, position: _p, ...rest } = value as Record<string, unknown>;
  return <Value value={rest} />;
}
