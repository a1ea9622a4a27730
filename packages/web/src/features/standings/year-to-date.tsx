import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { yearOfPayQuery } from '../../api/queries.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { FigureTile } from '../../ui/figure-tile.tsx';
import { yearMessages } from './year-messages.ts';

/** What I earned in the year of my newest pay, and what is paid, held and owed; nothing without published pay. */
export function YearToDate() {
  const query = useQuery(yearOfPayQuery());
  if (query.isLoadingError) return <Failed query={query} failure={yearMessages.failure} />;
  const { data } = query;
  if (data == null) return null;
  const { year, isOver, earned, paid, held, owed } = data;
  return (
    <FigureTile
      label={yearMessages.label(year, isOver)}
      figure={
        <Link className="hover:underline" {...paths.statements}>
          {formatAmounts(earned) || '—'}
        </Link>
      }
      sub={yearMessages.parts({
        paid: formatAmounts(paid),
        held: formatAmounts(held),
        owed: formatAmounts(owed),
      })}
    />
  );
}
