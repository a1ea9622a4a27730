import type { WorkflowDetail } from '@attain/contract/workflows';
import { ScrollRegion } from '../../ui/scroll-region.tsx';

/** The people and systems that receive values of a run, before it is started; nothing when there are none. */
export function Recipients({ sendsTo }: { sendsTo: WorkflowDetail['sendsTo'] }) {
  if (sendsTo.length === 0) return null;
  // two sub-workflows may send to the same
  const lines = new Set(sendsTo.map(({ title, to }) => `${title}: ${recipientWords(to)}`));
  return (
    <div className="text-12">
      <h3 className="font-medium">This run sends data to</h3>
      <ScrollRegion label="Recipients" className="max-h-32 overflow-y-auto text-fg-2">
        <ul>
          {[...lines].map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </div>
  );
}

/** A recipient as the workflow names it; where an expression names it, that it is decided during the run. */
function recipientWords(to: string): string {
  return to.includes('{{') ? `decided during the run (${to})` : to || 'the default connection';
}
