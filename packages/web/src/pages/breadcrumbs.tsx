import { Link, type LinkProps } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { sharedMessages } from './shared-messages.ts';

/** One step to a page of Incentive Compensation; the current page has no link. */
export type Step = { label: string; link?: LinkProps };

/** The path from Incentive Compensation to this page. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  return (
    <Breadcrumb
      crumbs={[
        { label: sharedMessages.breadcrumbs.compensation, link: paths.overview as LinkProps },
        ...steps,
      ].map(({ label, link }) => ({
        id: label,
        content: link ? (
          <Link {...link} activeOptions={{ exact: true }}>
            {label}
          </Link>
        ) : (
          label
        ),
      }))}
    />
  );
}
