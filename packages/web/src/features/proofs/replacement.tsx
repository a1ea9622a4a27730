import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import { useOnline } from '../../base/use-online.ts';
import { paths } from '../../paths.ts';
import { messages } from './messages.ts';

const words = messages.replacement;

/** Whether a later analysis replaced a verified pack. Only its hash is sent, and only to this installation. */
export function Replacement({ evidenceHash }: { evidenceHash: string }) {
  const mayAsk = useMay('read:suggestions');
  const online = useOnline();
  const { data, isPending } = useQuery({
    queryKey: [...keys.suggestions, 'replacement', evidenceHash],
    queryFn: ({ signal }) => client.evidence.replaced({ evidenceHash }, { signal }),
    enabled: mayAsk && online,
    retry: false,
  });
  if (mayAsk && online && isPending) return <p className="text-fg-2">{words.asking}</p>;
  if (data === undefined) return <p className="text-fg-2">{online ? words.unknown : words.offline}</p>;
  if (!data.isOurs) return <p className="text-fg-2">{words.notOurs}</p>;
  if (!data.isStale) return <p className="text-ok-text">{words.current}</p>;
  return (
    <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn-text">
      {words.replaced}{' '}
      {data.replacedBy === null ? (
        words.withdrawn
      ) : (
        <Link {...paths.suggestion(data.replacedBy)} className="underline">
          {words.open}
        </Link>
      )}
    </p>
  );
}
