import { Button } from '../../../ui/button.tsx';
import { messages } from './messages.ts';

/** Says that a newer version was saved than the one that is edited, with the way to it. */
export function NewerVersion(of: { text: string; version: number; onTake: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg bg-warn-soft px-4 py-2 text-12 text-warn-text"
    >
      {of.text}
      <Button size="sm" onClick={of.onTake}>
        {messages.takeNewer(of.version)}
      </Button>
    </div>
  );
}
