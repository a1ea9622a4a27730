import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { messages as uiMessages } from '../../../ui/messages.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { useDecisions } from '../apply/use-decisions.ts';
import { suggestionQuery, suggestionsQuery } from '../queries.ts';
import { openAbout, usePanel } from './panel-store.ts';
import { useMayDecide } from './use-may-decide.ts';

const ConfirmApply = lazyPart(
  async () => (await import('../apply/confirm-apply.tsx')).ConfirmApply,
  NotOpened,
);
const OverrideDialog = lazyPart(
  async () => (await import('../override/override-dialog.tsx')).OverrideDialog,
  NotOpened,
);
const RejectDialog = lazyPart(
  async () => (await import('../reject/reject-dialog.tsx')).RejectDialog,
  NotOpened,
);
const EvidenceDrawer = lazyPart(
  async () => (await import('../evidence/evidence-drawer.tsx')).EvidenceDrawer,
  NotOpened,
);
const ShareDrawer = lazyPart(async () => (await import('../share/share-drawer.tsx')).ShareDrawer, NotOpened);
const TrailDrawer = lazyPart(async () => (await import('../trail/trail-drawer.tsx')).TrailDrawer, NotOpened);
const WhyDrawer = lazyPart(async () => (await import('../why/why-drawer.tsx')).WhyDrawer, NotOpened);

const close = () => openAbout(null);

/** Says that a drawer or dialog could not be loaded. */
function NotOpened() {
  useEffect(() => {
    const { failure, failureText } = uiMessages.overlay;
    toast({ id: 'open', title: failure, text: failureText, meaning: 'bad' });
    close();
  }, []);
  return null;
}

/** The open drawer or dialog about one suggestion; a link may name one that the list does not contain. */
export function AboutOne() {
  const { opened, planId } = usePanel();
  const listed = useQuery(suggestionsQuery(planId)).data?.rows.find(
    ({ id, uuid }) => id === opened?.id || uuid === opened?.id,
  );
  const other = useQuery({
    ...suggestionQuery(opened?.id ?? ''),
    enabled: opened !== null && listed === undefined,
  });
  const mayDecide = useMayDecide();
  const { apply } = useDecisions();
  const suggestion = listed ?? other.data;
  if (!opened || !suggestion) return null;
  const applyIt = () => {
    close();
    apply(suggestion);
  };
  return (
    <Suspense fallback={null}>
      {opened.what === 'apply' ? (
        <ConfirmApply suggestion={suggestion} mayDecide={mayDecide} onApply={applyIt} onClose={close} />
      ) : opened.what === 'override' ? (
        <OverrideDialog suggestion={suggestion} onClose={close} />
      ) : opened.what === 'reject' ? (
        <RejectDialog suggestion={suggestion} onClose={close} />
      ) : opened.what === 'why' ? (
        <WhyDrawer suggestion={suggestion} mayDecide={mayDecide} onApply={applyIt} onClose={close} />
      ) : opened.what === 'evidence' ? (
        <EvidenceDrawer key={suggestion.id} suggestion={suggestion} onClose={close} />
      ) : opened.what === 'share' ? (
        <ShareDrawer key={suggestion.id} suggestion={suggestion} onClose={close} />
      ) : opened.what === 'trail' ? (
        <TrailDrawer key={suggestion.id} suggestion={suggestion} onClose={close} />
      ) : null}
    </Suspense>
  );
}
