import type { Plan } from '@attain/domain/plans/plan';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';
import { ImaginedNote, RateCourseOf } from './rates/rate-course-of.tsx';

/** Curves shown at first: a plan may have a thousand components, and each curve takes a hundred calculations. */
const maxAtOnce = 6;

/** Live pay curves of the active components. */
export function PlanCurves({ plan }: { plan: Plan }) {
  const [max, setMax] = useState(maxAtOnce);
  const active = plan.components.filter((one) => one.status === 'Active');
  if (active.length === 0) return null;
  const waiting = active.length - max;
  // three columns, unless that leaves a row half empty
  const row = active.length === 3 || active.length > 4 ? '@4xl:grid-cols-3' : '';
  return (
    <Card title={messages.curves.title}>
      <div className={`grid gap-6 @2xl:grid-cols-2 ${row}`}>
        {active.slice(0, max).map((component) => (
          <section key={component.id} aria-label={component.name} className="min-w-0">
            <h3 className="mb-1 font-medium">{component.name}</h3>
            <RateCourseOf plan={plan} component={component} height={200} />
          </section>
        ))}
      </div>
      <div className="mt-3">
        <ImaginedNote currency={plan.currency} components={active.slice(0, max)} />
      </div>
      {waiting > 0 ? (
        <Button size="sm" className="mt-4" onClick={() => setMax(max + 4 * maxAtOnce)}>
          {messages.curves.more(Math.min(waiting, 4 * maxAtOnce))}
        </Button>
      ) : null}
    </Card>
  );
}
