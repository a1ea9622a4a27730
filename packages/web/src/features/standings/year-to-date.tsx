import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { yearOfPayQuery } from '../../api/queries.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { FigureTile } from '../../ui/figure-tile.tsx';
import { yearMessages } from './year-messages.ts';

/** What I earned this year, and of it what is paid, held and owed; nothing without published pay. */
export function YearToDate() {
  const { data } = useQuery(yearOfPayQuery());
  if (data == null) return null;
  const { year, earned, paid, held, owed } = data;
  return (
    <FigureTile
      label={yearMessages.label(year)}
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
