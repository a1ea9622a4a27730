import { statedNames } from '@attain/domain/access/stated-permissions';
import { Check, Minus } from 'lucide-react';
import type { RoleOverview } from '../../api/shapes.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { messages } from './messages.ts';

const words = messages.matrix;

/** The stated names by role: who may do what with agents. */
export function RoleMatrix({ roles }: { roles: readonly RoleOverview[] }) {
  return (
    <details>
      <summary className="min-h-6 w-fit cursor-pointer text-fg-2">{words.show}</summary>
      <ScrollRegion label={words.label} className="pt-2">
        <table className="text-12">
          <thead>
            <tr className="border-b">
              <th scope="col" className="py-1.5 pe-4 text-start font-medium">
                {words.name}
              </th>
              {roles.map(({ id, name }) => (
                <th key={id} scope="col" className="px-2 py-1.5 text-center align-bottom font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {statedNames.map((stated) => (
              <tr key={stated} className="border-b last:border-0">
                <th scope="row" className="py-1.5 pe-4 text-start font-mono font-normal whitespace-nowrap">
                  {stated}
                </th>
                {roles.map(({ id, stated: held }) => (
                  <td key={id} className="px-2 py-1.5 text-center">
                    {held.includes(stated) ? (
                      <Check role="img" aria-label={words.yes} className="mx-auto size-4 text-ok-text" />
                    ) : (
                      <Minus role="img" aria-label={words.no} className="mx-auto size-4 text-fg-3" />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
