import { Outlet } from '@tanstack/react-router';

/** The dashboard around every page of Incentive Compensation. */
export function CompensationFrame() {
  return (
    <div data-dashboard="compensation" className="min-w-0">
      <Outlet />
    </div>
  );
}
