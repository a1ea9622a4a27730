import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useDecisions } from '../apply/use-decisions.ts';
import { suggestionQuery, suggestionsQuery } from '../queries.ts';
import { openAbout, usePanel } from './panel-store.ts';
import { useMayDecide } from './use-may-decide.ts';

const ConfirmApply = lazy(async () => ({
  default: (await import('../apply/confirm-apply.tsx')).ConfirmApply,
}));
const OverrideDialog = lazy(async () => ({
  default: (await import('../override/override-dialog.tsx')).OverrideDialog,
}));
const RejectDialog = lazy(async () => ({
  default: (await import('../reject/reject-dialog.tsx')).RejectDialog,
}));
const EvidenceDrawer = lazy(async () => ({
  default: (await import('../evidence/evidence-drawer.tsx')).EvidenceDrawer,
}));
const ShareDrawer = lazy(async () => ({ default: (await import('../share/share-drawer.tsx')).ShareDrawer }));
const TrailDrawer = lazy(async () => ({ default: (await import('../trail/trail-drawer.tsx')).TrailDrawer }));
const WhyDrawer = lazy(async () => ({ default: (await import('../why/why-drawer.tsx')).WhyDrawer }));

const close = () => openAbout(null);

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
