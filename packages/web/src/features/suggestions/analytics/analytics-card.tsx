import type { UseQueryResult } from '@tanstack/react-query';
import { Download, Settings2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Failed } from '../../../api/loaded.tsx';
import { downloadText } from '../../../base/files/download.ts';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';
import { exportName } from './settings-of.ts';

export type AnalyticsCardProps<Data> = {
  title: string;
  fileName: 'smart-analytics' | 'predictive-insights';
  query: UseQueryResult<Data>;
  failure: string;
  settings: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A card of figures with its settings, and an export of exactly what it shows. */
export function AnalyticsCard<Data>({ title, fileName, query, failure, ...rest }: AnalyticsCardProps<Data>) {
  const { data } = query;
  return (
    <Card
      title={title}
      actions={
        <>
          <IconButton
            size="sm"
            label={messages.export(title)}
            icon={<Download aria-hidden />}
            disabled={!data}
            onClick={() =>
              downloadText(exportName(fileName, new Date()), `${JSON.stringify(data, null, 2)}\n`)
            }
          />
          <Popover
            label={messages.settings.open(title)}
            trigger={
              <IconButton size="sm" label={messages.settings.open(title)} icon={<Settings2 aria-hidden />} />
            }
          >
            <div className="flex flex-col items-start gap-3 p-3">{rest.settings}</div>
          </Popover>
        </>
      }
    >
      {data ? rest.children(data) : query.isError ? <Failed query={query} failure={failure} /> : <Waiting />}
    </Card>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      <SkeletonText lines={5} />
    </div>
  );
}
