import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { settingsQuery } from '../../api/requests/workspace-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { downloadText } from '../../base/files/download.ts';
import { csvOf } from '../../base/files/table-file.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { addressOf } from './link-dialog.tsx';
import { messages } from './messages.ts';
import { readParticipantsToInvite } from './read-participants-to-invite.ts';

/** Invites everyone in a CSV, or participants without an account: checked first with every problem by line, then all or no one; ends in a CSV of links. */
export function InviteListDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const sendsMail = useQuery(settingsQuery()).data?.sendsMail ?? false;
  const [byMail, setByMail] = useState(false);
  const [rejected, setRejected] = useState<string>();
  const mayList = useMay('read:participants');
  const [busy, setBusy] = useState(false);
  const check = useAct({ act: client.people.checkList, changes: [], failure: null });
  const invite = useAct({
    act: client.people.inviteList,
    changes: [keys.people, keys.audit, keys.approvals],
    failure: null,
    onDone: ({ links }) => {
      const rows = links.map((one) => [one.displayName, one.username, addressOf(one.path), one.expiresAt]);
      downloadText(
        'invitations.csv',
        csvOf({ head: ['name', 'username', 'link', 'valid until'], rows }),
        'text/csv',
      );
      const waiting = links.filter(({ awaitsApproval }) => awaitsApproval).length;
      const text = waiting === 0 ? messages.list.doneText : messages.list.doneWaiting(waiting);
      toast({ title: messages.list.done(links.length), text, meaning: 'ok' });
      onClose();
    },
  });
  const take = async (files: File[], declined: readonly { message: string }[]) => {
    setRejected(declined[0]?.message);
    const [file] = files;
    if (!file) return;
    const read = await file.text();
    setText(read);
    check.mutate({ text: read });
  };
  const fill = async () => {
    setBusy(true);
    const list = await readParticipantsToInvite().catch((error: unknown) => error);
    setBusy(false);
    if (typeof list !== 'string') {
      setRejected(list === null ? messages.list.noParticipants : describeError(list));
      return;
    }
    setRejected(undefined);
    setText(list);
    check.mutate({ text: list });
  };
  const problems = (check.data?.problems ?? []).map((one) => ({
    ...one,
    message: messages.list.line(/\d+/.exec(one.path)?.[0] ?? '', one.message),
  }));
  const count = check.data?.count ?? 0;
  const isReady = check.data !== undefined && problems.length === 0;
  const failure = check.error ?? invite.error;
  return (
    <Dialog
      open
      held={invite.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={messages.inviteList}
      description={messages.list.hint}
      footer={
        <ActFooter
          busy={invite.isPending}
          disabled={!isReady}
          onClick={() => invite.mutate({ text, sendMail: byMail })}
        >
          {isReady ? messages.list.inviteCount(count) : messages.list.act}
        </ActFooter>
      }
    >
      <div className="flex flex-col gap-4">
        <FileDrop
          label={messages.list.file}
          endings={['.csv', '.txt']}
          maxBytes={400_000}
          onFiles={(files, declined) => void take(files, declined)}
        />
        {mayList ? (
          <div>
            <Button icon={<Users aria-hidden />} busy={busy} onClick={() => void fill()}>
              {messages.list.fromParticipants}
            </Button>
            <p className="mt-1 text-12 text-fg-2">{messages.list.fromParticipantsHint}</p>
          </div>
        ) : null}
        {sendsMail ? (
          <Checkbox
            label={messages.list.sendMail}
            hint={messages.list.sendMailHint}
            checked={byMail}
            onChange={({ target }) => setByMail(target.checked)}
          />
        ) : null}
        {isReady ? <p role="status">{messages.list.ready(count)}</p> : null}
        {rejected || failure ? (
          <p role="alert" className="text-bad-text">
            {rejected ?? describeError(failure)}
          </p>
        ) : null}
        <ProblemList problems={problems} />
      </div>
    </Dialog>
  );
}
