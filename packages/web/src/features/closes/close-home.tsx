import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Loaded } from '../../api/loaded.tsx';
import { closeQuery } from '../../api/requests/close-queries.ts';
import { paths } from '../../paths.ts';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { CloseFindings } from './close-findings.tsx';
import { CloseSteps } from './close-steps.tsx';
import { CloseFigures, CloseHeading } from './close-summary.tsx';
import { messages } from './messages.ts';

/** The newest close on the first screen of those who run it; nothing where there is none. */
export function CloseHome() {
  const query = useQuery(closeQuery(undefined));
  if (query.data === null) return null;
  return (
    <Loaded query={query} failure={messages.failure} skeleton={<SkeletonText lines={8} />}>
      {(close) =>
        close === null ? null : (
          <section aria-label={messages.title(close.month)} className="flex flex-col gap-4">
            <CloseHeading close={close}>
              <Link
                className="inline-flex items-center gap-1 text-12 text-primary-text hover:underline"
                {...paths.closeOf(close.month)}
              >
                {messages.open} <ArrowRight aria-hidden className="size-3.5" />
              </Link>
            </CloseHeading>
            <CloseFigures close={close} linked />
            <CloseSteps close={close} />
            {close.findings.length > 0 ? <CloseFindings findings={close.findings} /> : null}
          </section>
        )
      }
    </Loaded>
  );
}
