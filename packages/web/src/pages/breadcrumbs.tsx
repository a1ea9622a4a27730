import { Link, type LinkProps } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';

/** One step on the way to a page of Incentive Compensation; the last one, where one stands, has no link. */
export type Step = { label: string; link?: LinkProps };

/** The way from Incentive Compensation to this page. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  return (
    <Breadcrumb
      crumbs={[{ label: 'Incentive Compensation', link: paths.overview as LinkProps }, ...steps].map(
        ({ label, link }) => ({
          id: label,
          content: link ? (
            <Link {...link} activeOptions={{ exact: true }}>
              {label}
            </Link>
          ) : (
            label
          ),
        }),
      )}
    />
  );
}
