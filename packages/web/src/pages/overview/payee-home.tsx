import { StandingHome } from '../../features/standings/standing-home.tsx';
import { StatementTable } from '../../features/statements/statement-table.tsx';
import { Card } from '../../ui/card.tsx';
import { overviewMessages } from '../overview-messages.ts';

/** The first screen of reps and managers: the open period, then the statements. */
export function PayeeHome({ own }: { own: boolean }) {
  return (
    <>
      <StandingHome own={own} />
      <Card flush title={overviewMessages.statements}>
        <StatementTable filter={{ participantId: undefined }} own={own} />
      </Card>
    </>
  );
}
