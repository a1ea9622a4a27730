import type { WorkflowDetail } from '@attain/contract/workflows';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { messages } from '../messages.ts';

/** The people and systems that receive data of a run, shown before it starts; renders nothing without any. */
export function Recipients({ sendsTo }: { sendsTo: WorkflowDetail['sendsTo'] }) {
  if (sendsTo.length === 0) return null;
  // two sub-workflows may have the same recipient
  const lines = new Set(sendsTo.map(({ title, to }) => `${title}: ${recipientWords(to)}`));
  return (
    <div className="text-12">
      <h3 className="font-medium">{messages.recipients.title}</h3>
      <ScrollRegion label={messages.recipients.label} className="max-h-32 overflow-y-auto text-fg-2">
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

/** The recipient of a step; expressions are evaluated during the run. */
function recipientWords(to: string): string {
  return to.includes('{{') ? messages.recipients.computed(to) : to || messages.recipients.default;
}
