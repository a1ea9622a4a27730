import { useQuery } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { workflowTriggersQuery } from '../../../api/requests/trigger-queries.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { whenWords } from './start-words.ts';
import { StartsDialog } from './starts-dialog.tsx';

/** What starts a workflow by itself, in a few lines, and the way to change it. */
export function StartsSummary({ workflow }: { workflow: { id: string; version: number | null } }) {
  const triggers = useQuery(workflowTriggersQuery(workflow.id));
  const mayChange = useMay('publish:workflows');
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="What starts it" className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">What starts it by itself</h3>
      <Loaded query={triggers} failure="The triggers could not be loaded">
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-12 text-fg-3">Nothing: it runs when somebody runs it.</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {rows.map(({ id, name, when, isEnabled }) => (
                <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-2 text-12">
                  <span className="font-medium">{name}</span>
                  {isEnabled ? null : <Badge>Paused</Badge>}
                  <span className="min-w-0 basis-full text-fg-2">{whenWords(when)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button
        size="sm"
        className="self-start"
        icon={<AlarmClock aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {mayChange ? 'Schedules, webhooks, events…' : 'See what starts it…'}
      </Button>
      {open ? <StartsDialog workflow={workflow} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
