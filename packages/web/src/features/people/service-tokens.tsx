import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import type { Person } from '../../api/shapes.ts';
import { CreateToken, TokenList } from '../../api/tokens/token-form.tsx';
import { messages } from './messages.ts';

const tokensQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.people, id, 'tokens'],
    queryFn: ({ signal }) => client.serviceAccounts.tokens({ id }, { signal }),
  });

/** The tokens of a service account, and the form that creates one. */
export function ServiceTokens({ account: { id, state } }: { account: Person }) {
  const mayManage = useMay('manage:people');
  const tokens = useQuery(tokensQuery(id));
  return (
    <section aria-label={messages.service.tokens} className="flex flex-col gap-4">
      <h3 className="text-12 font-medium text-fg-2">{messages.service.tokens}</h3>
      <Loaded query={tokens} failure={messages.service.tokensFailed}>
        {({ rows, mayHave }) => (
          <>
            <TokenList
              rows={rows}
              mayRevoke={mayManage}
              onRevoke={(tokenId, options) => client.serviceAccounts.revokeToken({ id, tokenId }, options)}
            />
            {!mayManage || state !== 'active' ? null : mayHave.length === 0 ? (
              <p className="text-fg-2">{messages.service.noRoles}</p>
            ) : (
              <CreateToken
                offered={mayHave}
                onCreate={(wanted, options) => client.serviceAccounts.createToken({ id, ...wanted }, options)}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
