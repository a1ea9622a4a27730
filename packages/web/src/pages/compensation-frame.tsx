import { Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useMay } from '../api/me.ts';
import { PanelSlot } from '../features/suggestions/panel/panel-slot.tsx';
import { expandPanel, pointAt, showPlan, usePanelPart } from '../features/suggestions/panel/panel-store.ts';
import { paths } from '../paths.ts';
import { sharedMessages } from './shared-messages.ts';

const dashboards = /^\/(compensation|suggestions\/.*)?$/;

/** The dashboard around every page of Incentive Compensation: the page, and the suggestions beside it. */
export function CompensationFrame() {
  const { pathname } = useLocation();
  const may = useMay('read:suggestions');
  const expanded = usePanelPart('expanded');
  useLinkedSuggestion();
  useCollapsed(pathname);
  return (
    <div data-dashboard="compensation" className="-m-4 flex items-stretch md:-m-5 print:m-0!">
      {/* in a narrower window the panel is a sheet over the page */}
      <div className={clsx('min-w-0 flex-1 p-4 md:p-5 print:block!', expanded && may && 'lg:hidden')}>
        <Outlet />
      </div>
      {expanded && may ? (
        <h1 className="sr-only max-lg:hidden print:hidden">{sharedMessages.breadcrumbs.compensation}</h1>
      ) : null}
      {may ? <PanelSlot onDashboard={dashboards.test(pathname)} /> : null}
    </div>
  );
}

/** Another page is shown next to the panel, not behind it. */
function useCollapsed(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) expandPanel(false);
    shown.current = pathname;
  }, [pathname]);
}

/** Follows the address: the plan of a page, and the suggestion of a shared link. */
function useLinkedSuggestion(): void {
  const { pathname } = useLocation();
  const { suggestionId, planId } = useParams({ strict: false });
  const navigate = useNavigate();
  const shown = useRef<string>(null);
  useEffect(() => {
    if (planId !== undefined) showPlan(planId);
  }, [planId]);
  useEffect(() => {
    const isShown = pathname === shown.current;
    if (suggestionId === undefined) shown.current = null;
    if (suggestionId === undefined || isShown) return;
    const what = pathname.endsWith('/apply') ? 'apply' : pathname.endsWith('/explain') ? 'why' : null;
    pointAt(suggestionId, what);
    if (what !== 'apply') return;
    // the dialog is asked for once: a reload shows the suggestion alone
    const link = paths.suggestion(suggestionId);
    shown.current = pathname.replace(/\/apply$/, '');
    void navigate({ ...link, replace: true });
  }, [suggestionId, pathname, navigate]);
}
