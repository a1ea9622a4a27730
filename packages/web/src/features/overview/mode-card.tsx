import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import { useMode } from '../../api/use-mode.ts';
import { modeWords } from '../../base/modes.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

export type ModeCardProps = {
  /** The latest automatic actions, shown in autonomous mode to those who may read the log. */
  acts: ReactNode;
};

/** The current working mode; in autonomous mode with the latest automatic actions. */
export function ModeCard({ acts }: ModeCardProps) {
  const [mode] = useMode();
  const mayReadAudit = useMay('read:audit');
  const { long, chip, message } = modeWords[mode];
  return (
    <Card
      title={long}
      flush={mode !== 'agentic'}
      beside={
        <>
          <Badge meaning={mode === 'traditional' ? 'neutral' : 'ai'}>{chip}</Badge>
          <p className="text-fg-2">{message}</p>
        </>
      }
      actions={
        mode === 'agentic' && mayReadAudit ? (
          <Link className="text-12 text-primary-text hover:underline" {...paths.audit}>
            {messages.mode.log}
          </Link>
        ) : null
      }
    >
      {mode === 'agentic' && mayReadAudit ? acts : null}
    </Card>
  );
}
