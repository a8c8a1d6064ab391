/** With which generations of its secret the deliveries of an owner are signed at a time. */
import type { Queryable } from '../../store/database.ts';
import { chosenToSign, signingGenerationsOf } from '../../store/secret-generations.ts';
import type { AnnouncedGeneration, SecretOwnerKind } from '../../store/secret-generations.ts';

export async function signingGenerations(
  q: Queryable,
  ownerKind: SecretOwnerKind,
  ownerId: string,
  at: Date,
): Promise<ReturnType<typeof chosenToSign>> {
  const found = await q.query<{ generations: readonly AnnouncedGeneration[] | null }>(
    `select ${signingGenerationsOf('asked', 'outbound', '$3::timestamptz')} as generations
       from (select $1::text as owner_kind, $2::text as owner_id) as asked`,
    [ownerKind, ownerId, at],
  );
  return chosenToSign(found.rows[0]?.generations ?? [], `${ownerId} has no secret in force`);
}
