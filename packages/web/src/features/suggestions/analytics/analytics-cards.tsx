import { PredictiveCard } from './predictive-card.tsx';
import { SmartCard } from './smart-card.tsx';

/** Both cards of the expanded panel. */
export function AnalyticsCards() {
  return (
    <div className="grid items-start gap-3 @3xl:grid-cols-2">
      <SmartCard />
      <PredictiveCard />
    </div>
  );
}
