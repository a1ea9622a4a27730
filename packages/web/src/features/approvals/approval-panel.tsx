import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, MessageCircleQuestion, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { approvalQuery } from '../../api/requests/approval-queries.ts';
import type { ApprovalDetail } from '../../api/shapes.ts';
import { useHotkey } from '../../base/use-hotkey.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { ApprovalFacts, Warnings } from './approval-facts.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { messages } from './messages.ts';
import { Questions } from './questions.tsx';

type ApprovalPanelProps = { id: string; onDecided: () => void };

/** One request with everything needed to decide it, and the buttons that do. */
export function ApprovalPanel({ id, onDecided }: ApprovalPanelProps) {
  const query = useQuery(approvalQuery(id));
  return (
    <Loaded query={query} failure={messages.loadingOne}>
      {(request) => <Decidable key={request.id} request={request} onDecided={onDecided} />}
    </Loaded>
  );
}

function Decidable({ request, onDecided }: { request: ApprovalDetail; onDecided: () => void }) {
  const [read, setRead] = useState(false);
  const [decision, setDecision] = useState<'approve' | 'reject' | null>(null);
  const [asking, setAsking] = useState(false);
  const { mayDecide, mayAsk, question } = request;
  const askButton = useRef<HTMLButtonElement>(null);
  const isFree = question === null || question.mine;
  const mayApprove = mayDecide && isFree && (read || request.facts.warnings.length === 0);
  useHotkey('a', () => setDecision('approve'), mayApprove && decision === null);
  useHotkey('r', () => setDecision('reject'), mayDecide && decision === null);
  useHotkey('q', () => setAsking(true), mayAsk && isFree && decision === null);
  return (
    <div className="flex min-h-0 flex-col gap-5">
      <ApprovalFacts
        request={request}
        warnings={
          <Warnings request={request}>
            {mayDecide ? (
              <div className="border-t px-4 py-2">
                <Checkbox
                  label={messages.readWarnings}
                  checked={read}
                  onChange={({ target }) => setRead(target.checked)}
                />
              </div>
            ) : null}
          </Warnings>
        }
      />
      <Questions
        request={request}
        asking={asking}
        onAsked={() => setAsking(false)}
        onCancel={() => {
          setAsking(false);
          askButton.current?.focus();
        }}
      />
      {mayDecide ? (
        <div
          className={clsx(
            '-mx-4 -mb-4 flex flex-wrap items-center gap-2 rounded-b-xl border-t bg-surface px-4 py-3',
            // otherwise it would cover the question that is written
            asking || 'sticky bottom-0',
          )}
        >
          <Button
            variant="primary"
            icon={<Check aria-hidden />}
            disabled={!mayApprove}
            aria-keyshortcuts="a"
            onClick={() => setDecision('approve')}
            className="h-auto! min-h-8 max-w-full py-1 whitespace-normal"
          >
            {messages.approve(request)}
          </Button>
          <Button
            icon={<X aria-hidden />}
            aria-keyshortcuts="r"
            className="text-bad-text"
            onClick={() => setDecision('reject')}
          >
            {messages.rejectWithReason}
          </Button>
          {mayAsk ? (
            <Button
              ref={askButton}
              icon={<MessageCircleQuestion aria-hidden />}
              disabled={!isFree}
              aria-keyshortcuts="q"
              onClick={() => setAsking(true)}
            >
              {messages.questions.ask}
            </Button>
          ) : null}
          <p className="min-w-0 flex-1 basis-40 text-12 text-fg-2">{messages.effect(request)}</p>
        </div>
      ) : null}
      {decision === null ? null : (
        <DecideDialog
          request={request}
          decision={decision}
          onClose={() => setDecision(null)}
          onDone={() => {
            setDecision(null);
            onDecided();
          }}
        />
      )}
    </div>
  );
}
