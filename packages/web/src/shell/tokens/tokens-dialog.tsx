import { permissions } from '@attain/domain/access/permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMe } from '../../api/me.ts';
import { messages } from '../../api/tokens/messages.ts';
import { CreateToken, TokenList } from '../../api/tokens/token-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';

const tokensQuery = () =>
  queryOptions({
    queryKey: [...keys.sessions, 'tokens'],
    queryFn: ({ signal }) => client.apiTokens.list(undefined, { signal }),
  });
/** The signed-in person's API tokens: the list, and the form that creates one. */
export function TokensDialog({ onClose }: { onClose: () => void }) {
  const held = useMe().data?.permissions ?? [];
  const offered = permissions.filter((one) => held.some(({ permission }) => permission === one));
  const tokens = useQuery(tokensQuery());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.title}
      description={messages.description}
      footer={
        <CloseSheet>
          <Button>{messages.close}</Button>
        </CloseSheet>
      }
    >
      <div className="flex flex-col gap-5">
        <Loaded query={tokens} failure={messages.loadFailed}>
          {({ rows }) => (
            <TokenList
              rows={rows}
              mayRevoke
              onRevoke={(id, options) => client.apiTokens.revoke({ id }, options)}
            />
          )}
        </Loaded>
        <CreateToken offered={offered} onCreate={client.apiTokens.create} />
      </div>
    </Dialog>
  );
}
