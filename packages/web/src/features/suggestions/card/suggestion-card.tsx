import { clsx } from 'clsx';
import {
  ArrowUpToLine,
  CircleHelp,
  History,
  type LucideIcon,
  RotateCcw,
  Share2,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  TrendingUp,
} from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatMoment } from '../../../base/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';
import { type Opened, openAbout } from '../panel/panel-store.ts';
import { scrollInPanel } from '../panel/scroll-in-panel.ts';
import { whyNot } from '../panel/use-may-decide.ts';
import { aboutOf, type Shown } from '../shown.ts';
import { impactWords, statusMeaning } from '../words.ts';
import { CardBadges } from './card-badges.tsx';
import { Feedback } from './feedback.tsx';
import { MainAct } from './main-act.tsx';

export type SuggestionCardProps = {
  suggestion: Shown;
  /** Whether the user may apply, override, undo and reopen. */
  mayDecide: boolean;
  busy: boolean;
  /** A shared link points to this card. */
  pointed: boolean;
  /** Names the plan, in lists of several. */
  withPlan: boolean;
  onApply: () => void;
  onUndo: () => void;
  onReopen: () => void;
  /** Below the actions. */
  children?: ReactNode;
};

/** One suggestion: its claim, how far it can be trusted, and what the user may do. */
export function SuggestionCard(props: SuggestionCardProps) {
  const { suggestion, pointed, withPlan } = props;
  const titleId = useId();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (pointed) scrollInPanel(card.current);
  }, [pointed]);
  const focused = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a decision replaces the pressed button, and the way back takes its focus
  useEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    card.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  }, [suggestion.status]);
  const impact = impactWords(suggestion);
  const Icon = iconOf(suggestion);
  const decided = suggestion.status !== 'open';
  return (
    <li
      ref={card}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      aria-labelledby={titleId}
      className={clsx(
        '@container rounded-lg border bg-surface p-3 shadow-card @2xl:p-4',
        pointed && 'outline-2 -outline-offset-1 outline-ai',
      )}
    >
      <div className="flex gap-3">
        <span
          aria-hidden
          className={clsx(
            'grid size-7 shrink-0 place-items-center rounded-md [&_svg]:size-4',
            decided ? 'bg-sunken text-fg-3' : 'bg-ai-soft text-ai-text',
          )}
        >
          <Icon />
        </span>
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 id={titleId} className="min-w-0 text-14 font-semibold text-pretty break-words">
                {suggestion.title}
              </h3>
              {impact ? <p className={`figures font-semibold ${impact.tone}`}>{impact.text}</p> : null}
            </div>
            <p className="text-13 text-pretty text-fg-2">{aboutOf(suggestion)}</p>
            {withPlan ? <p className="text-12 text-fg-3">{messages.card.from(suggestion.planName)}</p> : null}
          </div>
          <CardBadges suggestion={suggestion} />
          {decided ? <Decided suggestion={suggestion} /> : null}
          <Actions {...props} titleId={titleId} />
          {props.children}
        </div>
      </div>
    </li>
  );
}

/** The icon of the field that a suggestion changes first. Chosen while drawing: an icon may be in a chunk that is read after this one. */
function iconOf({ changes }: Shown): LucideIcon {
  const [first] = changes;
  const field = first && 'set' in first ? Object.keys(first.set)[0] : undefined;
  if (field === 'weight') return SlidersHorizontal;
  if (field === 'cap') return ArrowUpToLine;
  return field === 'accelerator' ? TrendingUp : Sparkles;
}

function Actions(props: SuggestionCardProps & { titleId: string }) {
  const { suggestion, mayDecide, busy, titleId } = props;
  const about = (what: Opened['what']) => openAbout({ what, id: suggestion.id });
  const missing = mayDecide ? undefined : whyNot();
  const applied = suggestion.status === 'applied';
  return (
    <div className="flex flex-wrap items-center gap-1">
      {suggestion.status === 'open' ? (
        <>
          <MainAct {...props} size="sm" titleId={titleId} missing={missing} />
          <Button
            size="sm"
            className="me-1"
            aria-describedby={titleId}
            disabled={!mayDecide || busy}
            title={missing}
            onClick={() => about('override')}
          >
            {messages.card.override}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-describedby={titleId}
            disabled={!mayDecide || busy}
            title={missing}
            onClick={() => about('reject')}
          >
            {messages.card.reject}
          </Button>
        </>
      ) : mayDecide && (applied || suggestion.status === 'overridden') ? (
        <Button
          size="sm"
          className="me-1"
          icon={<RotateCcw aria-hidden />}
          aria-describedby={titleId}
          busy={busy}
          onClick={applied ? props.onUndo : props.onReopen}
        >
          {applied ? messages.card.undo : messages.card.reopen}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="ghost"
        icon={<CircleHelp aria-hidden className="hidden @xl:block" />}
        aria-describedby={titleId}
        onClick={() => about('why')}
      >
        {messages.card.why}
      </Button>
      {suggestion.evidenceHash === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<ShieldCheck aria-hidden className="hidden @xl:block" />}
          aria-describedby={titleId}
          onClick={() => about('evidence')}
        >
          {messages.card.evidence}
        </Button>
      )}
      <span className="ms-auto flex items-center">
        <Feedback suggestion={suggestion} titleId={titleId} />
        <IconButton
          size="sm"
          label={messages.card.share}
          icon={<Share2 aria-hidden />}
          aria-describedby={titleId}
          onClick={() => about('share')}
        />
        <IconButton
          size="sm"
          label={messages.card.trail}
          icon={<History aria-hidden />}
          aria-describedby={titleId}
          onClick={() => about('trail')}
        />
      </span>
    </div>
  );
}

/** Who decided what and why. */
function Decided({ suggestion }: Pick<SuggestionCardProps, 'suggestion'>) {
  const { decision, status } = suggestion;
  const code = decision?.code;
  return (
    <div className="flex flex-wrap items-center gap-2 text-12">
      <Badge meaning={statusMeaning[status]}>{messages.status[status]}</Badge>
      {decision ? (
        <span className="min-w-0 text-fg-2">
          {messages.card.decided(decision.by, formatMoment(decision.at))}
          {status === 'overridden' || status === 'rejected' ? (
            <span className="block break-words">
              {messages.card.because(
                code ? (messages.codes[code as keyof typeof messages.codes] ?? code) : null,
                decision.reason,
              )}
            </span>
          ) : null}
        </span>
      ) : null}
      {status === 'applied' && decision?.draftVersion ? (
        <Badge meaning="warn">{messages.card.inDraft(decision.draftVersion)}</Badge>
      ) : null}
    </div>
  );
}
