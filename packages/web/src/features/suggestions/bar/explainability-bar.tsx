import { CircleHelp, History, Info, ShieldCheck, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMode } from '../../../api/use-mode.ts';
import { modeWords } from '../../../base/modes.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { messages } from '../messages.ts';
import { type Opened, openAbout } from '../panel/panel-store.ts';
import type { Shown } from '../shown.ts';
import { barFlags, confidentOnes } from './bar-flags.ts';

export type ExplainabilityBarProps = {
  suggestions: readonly Shown[];
  /** Icons only, where the bar is narrow. */
  compact?: boolean;
  /** After the buttons. */
  children?: ReactNode;
};

/** The mode, that every suggestion can be explained, and the ways into reasoning, evidence and trail. */
export function ExplainabilityBar({ suggestions, compact = false, children }: ExplainabilityBarProps) {
  const [mode] = useMode();
  const confident = confidentOnes(suggestions);
  const flags = barFlags[mode];
  const first = confident[0];
  const traced = first ?? suggestions[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a wrapping row in every browser
    <div role="group" aria-label={messages.bar.label} className="flex flex-wrap items-center gap-1.5">
      <Badge meaning={mode === 'traditional' ? 'neutral' : 'ai'} mono>
        {modeWords[mode].chip}
      </Badge>
      <Badge icon={<Info aria-hidden />}>{messages.bar.explainable}</Badge>
      {mode === 'traditional' ? null : (
        <Badge meaning="ai" icon={<Sparkles aria-hidden />}>
          {messages.bar.active}
        </Badge>
      )}
      <span className="text-12 text-fg-2">{messages.bar.above(confident.length)}</span>
      <span className="ms-auto flex flex-wrap items-center justify-end gap-1">
        {flags.reasoning ? (
          <BarButton
            compact={compact}
            label={messages.bar.reasoning}
            icon={<CircleHelp aria-hidden />}
            about={first && { what: 'why', id: first.id }}
            missing={messages.bar.noneAbove}
          />
        ) : null}
        {flags.evidence ? (
          <BarButton
            compact={compact}
            label={messages.bar.evidence}
            icon={<ShieldCheck aria-hidden />}
            about={first && { what: 'evidence', id: first.id }}
            missing={messages.bar.noneAbove}
          />
        ) : null}
        {flags.trail ? (
          <BarButton
            compact={compact}
            label={messages.bar.trail}
            icon={<History aria-hidden />}
            about={traced && { what: 'trail', id: traced.id }}
            missing={messages.panel.none}
          />
        ) : null}
        {children}
      </span>
    </div>
  );
}

type BarButtonProps = {
  compact: boolean;
  label: string;
  icon: ReactNode;
  about: Opened | undefined;
  /** Why there is nothing to open. */
  missing: string;
};

function BarButton({ compact, label, icon, about, missing }: BarButtonProps) {
  const open = () => about && openAbout(about);
  const state = {
    size: 'sm',
    icon,
    disabled: !about,
    title: about ? undefined : missing,
    onClick: open,
  } as const;
  if (compact) return <IconButton {...state} label={label} />;
  return (
    <Button {...state} variant="ghost">
      {label}
    </Button>
  );
}
