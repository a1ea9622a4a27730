import { useQuery } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { workflowTriggersQuery } from '../../../api/requests/trigger-queries.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { messages } from './messages.ts';
import { whenWords } from './start-words.ts';
import { StartsDialog } from './starts-dialog.tsx';

/** The triggers of a workflow in brief, with a button to edit them. */
export function StartsSummary({ workflow }: { workflow: { id: string; version: number | null } }) {
  const triggers = useQuery(workflowTriggersQuery(workflow.id));
  const mayChange = useMay('publish:workflows');
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={messages.title} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium">{messages.title}</h3>
      <Loaded query={triggers} failure={messages.failure}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="text-12 text-fg-3">{messages.manual}</p>
          ) : (
            <ul className="flex flex-col gap-1">
              {rows.map(({ id, name, when, isEnabled }) => (
                <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-2 text-12">
                  <span className="font-medium">{name}</span>
                  {isEnabled ? null : <Badge>{messages.pausedBadge}</Badge>}
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
        {mayChange ? messages.open : messages.see}
      </Button>
      {open ? <StartsDialog workflow={workflow} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
