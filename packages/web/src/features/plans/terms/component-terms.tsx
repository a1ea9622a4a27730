import type { Component } from '@attain/domain/plans/plan';
import { ChevronRight } from 'lucide-react';
import { DatedTerms } from './dated-terms.tsx';
import { FactorTerms } from './factor-terms.tsx';
import { MeasureTerms, type TermsProps } from './measure-terms.tsx';
import { messages } from './messages.ts';
import { LimitTerms, MultiplierTerms } from './pay-terms.tsx';

/** Rarely used terms, collapsed until set or opened. */
export function ComponentTerms(props: TermsProps) {
  const { draft } = props;
  const sections = [
    { title: messages.sections.measure, set: measureSet(draft), body: <MeasureTerms {...props} /> },
    {
      title: messages.sections.factors,
      set: (draft.creditFactors ?? []).length > 0,
      body: <FactorTerms {...props} />,
    },
    {
      title: messages.sections.multiplier,
      set: draft.multiplier !== undefined,
      body: <MultiplierTerms {...props} />,
    },
    {
      title: messages.sections.limits,
      set: (draft.limits ?? []).length > 0,
      body: <LimitTerms {...props} />,
    },
    { title: messages.sections.dated, set: datedSet(draft), body: <DatedTerms {...props} /> },
  ];
  return (
    <div className="divide-y rounded-lg border">
      {sections.map(({ title, set, body }) => (
        <details key={title} open={set || undefined} className="group px-3">
          <summary className="flex min-h-9 list-none items-center gap-2 rounded-sm text-12 font-medium hover:text-primary-text [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden
              className="size-3.5 shrink-0 text-fg-3 transition-transform duration-100 group-open:rotate-90 rtl:-scale-x-100"
            />
            {title}
            {set ? <span className="font-normal text-fg-3">{messages.sections.set}</span> : null}
          </summary>
          <div className="pt-1 pb-3">{body}</div>
        </details>
      ))}
    </div>
  );
}

function measureSet({ window, credit }: Component): boolean {
  return window !== undefined || (credit !== undefined && credit.of !== 'own');
}

function datedSet({ effective, spiff, approval, paidWhen }: Component): boolean {
  return [effective, spiff, approval, paidWhen].some((one) => one !== undefined);
}
