import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { checkpointQuery } from '../../api/queries.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';

/** The newest signed head of the log: a kept copy proves later that no earlier entry was changed. */
export function CheckpointCard() {
  const checkpoint = useQuery(checkpointQuery());
  return (
    <Card title={messages.checkpoint.title}>
      <Loaded
        query={checkpoint}
        failure={messages.checkpoint.failure}
        skeleton={<Skeleton className="h-48 w-full" />}
      >
        {(head) =>
          head === null ? (
            <p className="text-fg-2">{messages.checkpoint.none}</p>
          ) : (
            <div className="grid grid-cols-1 gap-4 @3xl:grid-cols-2">
              <KeyValueList
                rows={[
                  { key: messages.checkpoint.signed, value: formatMoment(head.at) },
                  { key: messages.checkpoint.entries, value: formatCount(head.size), figure: true },
                  { key: messages.checkpoint.root, value: head.root, mono: true },
                  { key: messages.checkpoint.publicKey, value: head.publicKey, mono: true },
                ]}
              />
              <CodeBlock label={messages.checkpoint.note} code={head.note} wrap maxHeight="12rem" />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
