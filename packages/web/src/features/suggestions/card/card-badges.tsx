import { Activity, BadgeCheck, CircleCheck, CircleX, FileText, Gauge, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSentence } from '../../../api/format-sentence.ts';
import { Badge } from '../../../ui/badge.tsx';
import { confidenceMeaning, riskMeaning } from '../bands.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { checkMeaning, firstOf, trustMeaning } from '../words.ts';

const trustIcon = {
  ok: <BadgeCheck aria-hidden />,
  warn: <TriangleAlert aria-hidden />,
  bad: <CircleX aria-hidden />,
};
const checkIcon = {
  OK: <CircleCheck aria-hidden />,
  Warning: <TriangleAlert aria-hidden />,
  Violation: <CircleX aria-hidden />,
};

/** Confidence, trust, risk, evidence and compliance of a suggestion, each as icon and word. */
export function CardBadges({ suggestion }: { suggestion: Shown }) {
  const { confidence, trustLevel, riskScore, artifacts, complianceOverlays } = suggestion;
  return (
    <div className="flex flex-wrap gap-1.5">
      <Row label={messages.card.badges}>
        {confidence === null ? null : (
          <Badge meaning={confidenceMeaning(confidence)} icon={<Gauge aria-hidden />}>
            {messages.card.confidence(confidence)}
          </Badge>
        )}
        <TrustBadge trust={trustLevel} />
        {riskScore === null ? null : (
          <Badge meaning={riskMeaning(riskScore)} icon={<Activity aria-hidden />}>
            {messages.card.risk(riskScore)}
          </Badge>
        )}
      </Row>
      <Chips label={messages.card.artifacts} all={artifacts.map(({ title }) => formatSentence(title))} />
      <PolicyBadges overlays={complianceOverlays} />
    </div>
  );
}

/** Verified, Caution or Alert. */
function TrustBadge({ trust }: { trust: Shown['trustLevel'] }) {
  const meaning = trustMeaning(trust);
  return (
    <Badge meaning={meaning} icon={trustIcon[meaning]}>
      {messages.trust[trust]}
    </Badge>
  );
}

/** Compliance badges, the first of them and how many more. */
function PolicyBadges({ overlays, shown = 3 }: { overlays: Shown['complianceOverlays']; shown?: number }) {
  const { first, more } = firstOf(overlays, shown);
  if (first.length === 0) return null;
  return (
    <Row label={messages.card.overlays}>
      {first.map(({ id, name, status, description }) => (
        <span key={id} title={description} className="inline-flex max-w-full">
          <Badge meaning={checkMeaning[status]} icon={checkIcon[status]}>
            {name}
          </Badge>
        </span>
      ))}
      {more > 0 ? <Badge>{messages.card.more(more)}</Badge> : null}
    </Row>
  );
}

function Chips({ label, all }: { label: string; all: readonly string[] }) {
  const { first, more } = firstOf(all);
  if (first.length === 0) return null;
  return (
    <Row label={label}>
      {first.map((title) => (
        <span key={title} title={title} className="inline-flex max-w-48">
          <Badge icon={<FileText aria-hidden />} className="@max-2xl:[&>.truncate]:sr-only">
            {title}
          </Badge>
        </span>
      ))}
      {more > 0 ? <Badge>{messages.card.more(more)}</Badge> : null}
    </Row>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot flow with the rows beside it
    <span role="group" aria-label={label} className="contents">
      {children}
    </span>
  );
}
