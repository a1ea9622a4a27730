import { type Persona, personas } from '@attain/domain/suggestions/configurations/configuration';
import { useQuery } from '@tanstack/react-query';
import { Share2, ShieldCheck, Sparkles } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { client } from '../../../api/client.ts';
import { HttpError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { Failed } from '../../../api/loaded.tsx';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { SkeletonText } from '../../../ui/states/skeleton.tsx';
import { MainAct } from '../card/main-act.tsx';
import { recordEvent } from '../events/event-queue.ts';
import { messages as words } from '../messages.ts';
import { openAbout } from '../panel/panel-store.ts';
import { whyNot } from '../panel/use-may-decide.ts';
import { useView } from '../settings/use-view.ts';
import type { Shown } from '../shown.ts';
import { Computed } from './computed.tsx';
import { messages } from './messages.ts';
import { Stated } from './stated.tsx';

export type WhyDrawerProps = {
  suggestion: Shown;
  mayDecide: boolean;
  onApply: () => void;
  onClose: () => void;
};

/** Why a suggestion is made: the sentence, the steps behind its confidence, and the other possible changes. */
export function WhyDrawer({ suggestion, mayDecide, onApply, onClose }: WhyDrawerProps) {
  const [{ persona }] = useView();
  // starts from the panel's persona and stays in the drawer
  const [viewAs, setViewAs] = useState<Persona | null>(persona);
  const { id } = suggestion;
  const explanation = useQuery({
    queryKey: [...keys.suggestions, id, 'explanation', viewAs],
    queryFn: ({ signal }) => client.explanations.get({ id, persona: viewAs ?? undefined }, { signal }),
    placeholderData: (before) => before,
  });
  const isMissing = explanation.error instanceof HttpError && explanation.error.status === 404;
  useEffect(() => recordEvent('why', id), [id]);
  useEffect(() => {
    if (isMissing)
      toast({
        id: 'explanation',
        title: messages.unavailable,
        text: messages.unavailableText,
        meaning: 'warn',
      });
  }, [isMissing]);
  const shown = viewAs ?? explanation.data?.persona ?? 'Manager';
  let body: ReactNode;
  if (explanation.data) body = <Computed suggestion={suggestion} explanation={explanation.data} />;
  else if (isMissing) body = <Stated suggestion={suggestion} />;
  else if (explanation.isError) body = <Failed query={explanation} failure={messages.failure} />;
  else body = <SkeletonText lines={12} />;
  return (
    <Drawer
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={
        <span className="inline-flex items-center gap-2">
          <Sparkles aria-hidden className="size-4 text-ai-text" /> {messages.title}
        </span>
      }
      description={suggestion.title}
      beside={
        <span className="flex items-center gap-2 sm:ms-auto">
          <span aria-hidden className="text-12 text-fg-2">
            {messages.viewAs}
          </span>
          <SegmentedControl
            label={messages.viewAs}
            size="sm"
            value={shown}
            onValueChange={setViewAs}
            segments={personas.map((value) => ({ value, label: value }))}
          />
        </span>
      }
      footer={<Ways suggestion={suggestion} mayDecide={mayDecide} onApply={onApply} />}
    >
      <div className="flex flex-col gap-5">{body}</div>
    </Drawer>
  );
}

/** The other drawers about the suggestion, and its decision while it is open. */
function Ways({ suggestion, mayDecide, onApply }: Omit<WhyDrawerProps, 'onClose'>) {
  const why = mayDecide ? undefined : whyNot();
  const { id, status, evidenceHash } = suggestion;
  return (
    <>
      <span className="flex basis-full flex-wrap gap-2 sm:me-auto sm:basis-auto">
        {evidenceHash === null ? null : (
          <Button
            variant="ghost"
            icon={<ShieldCheck aria-hidden />}
            onClick={() => openAbout({ what: 'evidence', id })}
          >
            {words.card.evidence}
          </Button>
        )}
        <Button
          variant="ghost"
          icon={<Share2 aria-hidden />}
          onClick={() => openAbout({ what: 'share', id })}
        >
          {words.card.share}
        </Button>
      </span>
      {status === 'open' ? (
        <>
          <Button disabled={!mayDecide} title={why} onClick={() => openAbout({ what: 'override', id })}>
            {words.card.override}
          </Button>
          <MainAct
            suggestion={suggestion}
            mayDecide={mayDecide}
            busy={false}
            missing={why}
            onApply={onApply}
          />
        </>
      ) : null}
    </>
  );
}
