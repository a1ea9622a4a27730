import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { ApprovalDetail } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { MessageEntry, MessageForm } from '../../ui/conversation.tsx';
import { messages } from './messages.ts';

type QuestionsProps = {
  request: ApprovalDetail;
  /** The reader is about to ask. */
  asking: boolean;
  onAsked: () => void;
  onCancel: () => void;
};

/** What reviewers asked and the requester answered, and the field for the reader's turn; nothing without any. */
export function Questions({ request, asking, onAsked, onCancel }: QuestionsProps) {
  const { id, mine, question } = request;
  const answers = mine && question !== null;
  const write = useAct({
    act: client.approvals.write,
    changes: [keys.approvals, keys.notices, keys.audit],
    failure: answers ? messages.questions.answerFailure : messages.questions.askFailure,
  });
  if (request.messages.length === 0 && !asking) return null;
  return (
    <section aria-label={messages.questions.title} className="flex flex-col gap-2">
      <h3 className="font-semibold">{messages.questions.title}</h3>
      {request.messages.map((one) => (
        <MessageEntry key={one.id} by={one.by} at={one.at} text={one.message} />
      ))}
      {question === null || mine ? null : (
        <p className="text-fg-2">{messages.questions.waiting(request.askedBy, question)}</p>
      )}
      {asking || answers ? (
        <MessageForm
          label={
            answers ? messages.questions.answerTo(question.by) : messages.questions.askWhom(request.askedBy)
          }
          send={answers ? messages.questions.answer : messages.questions.send}
          busy={write.isPending}
          autoFocus={asking}
          {...(answers ? {} : { onCancel })}
          onSend={(message, done) =>
            write.mutate(
              { id, message },
              {
                onSuccess: () => {
                  done();
                  onAsked();
                },
              },
            )
          }
        />
      ) : null}
    </section>
  );
}
