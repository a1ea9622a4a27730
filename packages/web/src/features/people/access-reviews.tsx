import { REVIEW_DAYS } from '@attain/domain/access/access-review';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay, useMe } from '../../api/me.ts';
import { accessReviewQuery, accessReviewsQuery } from '../../api/requests/people-queries.ts';
import type { AccessReview, ReviewedRole } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.reviews;
const changes = [keys.people, keys.notices, keys.audit];

type AccessReviewsProps = {
  /** Of the review shown, or `all`. */
  review: string;
  onReview: (review: string | undefined) => void;
};

/** Access reviews: the list, and one with a decision for each role. */
export function AccessReviews({ review, onReview }: AccessReviewsProps) {
  return review === 'all' ? (
    <ReviewList onReview={onReview} />
  ) : (
    <OneReview id={review} onReview={onReview} />
  );
}

function ReviewList({ onReview }: Pick<AccessReviewsProps, 'onReview'>) {
  const query = useQuery(accessReviewsQuery());
  const mayManage = useMay('manage:people');
  const [days, setDays] = useState(String(REVIEW_DAYS.usual));
  const start = useAct({
    act: client.accessReviews.start,
    changes,
    failure: words.startFailure,
    onDone: ({ id }) => {
      toast({ title: words.started, meaning: 'ok' });
      onReview(id);
    },
  });
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onReview(undefined)}
      title={words.open}
      description={words.description}
    >
      <div className="flex flex-col gap-4">
        {mayManage ? (
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              start.mutate({ days: Number(days) });
            }}
          >
            <Field label={words.days} required>
              <Input
                inputMode="numeric"
                maxLength={2}
                value={days}
                onChange={({ target }) => setDays(target.value.replace(/\D/g, ''))}
              />
            </Field>
            <Button type="submit" variant="primary" busy={start.isPending} disabled={days === ''}>
              {words.start}
            </Button>
          </form>
        ) : null}
        <Loaded query={query} failure={words.failure}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className="text-fg-2">{words.none}</p>
            ) : (
              <ul className="divide-y rounded-lg border">
                {rows.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      className="flex w-full flex-wrap items-center gap-2 px-3 py-2 text-start hover:bg-surface-2"
                      onClick={() => onReview(one.id)}
                    >
                      <span className="grow font-medium">
                        {words.title(formatDay(one.openedAt.slice(0, 10)))}
                      </span>
                      <ReviewStatus review={one} />
                      <span className="w-full text-12 text-fg-2">
                        {words.progress(decidedOf(one), one.roles)} · {words.dueOn(formatDay(one.dueOn))}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Drawer>
  );
}

const decidedOf = ({ kept, revoked, gone }: AccessReview) => kept + revoked + gone;

function ReviewStatus({ review }: { review: AccessReview }) {
  if (review.isOverdue) return <Badge meaning="bad">{words.overdue}</Badge>;
  return <Badge meaning={review.status === 'completed' ? 'ok' : 'info'}>{words.status[review.status]}</Badge>;
}

function OneReview({ id, onReview }: { id: string; onReview: AccessReviewsProps['onReview'] }) {
  const query = useQuery(accessReviewQuery(id));
  const me = useMe().data?.user.id;
  const mayManage = useMay('manage:people');
  const [revoking, setRevoking] = useState<ReviewedRole>();
  const decide = useAct({
    act: client.accessReviews.decide,
    changes,
    failure: words.decideFailure,
    onDone: () => toast({ title: words.decided, meaning: 'ok' }),
  });
  const keep = (items: readonly ReviewedRole[]) =>
    decide.mutate({ id, items: items.map((one) => one.id), decision: 'keep' });
  return (
    <>
      <Drawer
        open
        size="lg"
        onOpenChange={(open) => !open && onReview(undefined)}
        title={query.data ? words.title(formatDay(query.data.openedAt.slice(0, 10))) : words.open}
        beside={query.data ? <ReviewStatus review={query.data} /> : undefined}
      >
        <Loaded query={query} failure={words.failure}>
          {({ items, ...review }) => (
            <div className="flex flex-col gap-4">
              <Button size="sm" className="self-start" onClick={() => onReview('all')}>
                {words.back}
              </Button>
              <ReviewFacts review={review} />
              <ul className="divide-y rounded-lg border">
                {peopleOf(items).map((roles) => (
                  <PersonRoles
                    key={roles[0]?.userId}
                    roles={roles}
                    isOwn={roles[0]?.userId === me}
                    mayDecide={mayManage && review.status === 'open'}
                    busy={decide.isPending}
                    onKeep={keep}
                    onRevoke={setRevoking}
                  />
                ))}
              </ul>
            </div>
          )}
        </Loaded>
      </Drawer>
      {revoking ? (
        <RevokeDialog reviewId={id} item={revoking} onClose={() => setRevoking(undefined)} />
      ) : null}
    </>
  );
}

function ReviewFacts({ review }: { review: AccessReview }) {
  const { kept, revoked, gone, roles, openedBy, completedAt, evidenceHash, dueOn } = review;
  return (
    <KeyValueList
      rows={[
        { key: words.due, value: formatDay(dueOn) },
        { key: words.progressTitle, value: words.progress(decidedOf(review), roles) },
        { key: words.openedBy, value: openedBy ?? '—' },
        ...(completedAt === null
          ? []
          : [
              {
                key: words.completed,
                value: `${formatMoment(completedAt)}: ${words.counts(kept, revoked, gone)}`,
              },
              { key: words.evidence, value: <code className="text-12 wrap-anywhere">{evidenceHash}</code> },
            ]),
      ]}
    />
  );
}

/** The roles by person, in the order they came. */
function peopleOf(items: readonly ReviewedRole[]): ReviewedRole[][] {
  const people = new Map<string, ReviewedRole[]>();
  for (const item of items) people.set(item.userId, [...(people.get(item.userId) ?? []), item]);
  return [...people.values()];
}

type PersonRolesProps = {
  roles: readonly ReviewedRole[];
  isOwn: boolean;
  mayDecide: boolean;
  busy: boolean;
  onKeep: (items: readonly ReviewedRole[]) => void;
  onRevoke: (item: ReviewedRole) => void;
};

const meanings: Record<NonNullable<ReviewedRole['decision']>, Meaning> = {
  keep: 'ok',
  revoke: 'bad',
  gone: 'neutral',
};

function PersonRoles({ roles, isOwn, mayDecide, busy, onKeep, onRevoke }: PersonRolesProps) {
  const [first] = roles;
  if (first === undefined) return null;
  const open = roles.filter(({ decision }) => decision === null);
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{first.person}</p>
          <p className="text-12 text-fg-2">
            {first.lastSeenAt === null ? words.neverSeen : words.lastSeen(formatMoment(first.lastSeenAt))}
          </p>
          {isOwn && open.length > 0 ? <p className="text-12 text-fg-2">{words.own}</p> : null}
        </div>
        {mayDecide && open.length > 1 ? (
          <Button
            size="sm"
            disabled={busy}
            aria-label={words.keepAllOf(first.person)}
            onClick={() => onKeep(open)}
          >
            {words.keepAll}
          </Button>
        ) : null}
      </div>
      <ul>
        {roles.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-2 py-1">
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">{item.roleName}</p>
              {item.followsGroups && item.decision !== 'keep' ? (
                <p className="text-12 text-fg-2">{words.followsGroups}</p>
              ) : null}
              {item.decidedAt === null ? null : (
                <p className="text-12 text-fg-2 wrap-anywhere">
                  {item.decidedBy === null
                    ? formatMoment(item.decidedAt)
                    : words.by(item.decidedBy, formatMoment(item.decidedAt))}
                  {item.reason === '' ? null : `: ${item.reason}`}
                </p>
              )}
            </div>
            {item.decision === null ? null : (
              <Badge meaning={meanings[item.decision]}>{words.decisions[item.decision]}</Badge>
            )}
            {mayDecide && item.decision === null ? (
              <span className="flex gap-2">
                <Button
                  size="sm"
                  disabled={busy}
                  aria-label={words.keepOf(item.roleName, item.person)}
                  onClick={() => onKeep([item])}
                >
                  {words.keep}
                </Button>
                {isOwn ? null : (
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={words.revokeOf(item.roleName, item.person)}
                    onClick={() => onRevoke(item)}
                  >
                    {words.revoke}
                  </Button>
                )}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </li>
  );
}

type RevokeDialogProps = { reviewId: string; item: ReviewedRole; onClose: () => void };

function RevokeDialog({ reviewId, item, onClose }: RevokeDialogProps) {
  const [reason, setReason] = useState('');
  const decide = useAct({
    act: client.accessReviews.decide,
    changes,
    failure: null,
    onDone: () => {
      toast({ title: words.decided, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      title={words.revokeTitle(item.roleName, item.person)}
      description={item.followsGroups ? words.revokeMapped : words.revokeText}
      act={decide}
      label={words.revoke}
      disabled={reason.trim() === ''}
      onAct={() =>
        decide.mutate({ id: reviewId, items: [item.id], decision: 'revoke', reason: reason.trim() })
      }
      onClose={onClose}
    >
      <Field label={words.reason} required>
        <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActDialog>
  );
}
