import { sharedOf, shareFormats } from '@attain/domain/suggestions/share';
import { formatSentence } from '../../../api/format-sentence.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { useValidation } from '../evidence/use-validation.ts';
import type { Shown } from '../shown.ts';
import { Part } from '../why/part.tsx';
import { messages } from './messages.ts';

/** A suggestion as card, chat message and e-mail, to copy. Opening validates its evidence. */
export function ShareDrawer({ suggestion, onClose }: { suggestion: Shown; onClose: () => void }) {
  const { state, evidence } = useValidation(suggestion.id, { recorded: false, onOutcome: notify });
  const verified = { status: statusWords[state], auditAnchor: evidence?.auditAnchor ?? null };
  const { card, slack, teams, email } = shareFormats(
    sharedOf(suggestion, verified, { host: location.origin, write: formatSentence }),
  );
  return (
    <Drawer
      open
      size="share"
      onOpenChange={(open) => !open && onClose()}
      title={messages.title}
      description={suggestion.title}
    >
      <div className="flex flex-col gap-5">
        <p className="text-fg-2">{messages.note}</p>
        <Item name={messages.items.card} text={JSON.stringify(card, null, 2)} />
        <Item name={messages.items.slack} text={slack.text} />
        <Item name={messages.items.teams} text={JSON.stringify(teams, null, 2)} />
        <Item name={messages.items.email} text={`${email.subject}\n\n${email.text}`} />
      </div>
    </Drawer>
  );
}

/** What was found just now, not what an earlier verification stored. */
const statusWords = {
  validating: 'pending',
  verified: 'verified',
  error: 'failed',
  unreached: 'pending',
} as const;

function notify(state: string): void {
  if (state === 'error')
    toast({
      id: messages.invalid,
      title: messages.invalid,
      text: messages.invalidText,
      meaning: 'bad',
    });
}

function Item({ name, text }: { name: string; text: string }) {
  const label = messages.textOf(name);
  const onCopied = (copied: boolean) =>
    toast(
      copied
        ? { title: messages.copied, text: name, meaning: 'ok' }
        : { title: messages.copyFailed, text: messages.copyFailedText, meaning: 'bad' },
    );
  return (
    <Part title={name}>
      <div className="relative rounded-md border bg-surface-2">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
        <section aria-label={label} tabIndex={0} className="max-h-56 overflow-auto rounded-md">
          <pre className="p-3 pe-11 font-mono text-12 break-words whitespace-pre-wrap">{text}</pre>
        </section>
        <div className="absolute end-1.5 top-1.5 rounded-md bg-surface-2">
          <CopyButton text={text} label={messages.copy(name)} onCopied={onCopied} />
        </div>
      </div>
    </Part>
  );
}
