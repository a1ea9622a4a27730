import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../api/loaded.tsx';
import { yearOfPayQuery } from '../../api/queries.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';

const parts = ['earned', 'paid', 'held', 'owed'] as const;

/** For payees: what they earned and were paid in the year of their newest pay, and what is held and owed. */
export function YearOfPay() {
  const query = useQuery(yearOfPayQuery());
  if (query.isError) return <Failed query={query} failure={messages.year.failure} />;
  const { data } = query;
  if (data == null) return null;
  return (
    <FigureRow>
      {parts.map((part) => (
        <FigureTile
          key={part}
          label={messages.year[part].label(data.year)}
          figure={formatAmounts(data[part]) || '—'}
          sub={messages.year[part].hint}
        />
      ))}
    </FigureRow>
  );
}
