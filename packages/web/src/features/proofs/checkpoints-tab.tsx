import { useMutation, useQuery } from '@tanstack/react-query';
import { GitCompareArrows, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../api/http-error.ts';
import { Loaded } from '../../api/loaded.tsx';
import { checkpointQuery } from '../../api/queries.ts';
import { downloadText } from '../../base/files/download.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { compareCheckpoint } from './compare-checkpoint.ts';
import { messages } from './messages.ts';
import {
  removeCheckpoint,
  type SavedCheckpoint,
  saveCheckpoint,
  savedCheckpoints,
} from './saved-checkpoints.ts';

/** Signed heads of the log that this browser keeps, and whether the log still continues them. */
export function CheckpointsTab() {
  const [saved, setSaved] = useState(savedCheckpoints);
  const head = useQuery(checkpointQuery());
  const keep = (one: SavedCheckpoint) => {
    setSaved(saveCheckpoint(one));
    downloadText(messages.checkpoints.download(one.size), `${one.publicKey}\n\n${one.note}`, 'text/plain');
  };
  return (
    <Card title={messages.checkpoints.title}>
      <div className="flex flex-col gap-4">
        <p className="text-fg-2">{messages.checkpoints.text}</p>
        <Loaded query={head} failure={messages.checkpoints.failure}>
          {(now) =>
            now === null ? (
              <p className="text-fg-2">{messages.checkpoints.unsigned}</p>
            ) : (
              <div className="flex flex-wrap items-center gap-3">
                <span className="figures">{messages.checkpoints.entries(formatCount(now.size))}</span>
                <code className="min-w-0 flex-1 basis-64 font-mono text-12 wrap-anywhere">{now.root}</code>
                <Button icon={<Save aria-hidden />} onClick={() => keep(now)}>
                  {messages.checkpoints.save}
                </Button>
              </div>
            )
          }
        </Loaded>
        {saved.length === 0 ? (
          <EmptyState title={messages.checkpoints.none} text={messages.checkpoints.noneText} />
        ) : (
          <ul aria-label={messages.checkpoints.title} className="divide-y rounded-lg border">
            {saved.map((one) => (
              <Saved key={one.note} saved={one} onRemove={() => setSaved(removeCheckpoint(one.note))} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Saved({ saved, onRemove }: { saved: SavedCheckpoint; onRemove: () => void }) {
  const compared = useMutation({ mutationFn: () => compareCheckpoint(saved) });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="figures">{messages.checkpoints.entries(formatCount(saved.size))}</span>
      <span className="text-12 text-fg-2">{formatMoment(saved.at)}</span>
      <Badge mono>{saved.root.slice(0, 12)}</Badge>
      <span className="ms-auto flex items-center gap-2">
        <Button
          size="sm"
          icon={<GitCompareArrows aria-hidden />}
          busy={compared.isPending}
          onClick={() => compared.mutate()}
        >
          {messages.checkpoints.compare}
        </Button>
        <IconButton
          size="sm"
          label={messages.checkpoints.remove}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      </span>
      <p aria-live="polite" className="basis-full empty:hidden">
        {compared.data ? (
          <span className={compared.data.ok ? 'text-ok-text' : 'text-bad-text'}>{compared.data.message}</span>
        ) : compared.isError ? (
          <span className="text-bad-text">{describeError(compared.error)}</span>
        ) : null}
      </p>
    </li>
  );
}
