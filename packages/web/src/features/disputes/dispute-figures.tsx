import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Failed } from '../../api/loaded.tsx';
import { formatCount } from '../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';

const { figures } = messages;

/** For reviewers: how many disputes wait, how long, and how they end. */
export function DisputeFigures() {
  const query = useQuery({
    queryKey: [...keys.disputes, 'figures'],
    queryFn: ({ signal }) => client.disputes.figures(undefined, { signal }),
  });
  if (query.isError) return <Failed query={query} failure={figures.failure} />;
  const { data } = query;
  if (data === undefined) return null;
  const { open, pastDue, medianAgeDays, decided, upheld } = data;
  return (
    <FigureRow>
      <FigureTile label={figures.open} figure={formatCount(open)} />
      <FigureTile
        label={figures.pastDue}
        figure={formatCount(pastDue)}
        sub={figures.due}
        tone={pastDue > 0 ? 'warn' : 'plain'}
      />
      <FigureTile
        label={figures.age}
        figure={medianAgeDays === null ? '—' : figures.days(medianAgeDays)}
        sub={figures.ageOf}
      />
      <FigureTile
        label={figures.upheld}
        figure={decided === 0 ? '—' : `${Math.round((100 * upheld) / decided)}%`}
        sub={figures.decided(upheld, decided)}
      />
    </FigureRow>
  );
}
