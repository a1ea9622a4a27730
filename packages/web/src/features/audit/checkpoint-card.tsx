import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../api/loaded.tsx';
import { checkpointQuery } from '../../api/queries.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';

/** The newest signed head of the log: whoever keeps it can prove later that nothing before it was changed. */
export function CheckpointCard() {
  const checkpoint = useQuery(checkpointQuery());
  return (
    <Card title="Newest checkpoint">
      <Loaded query={checkpoint} failure="The checkpoint could not be loaded">
        {(head) =>
          head === null ? (
            <p className="text-fg-2">The log has not been signed yet.</p>
          ) : (
            <div className="grid grid-cols-1 gap-4 @3xl:grid-cols-2">
              <KeyValueList
                rows={[
                  { key: 'Signed', value: formatMoment(head.at) },
                  { key: 'Entries', value: formatCount(head.size), figure: true },
                  { key: 'Root', value: head.root, mono: true },
                  { key: 'Public key', value: head.publicKey, mono: true },
                ]}
              />
              <CodeBlock label="signed note" code={head.note} wrap maxHeight="12rem" />
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
